/* Pages of play: the focus goes on to the next question, or to the verdict after the last, and actions are found by their words. */
(() => {
  "use strict";
  const onward = () => {
    const first = document.querySelector("[data-play] [data-first]") || document.querySelector("[data-play] [data-verdict]");
    if (first) first.focus({ preventScroll: false });
  };
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.closest && event.target.closest("[data-play]")) onward();
  });
  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!field.dataset || !field.dataset.filter) return;
    const words = field.value.trim().toLowerCase().split(/\s+/);
    for (const each of document.querySelectorAll(field.dataset.filter)) {
      const said = each.textContent.toLowerCase();
      each.hidden = !words.every((word) => said.includes(word));
    }
  });
})();
