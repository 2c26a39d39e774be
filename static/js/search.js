// Suggestions in the search boxes, and the arrow keys among the results. Searching works without it.
// A box with data-complete offers what a query may become; one with data-jump also pages to go to.
(() => {
  const DELAY = 120;
  const BOXES = "[data-complete], [data-jump]";
  const RESULTS = "#found > li > a, #found > li > button, #found > tr > th > a";
  let box = null; // the box that is being completed
  let list = null;
  let offers = [];
  let chosen = -1;
  let timer = 0;
  let asking = null;

  // --- suggestions: a combobox with a list below it ---

  function makeList(input) {
    if (box === input) return;
    close();
    list?.remove();
    box = input;
    list = document.createElement("div");
    list.id = `${input.id}-offers`;
    list.className = "offers";
    list.hidden = true;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Suggestions");
    input.after(list);
    const said = {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": list.id,
    };
    for (const [name, value] of Object.entries(said)) input.setAttribute(name, value);
    list.addEventListener("mousedown", (event) => {
      const option = event.target.closest("[role=option]");
      event.preventDefault(); // the box keeps the focus
      if (option) accept(Number(option.dataset.place));
    });
  }

  async function ask() {
    if (!box) return;
    const input = box;
    asking?.abort();
    asking = new AbortController();
    const words = new URLSearchParams({ q: input.value, at: input.selectionStart, game: input.dataset.game || "" });
    try {
      const answer = await fetch(`${input.dataset.jump || input.dataset.complete}?${words}`, { signal: asking.signal });
      if (!answer.ok) return close();
      const found = await answer.json();
      if (input === box && document.activeElement === input) show(input.dataset.jump ? groupsOf(found) : [[null, found.completions]]);
    } catch (fault) {
      if (fault.name !== "AbortError") close(); // without an answer there is nothing to offer
    }
  }

  // Names come before completions, unless the text reads as a query.
  function groupsOf({ completions, groups, searches, read_as }) {
    const query = ["Query", completions.slice(0, 5)];
    const names = groups.map(({ title, places }) => [title, places]);
    const found = read_as || !names.length ? [query, ...names] : [...names, query];
    return [...found, ["Search", searches]].filter(([, each]) => each.length);
  }

  function show(groups) {
    offers = [];
    chosen = -1;
    list.replaceChildren(...groups.flatMap(([title, found], place) => (title ? [group(title, found, place)] : found.map(option))));
    list.hidden = !offers.length;
    box.setAttribute("aria-expanded", String(!list.hidden));
    box.removeAttribute("aria-activedescendant");
  }

  function group(title, found, place) {
    const part = document.createElement("div");
    part.setAttribute("role", "group");
    const heading = document.createElement("span");
    heading.id = `${list.id}-kind-${place}`;
    heading.className = "offers__kind";
    heading.textContent = title;
    part.setAttribute("aria-labelledby", heading.id);
    part.append(heading, ...found.map(option));
    return part;
  }

  function option(offer) {
    const item = document.createElement("div");
    const place = offers.push(offer) - 1;
    item.id = `${list.id}-${place}`;
    item.dataset.place = place;
    item.className = "offer";
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    const label = document.createElement("b");
    label.textContent = offer.label;
    const detail = document.createElement("span");
    detail.textContent = offer.detail;
    item.append(label, " ", detail);
    return item;
  }

  function choose(place) {
    chosen = place;
    const items = [...list.querySelectorAll("[role=option]")];
    for (const [at, item] of items.entries()) {
      item.setAttribute("aria-selected", String(at === place));
      if (at === place) item.scrollIntoView({ block: "nearest" });
    }
    if (place < 0) box.removeAttribute("aria-activedescendant");
    else box.setAttribute("aria-activedescendant", items[place].id);
  }

  function accept(place) {
    const { query, at, url } = offers[place];
    const input = box;
    close();
    if (url) return location.assign(url);
    input.value = query;
    input.setSelectionRange(at, at);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function close() {
    clearTimeout(timer);
    asking?.abort();
    if (!list || !box) return;
    list.hidden = true;
    list.replaceChildren();
    offers = [];
    chosen = -1;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
  }

  const isOpen = () => list !== null && !list.hidden;

  // Says whether the key was used up.
  function pressedInBox(key) {
    if (isOpen()) {
      const last = offers.length - 1;
      if (key === "ArrowDown") choose(chosen === last ? -1 : chosen + 1);
      else if (key === "ArrowUp") choose(chosen < 0 ? last : chosen - 1);
      else if (key === "Enter" && chosen >= 0) accept(chosen);
      else if (key === "Escape") close();
      else {
        if (key === "Enter") close();
        return false;
      }
      return true;
    }
    const first = key === "ArrowDown" && document.querySelector(RESULTS);
    first?.focus?.();
    return Boolean(first);
  }

  // --- the arrow keys among faces and rows ---

  function neighbour(from, key) {
    const all = [...document.querySelectorAll(RESULTS)];
    const place = all.indexOf(from);
    if (key === "ArrowRight") return all[place + 1];
    if (key === "ArrowLeft") return all[place - 1];
    const here = from.getBoundingClientRect();
    const isBeyond = (there) => (key === "ArrowDown" ? there.top >= here.bottom - 1 : there.bottom <= here.top + 1);
    let best = null;
    let least = Infinity;
    for (const other of all) {
      const there = other.getBoundingClientRect();
      if (!isBeyond(there)) continue;
      const far = Math.abs(there.top - here.top) * 1000 + Math.abs(there.left - here.left);
      if (far < least) [best, least] = [other, far];
    }
    return best || (key === "ArrowUp" ? document.querySelector("main [data-search]") || document.querySelector("[data-search]") : null);
  }

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
      const target = event.target;
      if (target.matches(BOXES) && target === box && pressedInBox(event.key)) {
        event.preventDefault();
        event.stopPropagation();
      } else if (target.matches(RESULTS) && /^Arrow(Up|Down|Left|Right)$/.test(event.key)) {
        const next = neighbour(target, event.key);
        if (!next) return;
        event.preventDefault();
        next.focus();
      }
    },
    true,
  );

  document.addEventListener("focusin", (event) => {
    if (event.target.matches(BOXES)) makeList(event.target);
  });

  document.addEventListener("focusout", (event) => {
    if (event.target === box) close();
  });

  document.addEventListener("input", (event) => {
    if (event.target !== box) return;
    clearTimeout(timer);
    timer = setTimeout(ask, DELAY);
  });

  document.addEventListener("submit", (event) => {
    if (box && event.target === box.form) close();
  });

  // The box says what the renewed list was asked, unless someone is writing in it. Who narrowed or sorted it by key
  // stands on the same link of the new list, which htmx knows by its id, or else at its beginning. A list that goes on
  // says how far it goes now, and who went on from its end by key stands before the first of the new cards.
  let shown = -1;
  let stoodInside = false;

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, requestConfig } = event.detail;
    isSearching = requestConfig.elt.matches("form.searchbox");
    stoodInside = target.id === "browse" && target.contains(document.activeElement);
    const isAtEnd = target.id === "found" && document.activeElement.closest("#more");
    shown = isAtEnd ? document.querySelectorAll(RESULTS).length : -1;
  });

  // Filters that were chosen and not yet applied stay while the list is renewed for another reason, and the panel stays
  // open.
  let isSearching = false;

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (target.id !== "filter-panel" || isSearching) return;
    if ([...target.querySelectorAll("input, option")].some(isChanged)) event.detail.shouldSwap = false;
    else if (target.open) fragment.querySelector("#filter-panel")?.setAttribute("open", "");
  });

  const isChanged = (f) => f.selected !== f.defaultSelected || f.checked !== f.defaultChecked || (f.defaultValue ?? f.value) !== f.value;

  document.addEventListener("htmx:afterSettle", (event) => {
    const input = document.querySelector(".searchbox__input");
    const browse = document.getElementById("browse");
    if (input && browse && document.activeElement !== input) input.value = browse.dataset.query;
    if (stoodInside && document.activeElement === document.body) {
      document.getElementById("results")?.focus({ preventScroll: true });
    }
    stoodInside = false;
    if (event.detail.target.id !== "found") return;
    const said = document.querySelector("#more [data-announce-as]");
    const announce = document.getElementById("announce");
    if (said && announce) announce.textContent = said.dataset.announceAs;
    if (shown >= 0) document.querySelectorAll(RESULTS)[shown]?.focus();
    shown = -1;
  });
})();
