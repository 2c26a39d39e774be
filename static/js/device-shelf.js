// What this browser stores of the site, for pages and the service worker: where it lies, and what goes with an account.
// Caches: pages that were seen, one cache for everybody's and one for those of the account; files of pages; the tools.
// The database: card references by game, and decks by number with the changes that wait to be sent.
self.Shelf = (() => {
  const PAGES = "vsdb-pages-";
  const EVERYBODY = `${PAGES}public`;
  const FILES = "vsdb-files";
  const TOOLS = "vsdb-tools-";
  const VERDICTS = "vsdb-verdicts"; // the last ones that engine-verdicts.js keeps
  const DESKS = "vsdb-desk-"; // of an account: its desks of events, a cache and a database (desk_store.js)
  const DATABASE = "vsdb-device";
  const STORES = { references: "game", decks: "id" };

  let opened = null;

  function open() {
    opened ||= new Promise((resolve, reject) => {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => {
        for (const [name, keyPath] of Object.entries(STORES)) request.result.createObjectStore(name, { keyPath });
      };
      request.onsuccess = () => {
        request.result.onversionchange = () => {
          request.result.close();
          opened = null;
        };
        resolve(request.result);
      };
      request.onerror = () => {
        opened = null;
        reject(request.error);
      };
    });
    return opened;
  }

  // One transaction; gives what the last request gave once all is written.
  async function within(store, mode, act) {
    const database = await open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = act(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  }

  const get = (store, key) => within(store, "readonly", (held) => held.get(key));
  const all = (store) => within(store, "readonly", (held) => held.getAll());
  const keys = (store) => within(store, "readonly", (held) => held.getAllKeys());
  const put = (store, value) => within(store, "readwrite", (held) => held.put(value));
  const remove = (store, key) => within(store, "readwrite", (held) => held.delete(key));

  // Reads a row and writes what `change` makes of it in one transaction, so that no other tab comes in between.
  // Where it makes nothing, nothing is written.
  async function change(store, key, make) {
    let made;
    await within(store, "readwrite", (held) => {
      const request = held.get(key);
      request.onsuccess = () => {
        made = make(request.result);
        if (made) held.put(made);
      };
      return request;
    });
    return made;
  }

  // --- whose the copies are ---

  // The account that this browser was last seen with, by its digest; "public" for nobody's.
  async function account() {
    const own = (await caches.keys()).find((name) => name.startsWith(PAGES) && name !== EVERYBODY);
    return own ? own.slice(PAGES.length) : "public";
  }

  // From an answer of the server it is known whose browser this is now: what belongs to another account goes, and with a
  // session that is over the decks that this browser has built. What an account did at events or changed in its decks, and
  // never sent, waits for it.
  async function meetAccount(named) {
    const before = await account();
    if (before === named) return false;
    for (const name of await caches.keys()) {
      if (name.startsWith(PAGES) && name !== EVERYBODY) await caches.delete(name);
    }
    await caches.delete(VERDICTS);
    if (named !== "public") {
      await caches.open(PAGES + named);
      await forgetDesks(DESKS + named, () => false);
    }
    for (const deck of await all("decks")) {
      const isBrowsers = deck.account === "public";
      const isAnothers = !isBrowsers && deck.account !== named && !isChanged(deck);
      if (isAnothers || (isBrowsers && before !== "public")) await remove("decks", deck.id);
    }
    return true;
  }

  const nameDesks = async () => ((await indexedDB.databases?.()) || []).map(({ name }) => name).filter((name) => name.startsWith(DESKS));

  // Desks of events go, but for those of an account that are `kept`. Of accounts that didn't sign out (`isGone` says who
  // did) what was never sent stays, until they sign in again.
  async function forgetDesks(kept, isGone) {
    for (const name of await caches.keys()) if (name.startsWith(DESKS) && name !== kept) await caches.delete(name);
    for (const name of await nameDesks()) {
      if (name !== kept && (isGone(name) || !(await keepUnsent(name).catch(() => false)))) await dropDatabase(name);
    }
  }

  // Leaves of a desk's database what is needed to send what waits; false where nothing does.
  function keepUnsent(name) {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const names = ["events", "outbox", "checks", "answers"];
        const writing = request.result.transaction(names, "readwrite");
        const [events, outbox, checks, answers] = names.map((each) => writing.objectStore(each));
        let waiting = [];
        answers.clear();
        events.getAll().onsuccess = ({ target }) => target.result.forEach(({ id, device }) => events.put({ id, device }));
        outbox.getAll().onsuccess = ({ target }) => {
          waiting = target.result;
          const needed = new Set(waiting.flatMap(({ event, item }) => [`${event} ${item.nonce}`, `${event} ${item.payload.check}`]));
          checks.getAllKeys().onsuccess = (held) => held.target.result.forEach((key) => needed.has(key.join(" ")) || checks.delete(key));
        };
        writing.oncomplete = () => resolve(waiting.length > 0);
        writing.onabort = () => reject(writing.error);
        request.result.close();
      };
    });
  }

  // The events whose desks are here: number, title, when they were taken along, and how much waits to be sent. An
  // account sees its own.
  async function listDesks() {
    const now = await account();
    const held = [];
    for (const name of (await nameDesks()).filter((each) => now === "public" || each === DESKS + now)) {
      const [events, outbox] = await readDesk(name);
      for (const { id, package: packed, taken } of events) {
        const waiting = outbox.filter((row) => row.event === id).length;
        if (packed || waiting) held.push({ id, title: packed?.event.title || `Event ${id}`, taken, waiting });
      }
    }
    return held;
  }

  function readDesk(name) {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const reading = request.result.transaction(["events", "outbox"]);
        const rows = ["events", "outbox"].map((store) => reading.objectStore(store).getAll());
        reading.oncomplete = () => resolve(rows.map(({ result }) => result));
        reading.onerror = () => reject(reading.error);
        request.result.close();
      };
    });
  }

  function dropDatabase(name) {
    return new Promise((resolve) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = request.onerror = request.onblocked = resolve;
    });
  }

  // Somebody signs out: pages, desks and decks go, also those of this browser, which the server forgets with the session.
  // What others never sent stays for them.
  async function forgetAccount(named) {
    const own = named || (await account());
    for (const name of await caches.keys()) {
      if (name.startsWith(PAGES) && name !== EVERYBODY) await caches.delete(name);
    }
    await caches.delete(VERDICTS);
    await forgetDesks("", (name) => own === "public" || name === DESKS + own);
    for (const deck of await all("decks")) {
      const isKept = own !== "public" && ![own, "public"].includes(deck.account) && isChanged(deck);
      if (!isKept) await remove("decks", deck.id);
    }
  }

  // The decks that whoever uses this browser now may see: those of an account and of this browser itself.
  async function decks(named) {
    const now = named || (await account());
    const held = await all("decks");
    return held.filter((deck) => deck.account === "public" || deck.account === now);
  }

  const listChanged = async (named) => (await decks(named)).filter(isChanged);

  async function deck(id) {
    return (await decks()).find((each) => each.id === id);
  }

  // --- decks and their changes ---

  const isChanged = (deck) => Boolean(deck.changes.length || deck.newTitle !== undefined);

  const MOST_DECKS = 100; // that the server tells of at once

  // Stores decks as the server has them; what was changed here and waits keeps the version that it was changed from.
  // Where it has told of all, those that it has no more go. An answer to an account that has left meanwhile is dropped.
  async function takeDecks(told, isAll = false) {
    if (told.account !== (await account())) return;
    for (const each of told.decks) {
      await change("decks", each.id, (held) => {
        if (held && isChanged(held) && held.edition !== each.edition && !held.isSent) return null;
        const kept = held ? { changes: held.changes, newTitle: held.newTitle, conflict: held.conflict } : { changes: [] };
        return { ...each, ...kept, isSent: false, account: each.has_account ? told.account : "public", taken: Date.now() };
      });
    }
    if (!isAll || told.decks.length >= MOST_DECKS) return;
    for (const held of await decks()) {
      const isThere = told.decks.some((each) => each.id === held.id);
      if (!isThere && !isChanged(held)) await remove("decks", held.id);
    }
  }

  const decksAt = (address, id) => (id ? `${address}?deck=${id}` : address);

  async function fetchDecks(address, id) {
    const answer = await fetch(decksAt(address, id), { credentials: "same-origin", cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  // What a deck's changes are sent as; the server takes them as one version, or answers with both texts.
  function fieldsOf(deck, csrf) {
    const fields = { csrfmiddlewaretoken: csrf, op: "offline", edition: String(deck.edition) };
    fields.changes = JSON.stringify(deck.changes);
    return deck.newTitle === undefined ? fields : { ...fields, title: deck.newTitle };
  }

  // Sends what waits of whoever is signed in. What can't be merged is marked, with the version that it clashed with: it is
  // tried again where `isAsked`, once the deck has another.
  async function sendChanges(address, isAsked = false) {
    const isWaiting = (each) => isAsked || !each.conflict;
    if (!(await listChanged()).some(isWaiting)) return;
    const told = await fetchDecks(address);
    const waiting = (await listChanged(told.account)).filter(isWaiting);
    if (!waiting.length) return;
    for (const each of waiting) {
      const now = told.decks.find((other) => other.id === each.id);
      if (each.conflict && now?.edition === each.clashedWith) continue;
      const outcome = now ? await sendDeck(each, told.csrf) : "gone";
      if (outcome === "gone" && now && (await fetchDecks(address)).account !== told.account) return; // the session has just ended
      if (outcome === "saved") await settle(each);
      else await change("decks", each.id, (held) => held && { ...held, conflict: outcome, clashedWith: now?.edition });
    }
    await takeDecks(await fetchDecks(address), true);
  }

  async function sendDeck(deck, csrf) {
    const body = new URLSearchParams(fieldsOf(deck, csrf));
    // A change that is made is answered by the way back to the builder, which nobody follows here.
    const answer = await fetch(deck.change, { method: "POST", body, credentials: "same-origin", redirect: "manual" });
    if (answer.type === "opaqueredirect") return "saved";
    if (answer.status === 409) return "conflict";
    if (answer.status === 404) return "gone";
    if (answer.status === 400) return "refused";
    throw new Error(String(answer.status));
  }

  // What was sent is no change any more; what was changed while it was under way still is.
  function settle(sent) {
    return change("decks", sent.id, (held) => {
      if (!held) return null;
      const isSame = (one) => sent.changes.some((other) => JSON.stringify(other) === JSON.stringify(one));
      const left = held.changes.filter((each) => !isSame(each));
      const newTitle = held.newTitle === sent.newTitle ? undefined : held.newTitle;
      return { ...held, changes: left, newTitle, conflict: undefined, isSent: true };
    });
  }

  // --- all of it ---

  const isOwn = (name) => name === FILES || name.startsWith(PAGES) || name.startsWith(TOOLS);

  // All that any page of the site stores here, or only what this script and the service worker do.
  async function forgetAll(isOnlyOwn = false) {
    for (const name of await caches.keys()) if (!isOnlyOwn || isOwn(name)) await caches.delete(name);
    const databases = !isOnlyOwn && indexedDB.databases ? await indexedDB.databases() : [{ name: DATABASE }];
    (await opened)?.close();
    opened = null;
    for (const { name } of databases) await dropDatabase(name);
  }

  // --- for the pages ---

  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  // As the pages of the site write them: `29 November 2026`, and `29 November 2026, 08:12 UTC`.
  const writeDay = (at) => new Date(at).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const writeMoment = (at) => `${writeDay(at)}, ${new Date(at).toISOString().slice(11, 16)} UTC`;

  // Has the service worker do something, and waits until it is done; without one nothing is done.
  async function tellWorker(what) {
    const { active } = navigator.serviceWorker ? await navigator.serviceWorker.ready : {};
    if (!active) return;
    await new Promise((resolve, reject) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => (data.fault ? reject(new Error(data.fault)) : resolve());
      active.postMessage({ do: what }, [port2]);
    });
  }

  // Waits until the worker has seen whose the page is that it has just brought; an older worker doesn't know the word.
  async function waitForAccount() {
    if (!navigator.serviceWorker?.controller) return;
    await Promise.race([tellWorker("meet-account").catch(() => {}), new Promise((resolve) => setTimeout(resolve, 1_000))]);
  }

  return {
    element, writeDay, writeMoment, tellWorker, waitForAccount,
    PAGES, EVERYBODY, FILES, TOOLS, DESKS,
    get, all, keys, put, remove, change,
    account, meetAccount, forgetAccount, forgetAll, listDesks,
    decks, deck, isChanged, listChanged, takeDecks, fetchDecks, fieldsOf, sendChanges,
  };
})();
