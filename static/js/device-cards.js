// The search of the cards that are on this device.
(() => {
  const root = document.getElementById("device-search");
  if (!root || !("indexedDB" in self)) return;
  const { DeviceSearch, Shelf } = self;
  const { element, writeDay } = Shelf;
  const at = (id) => document.getElementById(id);
  const STEP = 50;
  const ANSWERS = { l: "legal", b: "banned", u: "unknown" };

  let games = [];
  let found = []; // the cards, each with the game that it is of
  let shown = 0;

  // `/cards/vs-classic/?q=hulk` is answered here too, where there is no network.
  function readAsked() {
    const asked = new URLSearchParams(location.search);
    const inPath = location.pathname.split("/").find((part) => games.some((each) => each.game === part));
    const card = findCard(inPath);
    return { text: asked.get("q") || (card ? `"${card.title}"` : ""), game: asked.get("game") || inPath || "", card };
  }

  // `/cards/riftbound/daring-poro/` is answered here too.
  function findCard(inPath) {
    const parts = location.pathname.split("/");
    const slug = inPath && parts[parts.indexOf(inPath) + 1];
    return slug && games.find((each) => each.game === inPath).cards.find((each) => each.slug === slug);
  }

  // The card of an address comes first, unfolded.
  function searchFor({ text, game, card }) {
    searchAll(text, game);
    if (!card) return;
    const place = found.findIndex((each) => each.card === card);
    const first = place < 0 ? ((held) => ({ game: held, place: held.cards.indexOf(card), card }))(games.find((each) => each.game === game)) : found.splice(place, 1)[0];
    found.unshift(first);
    at("device-found").replaceChildren();
    shown = 0;
    showMore();
    at("device-found").querySelector("details").open = true;
  }

  function searchAll(text, game) {
    const online = new Set();
    const notes = new Set();
    const counts = [];
    found = [];
    for (const each of games) {
      if (game && each.game !== game) continue;
      each.searchable ||= new DeviceSearch.Cards(each);
      const answer = DeviceSearch.search(text, each.searchable);
      answer.online.forEach((part) => online.add(part));
      answer.notes.forEach((note) => notes.add(note));
      found.push(...answer.places.map((place) => ({ game: each, place, card: each.cards[place] })));
      counts.push(`${answer.places.length.toLocaleString("en")} of ${each.name}`);
    }
    showNotes([...online], [...notes]);
    const total = found.length.toLocaleString("en");
    at("device-count").textContent = `${total} card${found.length === 1 ? "" : "s"}${counts.length > 1 ? `: ${counts.join(", ")}` : ""}`;
    at("device-found").replaceChildren();
    shown = 0;
    showMore();
  }

  function showNotes(online, notes) {
    const said = online.length
      ? [`${online.map((part) => `“${part}”`).join(", ")} ${online.length > 1 ? "need" : "needs"} the network and ${online.length > 1 ? "were" : "was"} left out. The cards below match the rest.`, ...notes]
      : notes;
    at("device-notes").replaceChildren(...said.map((each) => element("p", { className: "note", textContent: each })));
  }

  function showMore() {
    at("device-found").append(...found.slice(shown, shown + STEP).map(buildCard));
    shown += STEP;
    at("device-more").hidden = shown >= found.length;
  }

  function buildCard({ game, place, card }) {
    const under = [card.type || "type not recorded", ...listFigures(card, game)].join(" · ");
    const summary = element("summary", {}, element("b", { textContent: card.shown || card.title }), element("br"), element("span", { className: "small", textContent: under }));
    const details = element("details", { className: "devicecard" }, summary);
    details.addEventListener("toggle", () => details.childElementCount > 1 || details.append(buildFacts(game, place, card)), { once: true });
    return element("li", {}, details);
  }

  const NAMES = { cost: "cost", atk: "ATK", defense: "DEF", health: "health", level: "level", energy: "energy", power: "power", might: "might" };

  function listFigures(card) {
    const figures = { ...card.figures, ...card.signs };
    return Object.keys(NAMES).filter((name) => figures[name] !== undefined).map((name) => `${NAMES[name]} ${figures[name]}`);
  }

  function buildFacts(game, place, card) {
    const list = element("dl", { className: "facts" });
    const add = (term, said) => said && list.append(element("dt", { textContent: term }), element("dd", { textContent: said }));
    add("Printings", (card.printings || []).map(([set, number]) => [set, number].filter(Boolean).join("-")).join(", ") || "not recorded");
    add("Teams", (card.teams || []).join(", "));
    add("Domains", (card.domains || []).join(", "));
    add("Keywords", (card.keywords || []).join(", "));
    for (const [letter, word] of Object.entries(ANSWERS)) {
      const formats = game.formats.filter((fmt) => (letter === "b" ? fmt.banned.includes(place) : fmt.answers[place] === letter));
      add(word[0].toUpperCase() + word.slice(1), formats.map((fmt) => fmt.name).join(", "));
    }
    const text = element("p", { className: "devicecard__text", textContent: card.text || "Card text not available." });
    const link = element("a", { href: `${root.dataset.cards}${game.game}/${card.slug}/`, textContent: "Card page" });
    const day = element("p", { className: "small soft", textContent: `Legality as of ${writeDay(`${game.day}T12:00Z`)}. ` }, link);
    return element("div", { className: "stack" }, text, list, day);
  }

  async function begin() {
    games = await Shelf.all("references");
    const isEmpty = !games.length;
    at("device-none").hidden = !isEmpty;
    at("device-off").hidden = true;
    root.hidden = false;
    if (isEmpty) return;
    const asked = readAsked();
    at("device-game").append(element("option", { value: "", textContent: "All on this device" }), ...games.map((each) => element("option", { value: each.game, textContent: each.name })));
    at("device-game").value = asked.game;
    at("device-q").value = asked.text;
    if (asked.text || asked.game) searchFor(asked);
  }

  at("device-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const asked = new URLSearchParams({ q: at("device-q").value, game: at("device-game").value });
    history.pushState(null, "", `${event.target.getAttribute("action")}?${asked}`);
    searchAll(asked.get("q"), asked.get("game"));
  });
  addEventListener("popstate", () => {
    const asked = readAsked();
    at("device-q").value = asked.text;
    at("device-game").value = asked.game;
    searchFor(asked);
  });
  at("device-more").addEventListener("click", showMore);
  begin();
})();
