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
    endCount();
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
      const { card, section, count } = line.dataset;
      for (const key of [card, `${section} ${card}`]) held.set(key, (held.get(key) || 0) + Number(count));
    }
    for (const pick of document.querySelectorAll(".pick")) {
      const { card, section } = pick.dataset;
      const count = held.get(section ? `${section} ${card}` : card) || 0;
      const shown = pick.querySelector("[data-held]");
      shown.textContent = count;
      shown.toggleAttribute("data-none", !count);
      pick.querySelector("[data-fewer]").disabled = !count;
    }
  }

  // --- undo and redo: the steps of this tab, each as the numbers of the versions before and after it ---

  const KEY = `builder-${root.dataset.deck}`;
  let steps = { undo: [], redo: [] };
  let going = null; // the step that is being taken back, and the list it is from

  function recall() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY));
      if (kept?.undo && kept.redo) steps = kept;
      // Settled changes come with a new page; one version further, they are one step of this tab.
      if (kept?.settling === edition() - 1) steps.undo.push([kept.settling, edition()]);
    } catch {
      // Nothing is kept then; the versions page has them all.
    }
    delete steps.settling;
    keep();
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
    built().querySelector("[data-undo]").disabled = !steps.undo.length;
    built().querySelector("[data-redo]").disabled = !steps.redo.length;
  }

  // What others have saved in between stays: the server takes back what changed between the two versions alone.
  function note() {
    const { before, step } = built().dataset;
    delete built().dataset.before; // an answer of several parts comes here once for each
    delete built().dataset.step;
    const made = before === undefined ? [] : [[Number(before), edition()]];
    if (step !== undefined && going) {
      const [from, to] = going.from === "undo" ? ["undo", "redo"] : ["redo", "undo"];
      steps[from] = steps[from].filter((each) => each !== going.step);
      steps[to].push(...made);
      going = null;
    } else if (made.length) {
      steps = { undo: [...steps.undo, ...made].slice(-200), redo: [] };
    }
    keep();
  }

  function go(from) {
    const step = steps[from].at(-1);
    if (!step || going) return;
    going = { from, step };
    change({ op: "restore", number: step[0], after: step[1] });
  }

  // --- keys ---

  const isTyping = (target) => target.closest("input:not([type=checkbox], [type=radio]), textarea, select");
  const names = () => [...document.querySelectorAll(".line__name")];

  function pressed(event) {
    const row = event.target.closest(".pick, .line");
    if (!row) return false;
    const { card, section } = row.dataset;
    const at = section ? { card, section } : { card };
    if (event.key === "Enter" && event.shiftKey) fill(row, at);
    else if (event.key === "+" || event.key === "=") change({ op: "add", ...at });
    else if (event.key === "-" || event.key === "−") change({ op: "remove", ...at });
    else if (/^[0-9]$/.test(event.key)) setCount(event.key, at);
    else return false;
    return true;
  }

  function fill(row, at) {
    const button = [...row.querySelectorAll("[data-fill]")].at(-1);
    if (button) form.requestSubmit(button);
    else change({ op: "fill", count: 1, ...at });
  }

  // Digits that follow each other within half a second are one number, of one card: what comes between ends it.
  let counting = null; // { digits, at, pause }

  function setCount(digit, at) {
    const before = counting?.at.card === at.card && counting.at.section === at.section ? counting.digits : "";
    if (!before) endCount();
    clearTimeout(counting?.pause);
    counting = { digits: (before + digit).slice(-3), at, pause: setTimeout(endCount, 450) };
  }

  function endCount() {
    if (!counting) return;
    const { digits, at, pause } = counting;
    clearTimeout(pause);
    counting = null;
    change({ op: "set", count: String(Number(digits)), ...at });
  }

  function switchSide(target) {
    const isInDeck = target.closest(".builder__deck");
    const pane = document.getElementById(isInDeck ? "pane-search" : "pane-deck");
    if (pane) pane.checked = true;
    const goal = isInDeck ? document.querySelector(".pick__add") || document.getElementById("q") : names()[0];
    goal?.focus();
    return Boolean(goal);
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
      go(event.shiftKey ? "redo" : "undo");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    const key = event.key.toLowerCase();
    if (!/^[0-9]$/.test(key)) endCount();
    if (key === "z") go(event.shiftKey ? "redo" : "undo");
    else if (key === "s") document.getElementById("beside")?.click();
    else if (key === "d" ? !switchSide(event.target) : !pressed(event) && !(isArrow && step(event))) return;
    event.preventDefault();
  });

  document.addEventListener("focusout", endCount);

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-undo]")) go("undo");
    if (event.target.closest("[data-redo]")) go("redo");
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
      const isNarrowing = "narrow" in asked.dataset; // the list that is there
      if (!isNarrowing) document.getElementById("only").checked = "only" in asked.dataset; // in a format, what it lets in
      const pane = document.getElementById("pane-search");
      if (pane) pane.checked = true;
      box.form.requestSubmit();
      if (!isNarrowing) box.focus();
    }
    const copied = event.target.closest("[data-copy-text]");
    if (copied) copyText(copied);
    const handLink = event.target.closest("[data-hand], #hand-view a[data-step]");
    if (handLink && !event.ctrlKey && !event.metaKey) dealHand(event, handLink);
  });

  // --- the list as text, and a sample hand, without leaving the page ---

  async function copyText(button) {
    const answer = await fetch(button.dataset.copyText);
    try {
      if (!answer.ok) throw new Error(String(answer.status));
      await navigator.clipboard.writeText(await answer.text());
      tell("saved", "List copied");
    } catch {
      tell("failed", "Not copied. Use a download below.");
    }
  }

  const isHand = (address) => new URL(address, location.href).pathname.endsWith("/hand/");

  function loadHand(address) {
    htmx.ajax("GET", address, { target: "#hand-view", select: "#hand-view", swap: "outerHTML" }).then(() => {
      const box = document.getElementById("handbox");
      if (!box.open) box.showModal();
      for (const link of box.querySelectorAll("a:not([data-step])")) link.target = "_blank";
      box.querySelector("#hand-state")?.focus();
    });
  }

  function dealHand(event, link) {
    if (!isHand(link.href)) return;
    event.preventDefault();
    loadHand(link.href);
  }

  document.addEventListener("submit", (event) => {
    if (!event.target.closest("#hand-view")) return;
    event.preventDefault();
    loadHand(`${event.target.action}?${new URLSearchParams(new FormData(event.target))}`);
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
    if (event.target.id !== "clash-form") return;
    unsaved.clear();
    steps.settling = Number(event.target.elements.edition.value);
    keep();
  });

  // Why a list isn't saved: it was emptied, perhaps for another that is about to be pasted, or another waits below it.
  function refuse(own, isPressed) {
    const isOwnList = own.id === "text-form";
    if (!isOwnList && own.id !== "version-form") return "";
    const text = document.getElementById("deck-text");
    if (isPressed && document.getElementById("insert-list")?.value.trim()) {
      return "“Another list” isn’t in the deck yet. Press “Add to the deck” or “Replace the deck’s list” below, or empty that box.";
    }
    if (!text || text.value.trim() || !unsaved.has(text.form) || (isOwnList && isPressed)) return "";
    return "An empty list isn’t saved automatically. Press “Save list” to empty the deck.";
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt } = event.detail;
    if (event.detail.requestConfig.verb !== "post" || elt.matches("[data-preview]")) return;
    const isContested = document.querySelector("#clash > *");
    const isPressed = event.detail.requestConfig.triggeringEvent?.submitter;
    if (elt.matches("[data-texts]") && (isContested || !(isPressed || unsaved.has(elt)))) {
      event.preventDefault(); // to be settled first, or saved already after the pause before
      return;
    }
    const refusal = refuse(elt, Boolean(isPressed));
    const told = document.getElementById("text-problem");
    if (told) told.textContent = refusal;
    if (refusal) {
      event.preventDefault();
      tell("waiting", "Not saved yet");
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
  let back = []; // ids of what had the focus, and of what has it where that is gone or disabled
  let openedMore = ""; // the id of the name in its line: a card may stand in several
  let noted = ""; // the card whose note was saved by its button
  let isFolded = false;
  let isNarrowing = null;
  let areOthersOpen = false;
  let before = {}; // what the deck said of itself

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id === "results") isNarrowing = document.getElementById("narrow")?.open ?? isNarrowing;
    if (event.detail.target.id !== "built") return;
    before = { ...built().dataset };
    areOthersOpen = Boolean(document.getElementById("other-rules")?.open);
    const { id } = document.activeElement;
    const line = document.activeElement.closest?.(".line");
    const name = line?.querySelector(".line__name").id;
    const all = names().map((each) => each.id);
    const place = all.indexOf(name);
    const near = [...all.slice(place), ...all.slice(0, place).reverse()];
    back = line ? [id, ...near, document.querySelector(".zone h3").id] : id ? [id, "undo", "redo"] : [];
    openedMore = line?.querySelector(".line__more").open ? name : "";
    isFolded = document.getElementById("findings-fold")?.open === false;
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "results" || event.detail.target.id === "found") tellCounts();
    if (event.detail.target.id === "results" && isNarrowing !== null) {
      const narrow = document.getElementById("narrow");
      if (narrow) narrow.open = isNarrowing;
    }
    if (event.detail.target.id === "note") document.getElementById("card-note")?.focus();
    if (event.detail.target.id === "clash") document.getElementById("clash-title")?.focus();
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id !== "built") return;
    tellCounts();
    note();
    const fold = document.getElementById("findings-fold");
    const errors = before.errors?.split(" ");
    const isNew = (error) => error && !errors?.includes(error);
    if (fold && isFolded) fold.open = built().dataset.errors.split(" ").some(isNew);
    const others = document.getElementById("other-rules");
    if (others && areOthersOpen) others.open = true;
    // A section is full now, or has room again: other cards can be added.
    const only = document.getElementById("only");
    if (only?.checked && built().dataset.full !== before.full) only.form.requestSubmit();
    const more = document.getElementById(openedMore)?.closest(".line").querySelector(".line__more");
    if (more) more.open = true;
    if (noted) built().querySelector(`.line[data-card="${CSS.escape(noted)}"] .line__name`)?.focus();
    noted = "";
    for (const id of back) if (document.activeElement === document.body) document.getElementById(id)?.focus();
    back = [];
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, requestConfig, successful, xhr } = event.detail;
    if (requestConfig.verb !== "post" || elt.matches("[data-preview]")) return;
    if (!successful || xhr.status >= 400) {
      going = null;
      tell("failed", xhr.status === 409 ? "Not saved: conflicting changes" : "Not saved");
      return;
    }
    if (elt.matches("[data-texts]")) {
      if (written(elt) === elt.dataset.sent) unsaved.delete(elt);
      const base = elt.elements.base;
      if (base && !("elsewhere" in built().dataset)) base.value = edition(); // else it lacks what is saved elsewhere
    }
    if (["version-form", "insert-form"].includes(elt.id)) elt.reset();
    if (elt.id === "note-form" && requestConfig.triggeringEvent?.submitter) {
      noted = elt.elements.card.value;
      document.getElementById("note").replaceChildren();
    }
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
