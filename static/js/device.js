// The page of what this browser stores: what it is, how old, how large; take along, update, remove, forget.
(() => {
  const root = document.getElementById("device");
  if (!root || !("caches" in self) || !("indexedDB" in self)) return;
  const { Shelf } = self;
  const { element, writeMoment } = Shelf;
  const at = (id) => document.getElementById(id);

  function announce(said) {
    at("announce").textContent = said;
  }

  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
  const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

  // --- the cards of a game ---

  async function showGames() {
    for (const row of root.querySelectorAll("[data-game]")) {
      const held = await Shelf.get("references", row.dataset.game);
      const [take, drop] = [row.querySelector("[data-take]"), row.querySelector("[data-drop]")];
      row.querySelector("[data-state]").textContent = held
        ? `${count(held.cards.length, "card")}, complete. As of ${writeMoment(held.taken)}. ${megabytes(held.bytes)}.`
        : "Not on this device.";
      take.textContent = held ? "Update" : "Take along";
      take.setAttribute("aria-label", `${take.textContent}: ${row.dataset.name}`);
      take.disabled = !navigator.onLine;
      drop.hidden = !held;
    }
    at("take-decks").disabled = !navigator.onLine;
  }

  async function takeGame(row) {
    const { game } = row.dataset;
    const held = await Shelf.get("references", game);
    const headers = held ? { "If-None-Match": held.etag } : {};
    const answer = await fetch(row.dataset.package, { headers, cache: "no-store" });
    if (answer.status === 304) {
      await Shelf.put("references", { ...held, taken: Date.now() });
      return;
    }
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    // It comes in one piece, so that what is stored is whole.
    const kept = { etag: answer.headers.get("ETag") || "", taken: Date.now(), bytes: text.length };
    await Shelf.put("references", { ...JSON.parse(text), ...kept });
    await navigator.storage?.persist?.();
    await Shelf.tellWorker("keep-tools");
  }

  // --- decks ---

  async function showDecks() {
    const decks = (await Shelf.decks()).sort((one, other) => one.title.localeCompare(other.title));
    at("deck-list").replaceChildren(...decks.map(buildDeckRow));
    if (!decks.length) at("deck-list").append(element("li", { className: "soft", textContent: "No decks." }));
  }

  function buildDeckRow(deck) {
    const title = deck.newTitle ?? deck.title;
    const link = element("a", { href: `${root.dataset.deck}?deck=${deck.id}`, textContent: title });
    const waits = deck.conflict ? "Changes need a decision." : Shelf.isChanged(deck) ? "Changes wait for the network." : "";
    const said = `${deck.game_name}${deck.format_name ? `, ${deck.format_name}` : ""}. As of ${writeMoment(deck.taken)}. ${waits}`;
    return buildRow(link, said, `Remove ${title} from this device`, () => Shelf.remove("decks", deck.id));
  }

  function buildRow(link, said, label, remove) {
    const what = element("div", { className: "holdings__what" }, link, element("br"), element("span", { className: "small", textContent: said }));
    const button = element("button", { type: "button", textContent: "Remove", className: "button--small" });
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => act(button, async () => {
      await remove();
      announce("Removed.");
    }));
    return element("li", {}, what, element("div", { className: "holdings__ways" }, button));
  }

  async function takeDecks() {
    await Shelf.sendChanges(root.dataset.decks).catch(() => {});
    const told = await Shelf.fetchDecks(root.dataset.decks);
    await Shelf.meetAccount(told.account);
    await Shelf.takeDecks(told, true);
    await Shelf.tellWorker("keep-tools");
    if (told.decks.length) return `${count(told.decks.length, "deck")} taken along.`;
    return told.account === "public" ? "No decks to take along. Sign in, or build a deck in this browser." : "You have no decks yet.";
  }

  // --- events ---

  async function showDesks() {
    const desks = await Shelf.listDesks();
    at("device-desks").hidden = !desks.length;
    at("desk-list").replaceChildren(...desks.map((desk) => {
      const link = element("a", { href: `${root.dataset.events}${desk.id}/offline/`, textContent: desk.title });
      const age = desk.taken ? `As of ${writeMoment(desk.taken)}.` : "Not taken along.";
      const waits = desk.waiting ? ` ${count(desk.waiting, "change")} not sent yet.` : "";
      return element("li", {}, link, element("br"), element("span", { className: "small", textContent: age + waits }));
    }));
  }

  // --- pages ---

  async function listPages() {
    const found = [];
    for (const name of [Shelf.PAGES + (await Shelf.account()), Shelf.EVERYBODY]) {
      if (found.some((each) => each.name === name) || !(await caches.has(name))) continue;
      const cache = await caches.open(name);
      for (const key of await cache.keys()) {
        const copy = await cache.match(key);
        if (copy) found.push({ name, key, copy });
      }
    }
    return found.reverse();
  }

  async function showPages() {
    const pages = await listPages();
    const bytes = pages.reduce((sum, { copy }) => sum + Number(copy.headers.get("Copied-Bytes")), 0);
    at("page-count").textContent = `${count(pages.length, "page")}, ${megabytes(bytes)}. At most 150 are kept; those not opened for longest go first.`;
    at("page-list").replaceChildren(...pages.map(buildPageRow));
  }

  function buildPageRow({ name, key, copy }) {
    const url = new URL(key.url);
    const title = decodeURIComponent(copy.headers.get("Copied-Title") || "").replace(/ · vsdb$/, "") || url.pathname;
    const link = element("a", { href: url.pathname + url.search, textContent: title });
    const said = `As of ${writeMoment(copy.headers.get("Copied-At"))}.`;
    return buildRow(link, said, `Remove ${title} from this device`, async () => (await caches.open(name)).delete(key));
  }

  // --- storage ---

  async function showStorage() {
    const { usage, quota } = (await navigator.storage?.estimate?.()) || {};
    if (usage !== undefined) at("storage").textContent = `This site uses ${megabytes(usage)} of ${megabytes(quota)} on this device.`;
  }

  async function forgetAll() {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.unregister();
    await Shelf.forgetAll();
    await Shelf.forgetAll(); // what the worker was writing meanwhile
    localStorage.clear();
    sessionStorage.clear();
    // To show what is stored would begin to store it.
    root.hidden = true;
    at("device-off").textContent = "This browser stores nothing of this site any more. It begins again when you open the next page.";
    at("device-off").hidden = false;
    announce("Everything is forgotten.");
  }

  // --- the page ---

  async function showAll() {
    await showGames();
    await showDecks();
    await showDesks();
    await showPages();
    await showStorage();
  }

  async function act(button, what) {
    button.disabled = true;
    try {
      await what();
    } catch {
      announce("");
      tell(navigator.onLine ? "The site didn’t respond. Nothing has changed." : "This needs the network.");
    }
    button.disabled = false;
    await showAll(); // also what only the network allows
  }

  function tell(said) {
    const trouble = at("trouble");
    trouble.textContent = said;
    trouble.hidden = !said;
  }

  root.addEventListener("click", (event) => {
    const row = event.target.closest("[data-game]");
    const take = event.target.closest("[data-take]");
    const drop = event.target.closest("[data-drop]");
    if (take || drop) tell("");
    if (take) {
      take.textContent = "Taking along…";
      act(take, async () => {
        await takeGame(row);
        announce(`${row.dataset.name} is on this device.`);
      });
    }
    if (drop) act(drop, () => Shelf.remove("references", row.dataset.game).then(() => announce("Removed.")));
  });

  at("take-decks").addEventListener("click", (event) => {
    tell("");
    at("took").textContent = "";
    act(event.target, async () => { at("took").textContent = await takeDecks(); });
  });
  at("forget").addEventListener("click", async () => {
    at("forget-session").hidden = (await Shelf.account()) === "public";
    at("forget-box").returnValue = "";
    at("forget-box").showModal();
  });
  at("forget-box").addEventListener("close", (event) => {
    if (event.target.returnValue !== "forget") return;
    forgetAll();
  });

  addEventListener("online", showGames);
  addEventListener("offline", showGames);

  async function begin() {
    await Shelf.waitForAccount();
    at("device-off").hidden = true;
    root.hidden = false;
    await showAll();
  }

  begin();
})();
