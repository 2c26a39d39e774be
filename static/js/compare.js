// The comparison of two editions: n and p, and two buttons, go from difference to difference.
(() => {
  const changes = [...document.querySelectorAll("[data-change]")];
  const place = document.querySelector("[data-difference-place]");
  const bar = document.querySelector(".comparenav");
  if (!changes.length) {
    if (bar) bar.hidden = true;
    return;
  }
  const SCROLLING = 2000; // milliseconds that a smooth scroll may take
  let at = -1;
  let left = -SCROLLING;

  function show() {
    if (place) place.textContent = at < 0 ? `${changes.length} difference${changes.length === 1 ? "" : "s"}` : `${at + 1} of ${changes.length}`;
  }

  // Where the reader is: the difference that was gone to, unless the page was scrolled away from it since.
  function findPlace(step) {
    const current = changes[at]?.getBoundingClientRect();
    const isOnTheWay = performance.now() - left < SCROLLING;
    if (current && (isOnTheWay || (current.bottom > 0 && current.top < innerHeight))) return at + step;
    const below = changes.findIndex((each) => each.getBoundingClientRect().top > 1);
    if (step > 0) return below < 0 ? changes.length : below;
    return (below < 0 ? changes.length : below) - 1;
  }

  function go(step) {
    at = Math.max(0, Math.min(changes.length - 1, findPlace(step)));
    left = performance.now();
    changes[at].scrollIntoView({ block: "start", behavior: "instant" });
    changes[at].focus({ preventScroll: true });
    show();
  }

  function openTarget() {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    const fold = target.closest("details");
    if (fold && !fold.open) {
      fold.open = true;
      target.scrollIntoView({ block: "start" });
    }
    const found = changes.indexOf(target);
    if (found >= 0) {
      at = found;
      left = performance.now();
    }
    show();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable], dialog")) return;
    const step = { n: 1, p: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    go(step);
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-difference]");
    if (button) go(Number(button.dataset.difference));
  });

  addEventListener("hashchange", openTarget);
  show();
  openTarget();
})();
