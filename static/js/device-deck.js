// A deck that this browser stores, to read and change without a network. Changes wait and are sent when there is one.
(() => {
  const root = document.getElementById("device-deck");
  if (!root || !("indexedDB" in self)) return;
  const { DeviceSearch, Shelf } = self;
  const { element } = Shelf;
  const at = (id) => document.getElementById(id);
  const MOST = 12; // cards that a search offers

  const id = Number(new URLSearchParams(location.search).get("deck") || /\/decks\/(\d+)\//.exec(location.pathname)?.[1]);
  let deck = null;
  let cards = null;

  // --- the list as it is with the changes made here ---

  const keyOf = (line) => `${line.section || ""} ${line.card}`;

  function listLines() {
    const lines = new Map();
    deck.lines.forEach((line, place) => {
      const key = line.card ? keyOf(line) : `line ${place}`;
      const held = lines.get(key);
      lines.set(key, held ? { ...held, count: held.count + line.count } : { ...line });
    });
    for (const change of deck.changes) {
      const held = lines.get(keyOf(change));
      if (held) held.count = change.count;
      else lines.set(keyOf(change), { section: "", section_title: "New cards", card: change.card, name: change.name, count: change.count });
    }
    return [...lines.values()];
  }

  // A line that stands on the server is set to so many copies; a new card goes where it belongs there. Counted from what
  // is stored, so that two quick taps are two.
  async function addCopies(line, more) {
    deck = await Shelf.change("decks", deck.id, (held) => {
      if (!held) return null;
      const before = held.lines.filter((each) => line.section && keyOf(each) === keyOf(line));
      const was = before.reduce((sum, each) => sum + each.count, 0);
      const now = held.changes.find((each) => keyOf(each) === keyOf(line))?.count ?? was;
      const others = held.changes.filter((each) => keyOf(each) !== keyOf(line));
      const count = Math.max(0, now + more);
      const change = line.section ? { op: "set", card: line.card, section: line.section, count } : { op: "add", card: line.card, name: line.name, count };
      return { ...held, changes: count === was ? others : [...others, change], conflict: undefined };
    }) || deck;
    show();
    sendSoon();
  }

  // --- showing it ---

  function show() {
    const title = deck.newTitle ?? deck.title;
    document.title = `${title} · vsdb`;
    at("deck-heading").textContent = title;
    at("deck-sub").textContent = [deck.game_name, deck.format_name, `version ${deck.edition}`].filter(Boolean).join(" · ");
    if (document.activeElement !== at("deck-name")) at("deck-name").value = title;
    at("deck-address").href = deck.address;
    const lines = listLines();
    const size = lines.reduce((sum, line) => sum + line.count, 0);
    at("deck-size").textContent = `${size} card${size === 1 ? "" : "s"}`;
    showLines(lines);
    showState();
    root.dispatchEvent(new CustomEvent("deck", { detail: deck })); // device-check.js checks it
  }

  function showLines(lines) {
    const focused = document.activeElement?.dataset?.key;
    const titles = [...new Set(lines.map((line) => line.section_title))];
    at("deck-lines").replaceChildren(...titles.flatMap((title) => {
      const rows = lines.filter((line) => line.section_title === title).map((line) => buildLine(line));
      return [element("h3", { textContent: title }), element("ul", { className: "rowlist deckrows" }, ...rows)];
    }));
    if (!lines.length) at("deck-lines").append(element("p", { className: "soft", textContent: "No cards yet." }));
    if (focused) at("deck-lines").querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  function buildLine(line) {
    const name = element("span", { className: "deckrows__name", textContent: line.name.replace(" <> ", " ◊ ") });
    if (!line.card) return element("li", {}, element("span", { className: "deckrows__count", textContent: line.count || "" }), name);
    const fewer = buildButton("−", `One fewer ${line.name}`, `fewer ${keyOf(line)}`, () => addCopies(line, -1));
    fewer.disabled = !line.count;
    const more = buildButton("+", `One more ${line.name}`, `more ${keyOf(line)}`, () => addCopies(line, 1));
    return element("li", {}, fewer, element("span", { className: "deckrows__count", textContent: line.count }), more, name);
  }

  function buildButton(sign, label, key, act) {
    const button = element("button", { type: "button", textContent: sign });
    button.setAttribute("aria-label", label);
    button.dataset.key = key;
    button.addEventListener("click", act);
    return button;
  }

  const STATES = {
    conflict: "The deck was changed on the site too, in the same cards or the title. Nothing is lost.",
    refused: "The site didn’t take the changes. Discard them, or change the deck on the site.",
    gone: "The deck is no longer yours on the site, or was deleted.",
  };

  function showState() {
    const isWaiting = Shelf.isChanged(deck);
    const said = deck.conflict ? STATES[deck.conflict]
      : isWaiting ? "Changes wait on this device. They are sent when there is a network."
        : `As of ${Shelf.writeMoment(deck.taken)}. All changes are on the site.`;
    const ways = [];
    if (deck.conflict === "conflict") ways.push(buildWay("Compare both", compare, true));
    else if (isWaiting && !deck.conflict) ways.push(buildWay("Send now", send, true));
    if (isWaiting) ways.push(buildWay("Discard the changes made here", discard));
    at("deck-state").replaceChildren(element("p", { textContent: said }), element("p", { className: "holdings__ways" }, ...ways));
  }

  function buildWay(words, act, isMain) {
    const button = element("button", { type: "button", textContent: words, className: isMain ? "button--main" : "" });
    button.addEventListener("click", act);
    return button;
  }

  // --- meeting the server again ---

  let wait = 0;

  function sendSoon() {
    clearTimeout(wait);
    wait = setTimeout(send, 800); // taps that follow each other are sent together
  }

  async function send() {
    if (!navigator.onLine) return;
    try {
      await Shelf.sendChanges(root.dataset.decks, true);
    } catch {
      return; // it waits on
    }
    await renew();
  }

  async function renew() {
    const held = await Shelf.deck(id);
    if (held) {
      deck = held;
      show();
    }
  }

  // The page on which both texts stand side by side, as two tabs see it.
  async function compare() {
    let told;
    try {
      told = await Shelf.fetchDecks(root.dataset.decks, id);
    } catch {
      return tell("This needs the network.");
    }
    const form = element("form", { method: "post", action: deck.change, hidden: true });
    for (const [name, value] of Object.entries(Shelf.fieldsOf(deck, told.csrf))) form.append(element("input", { type: "hidden", name, value }));
    document.body.append(form);
    form.submit();
  }

  async function discard() {
    deck = await Shelf.change("decks", id, (held) => held && { ...held, changes: [], newTitle: undefined, conflict: undefined }) || deck;
    show();
    const told = await Shelf.fetchDecks(root.dataset.decks, id).catch(() => null);
    if (told) await Shelf.takeDecks(told);
    await renew();
  }

  function tell(said) {
    at("trouble").textContent = said;
    at("trouble").hidden = !said;
  }

  // --- title, and new cards ---

  let pause = 0;

  async function rename() {
    const title = at("deck-name").value.trim().replace(/\s+/g, " ");
    deck = await Shelf.change("decks", id, (held) => held && { ...held, newTitle: title && title !== held.title ? title : undefined }) || deck;
    show();
  }

  at("deck-name").addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(rename, 400);
  });
  at("deck-name").addEventListener("change", () => rename().then(send));
  at("title-form").addEventListener("submit", (event) => event.preventDefault());

  async function findCards() {
    const text = at("device-q").value.trim();
    const packed = await Shelf.get("references", deck.game);
    if (!packed) {
      return note(`The cards of ${deck.game_name} are not on this device. Store them first: “On this device”, “Take along”.`);
    }
    cards ||= new DeviceSearch.Cards(packed);
    const answer = text ? DeviceSearch.search(text, cards) : { places: [], online: [], notes: [] };
    const online = answer.online.map((part) => `“${part}” needs the network and was left out.`);
    const many = answer.places.length > MOST ? [`The first ${MOST} of ${answer.places.length} cards.`] : [];
    note(...online, ...answer.notes, ...(text && !answer.places.length ? ["No cards found."] : many));
    at("add-found").replaceChildren(...answer.places.slice(0, MOST).map((place) => buildPick(cards.cards[place])));
  }

  function buildPick(card) {
    const add = buildButton("+", `Add ${card.title}`, `pick ${card.slug}`, () => {
      const line = listLines().find((each) => each.card === card.slug);
      at("announce").textContent = `${card.title} added.`;
      addCopies(line || { card: card.slug, name: card.title, section: "" }, 1);
    });
    return element("li", {}, add, element("span", { className: "deckrows__name", textContent: card.shown || card.title }));
  }

  function note(...said) {
    at("add-notes").replaceChildren(...said.map((each) => element("p", { className: "note", textContent: each })));
  }

  at("add-form").addEventListener("submit", (event) => {
    event.preventDefault();
    findCards();
  });
  addEventListener("online", send);

  async function begin() {
    await Shelf.waitForAccount();
    deck = id ? await Shelf.deck(id) : null;
    if (!deck) return;
    at("device-off").hidden = true;
    root.hidden = false;
    show();
    send();
  }

  begin();
})();
