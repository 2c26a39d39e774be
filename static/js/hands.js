// Hands step by step without leaving the page, and twenty hands judged by keyboard. Both work without scripts.
(() => {
  // --- a step: the hand is fetched anew, the address follows, and what was drawn is announced ---

  const view = () => document.getElementById("hand-view");
  const here = () => location.pathname + location.search;
  let shown = here(); // a link within the page changes the fragment only
  let steps = 0; // of several that are under way only the newest counts

  async function step(address, isNew = true) {
    const number = ++steps;
    const focused = document.activeElement?.id;
    const answer = await fetch(address).catch(() => null);
    const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
    if (number !== steps) return;
    const fresh = page?.getElementById("hand-view");
    if (!fresh) return location.assign(address);
    view().replaceWith(fresh);
    if (isNew) history.pushState(null, "", answer.url);
    shown = here();
    (document.getElementById(focused) || document.getElementById("hand-state"))?.focus();
    const announce = document.getElementById("announce");
    if (announce) announce.textContent = fresh.querySelector("[data-announce-as]").dataset.announceAs;
  }

  const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#hand-view a[data-step]");
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    step(link.href);
  });

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("#hand-view form[data-step]")) return;
    event.preventDefault();
    step(`${event.target.action}?${new URLSearchParams(new FormData(event.target))}`);
  });

  window.addEventListener("popstate", () => view() && here() !== shown && step(location.href, false));

  // --- keys: a letter presses what names it ---

  const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';
  const isFree = (event) =>
    isPlain(event) && !event.isComposing && !event.target.closest(TYPED_INTO) && !document.querySelector("dialog[open]");

  document.addEventListener("keydown", (event) => {
    if (!isFree(event) || !/^[a-z]$/i.test(event.key)) return;
    const named = document.querySelector(`main [data-key="${event.key.toLowerCase()}"]`);
    if (!named) return;
    event.preventDefault();
    named.click();
  });

  // --- twenty hands: K keeps, M doesn't, up and down go from hand to hand ---

  const judged = document.getElementById("judge");

  if (judged) {
    const hands = [...judged.querySelectorAll("[data-hand]")];
    const choiceOf = (hand) => hand.querySelector("input:checked");
    const goTo = (hand) => (choiceOf(hand) || hand.querySelector("input")).focus();
    const current = (target) => hands.indexOf(target.closest?.("[data-hand]"));

    function count() {
      const chosen = hands.map(choiceOf).filter(Boolean);
      const kept = chosen.filter((each) => each.value === "k").length;
      document.getElementById("judged-count").textContent = `${kept} kept of ${chosen.length} judged.`;
    }

    function move(at, by) {
      const next = hands[at + by];
      if (next) goTo(next);
      else if (by > 0) judged.querySelector("button[type=submit]").focus();
    }

    judged.addEventListener("change", count);

    document.addEventListener("keydown", (event) => {
      if (!isFree(event)) return;
      const at = current(event.target);
      const key = event.key.toLowerCase();
      if (key === "k" || key === "m") {
        const place = at < 0 ? hands.findIndex((hand) => !choiceOf(hand)) : at;
        if (place < 0) return;
        event.preventDefault();
        hands[place].querySelector(`input[value="${key}"]`).checked = true;
        count();
        move(place, 1);
      } else if (at >= 0 && (key === "arrowdown" || key === "arrowup")) {
        event.preventDefault();
        move(at, key === "arrowdown" ? 1 : -1);
      }
    });

    count();
  }
})();
