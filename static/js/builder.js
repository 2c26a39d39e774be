// The builder's keys, undo and redo, the counts beside what was found, and the state of what is being written.
// Building works without it: every button is a button of a form.
(() => {
  const root = document.getElementById("builder");
  if (!root) return;
  const form = document.getElementById("change-form");
  const saved = document.getElementById("saved");
  const built = () => document.getElementById("built");
  const edition = () => Number(built().dataset.edition);

  // --- a change without a button of its own ---

  function change(words) {
    const button = document.createElement("button");
    button.hidden = true;
    button.name = "change";
    button.value = new URLSearchParams(words).toString();
    form.append(button);
    form.requestSubmit(button);
    button.remove();
  }

  // --- how many of each card the deck has, beside what was found ---

  function tellCounts() {
    const held = new Map();
    for (const line of built().querySelectorAll(".line")) {
      const { card, count } = line.dataset;
      held.set(card, (held.get(card) || 0) + Number(count));
    }
    for (const pick of document.querySelectorAll(".pick")) {
      const count = held.get(pick.dataset.card) || 0;
      const shown = pick.querySelector("[data-held]");
      shown.textContent = count;
      shown.toggleAttribute("data-none", !count);
      pick.querySelector("[data-fewer]").disabled = !count;
    }
  }

  // --- undo and redo: the versions that this tab has made, and at which of them it stands ---

  const KEY = `builder-${root.dataset.deck}`;
  let steps = { made: [edition()], at: 0 };
  let going = 0; // -1 while a step is undone, 1 while one is redone

  function recall() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY));
      if (kept && kept.made[kept.at] === edition()) steps = kept;
    } catch {
      // Nothing is kept then; the versions page has them all.
    }
    showSteps();
  }

  function keep() {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(steps));
    } catch {
      // It then lasts for this page only.
    }
    showSteps();
  }

  function showSteps() {
    const [undo, redo] = [built().querySelector("[data-undo]"), built().querySelector("[data-redo]")];
    undo.disabled = steps.at === 0;
    redo.disabled = steps.at === steps.made.length - 1;
  }

  function note() {
    const now = edition();
    if (now === steps.made[steps.at]) {
      going = 0;
    } else if ("elsewhere" in built().dataset) {
      steps = { made: [now], at: 0 }; // a step back would take back what somebody else has done
    } else if (going) {
      steps.at += going;
      steps.made[steps.at] = now;
    } else {
      steps.made = [...steps.made.slice(0, steps.at + 1), now].slice(-200);
      steps.at = steps.made.length - 1;
    }
    going = 0;
    keep();
  }

  function go(by) {
    const number = steps.made[steps.at + by];
    if (number === undefined || going) return;
    going = by;
    change({ op: "restore", number });
  }

  // --- keys ---

  const isTyping = (target) => target.closest("input:not([type=checkbox], [type=radio]), textarea, select");
  const names = () => [...document.querySelectorAll(".line__name")];

  function pressed(event) {
    const row = event.target.closest(".pick, .line");
    if (!row) return false;
    const { card, section } = row.dataset;
    const at = section ? { card, section } : { card };
    if (event.key === "+" || event.key === "=") change({ op: "add", ...at });
    else if (event.key === "-" || event.key === "−") change({ op: "remove", ...at });
    else if (/^[0-9]$/.test(event.key)) change({ op: "set", count: event.key, ...at });
    else return false;
    return true;
  }

  function step(event) {
    const all = names();
    const line = event.target.closest(".line");
    const place = line ? all.indexOf(line.querySelector(".line__name")) : -1;
    if (place < 0) return false;
    const next = event.key === "ArrowDown" ? all[place + 1] : all[place - 1];
    next?.focus();
    return Boolean(next);
  }

  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z") {
      if (isTyping(event.target)) return; // in a text the browser undoes what was typed
      event.preventDefault();
      go(event.shiftKey ? 1 : -1);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (pressed(event) || (isArrow && step(event))) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-undo]")) go(-1);
    if (event.target.closest("[data-redo]")) go(1);
    const way = event.target.closest("a[data-by]");
    if (way && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      remember(way.dataset.by);
      change({ op: "look", by: way.dataset.by });
    }
    if (event.target.closest("[data-discard]")) unsaved.clear();
    const asked = event.target.closest("[data-query]");
    const box = document.getElementById("q");
    if (asked && box && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      box.value = asked.dataset.query;
      const pane = document.getElementById("pane-search");
      if (pane) pane.checked = true;
      box.form.requestSubmit();
      box.focus();
    }
  });

  // --- the search goes on by itself after a pause in writing; Enter doesn't wait for it ---

  let pause = 0;

  document.addEventListener("input", (event) => {
    if (event.target.id !== "q") return;
    clearTimeout(pause);
    pause = setTimeout(() => event.target.form.requestSubmit(), 300);
  });

  document.addEventListener("submit", (event) => {
    if (event.target.id === "search-form") clearTimeout(pause);
  });

  // --- how the deck is grouped, remembered for the next one ---

  function remember(by) {
    try {
      localStorage.setItem("builder-by", by);
    } catch {
      // The address has it.
    }
  }

  function groupAsBefore() {
    let by = null;
    try {
      by = localStorage.getItem("builder-by");
    } catch {
      return;
    }
    if (!by || by === built().dataset.by || new URLSearchParams(location.search).has("by")) return;
    document.getElementById(`by-${CSS.escape(by)}`)?.click();
  }

  // --- what is being written is saved after a pause; who leaves before is warned ---

  const unsaved = new Set();
  const written = (own) =>
    [...own.querySelectorAll("input:not([type=hidden]), textarea, select")].map((field) => field.value).join("\0");

  function tell(state, words) {
    if (!saved) return;
    saved.dataset.state = state;
    saved.textContent = words;
  }

  function typed(event) {
    const own = event.target.closest("[data-texts], #clash-form");
    if (!own || written(own) === own.dataset.sent) return;
    unsaved.add(own);
    tell("waiting", "Not saved yet");
  }

  document.addEventListener("input", typed);
  document.addEventListener("change", typed, true); // a field that is filled in for somebody may tell of this alone

  document.addEventListener("submit", (event) => {
    if (event.target.id === "clash-form") unsaved.clear();
  });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.verb !== "post") return;
    const { elt } = event.detail;
    const isContested = document.querySelector("#clash > *");
    if (elt.matches("[data-texts]") && (isContested || !unsaved.has(elt))) {
      event.preventDefault(); // to be settled first, or saved already after the pause before
      return;
    }
    elt.dataset.sent = written(elt);
    tell("saving", "Saving…");
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (xhr.status !== 409 || !xhr.getResponseHeader("HX-Retarget")) return;
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  });

  // Fields come anew where somebody else has saved or a step was taken back, but never over what is being typed.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    for (const own of unsaved) {
      if (!event.detail.target.contains(own)) continue;
      if (written(own) === own.dataset.sent) unsaved.delete(own);
      else event.detail.shouldSwap = false;
    }
  });

  // What had the focus may be gone, and what was folded out is folded again: both are put right.
  let focused = -1;
  let openedMore = "";
  let isFolded = false;

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "built") return;
    const line = document.activeElement.closest?.(".line");
    focused = line ? names().indexOf(line.querySelector(".line__name")) : -1;
    openedMore = line?.querySelector(".line__more")?.open ? line.dataset.card : "";
    isFolded = document.getElementById("findings-fold")?.open === false;
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "results" || event.detail.target.id === "found") tellCounts();
    if (event.detail.target.id === "note") document.getElementById("card-note")?.focus();
    if (event.detail.target.id === "clash") document.getElementById("clash-title")?.focus();
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id !== "built") return;
    tellCounts();
    note();
    const fold = document.getElementById("findings-fold");
    if (fold && isFolded) fold.open = false;
    if (openedMore) {
      const more = built().querySelector(`.line[data-card="${CSS.escape(openedMore)}"] .line__more`);
      if (more) more.open = true;
    }
    if (focused >= 0 && document.activeElement === document.body) {
      const all = names();
      (all[Math.min(focused, all.length - 1)] || document.querySelector(".zone h3"))?.focus();
    }
    focused = -1;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, requestConfig, successful, xhr } = event.detail;
    if (requestConfig.verb !== "post") return;
    if (!successful || xhr.status >= 400) {
      going = 0;
      tell("failed", xhr.status === 409 ? "Not saved: conflicting changes" : "Not saved");
      return;
    }
    if (elt.matches("[data-texts]")) {
      if (written(elt) === elt.dataset.sent) unsaved.delete(elt);
      const base = elt.elements.base;
      if (base && !("elsewhere" in built().dataset)) base.value = edition(); // else it lacks what is saved elsewhere
    }
    if (elt.id === "version-form") elt.reset();
    const title = document.getElementById("deck-name")?.value.trim();
    if (title) document.querySelector(".builder__head h1").textContent = title;
    if (unsaved.size) tell("waiting", "Not saved yet");
    else tell("saved", "Saved");
  });

  window.addEventListener("beforeunload", (event) => {
    if (unsaved.size) event.preventDefault();
  });

  recall();
  tellCounts();
  document.addEventListener("DOMContentLoaded", groupAsBefore);
})();
