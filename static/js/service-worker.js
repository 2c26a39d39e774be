// The service worker of the whole site. A page always comes from the network; where that fails, or says nothing for long,
// the copy that was seen comes with its age on top. It stores only pages of which the server says so, by `Offline-Copy` (docs/offline.md).
// SITE is what the server says in front of this script: the version of its code, addresses, and whether all this is on.
(() => {
  const { SITE, Shelf } = self;
  const TOOLS = `${Shelf.TOOLS}${SITE.version}`;
  const MOST_PAGES = 150;
  const MOST_FILES = 300;
  const MOST_BYTES = 24 * 1024 * 1024; // of pages, and as much of files
  const LARGEST_PAGE = 2 * 1024 * 1024;
  const LARGEST_FILE = 1024 * 1024; // what is larger has a place of its own, where the page that loads it puts it
  const PATIENCE = 10_000; // milliseconds without a word of an answer, after which a copy is shown if there is one
  const OFFLINE = "You are offline.";
  const SILENT = "The network doesn’t answer.";
  const HASHED = /\.[0-9a-f]{12}\.\w+$/;
  const TOKEN = /<input[^>]+name="csrfmiddlewaretoken"[^>]*>/g;
  const TITLE = /<title>([^<]*)<\/title>/;

  const filesInUse = new Set();

  // Raised when the account becomes another one: an answer that was asked for before belongs to the one before.
  let epoch = 0;
  let turn = Promise.resolve();

  // One after the other, so that no page is stored while the account changes. Nothing in it waits for the network: who
  // signs out is forgotten at once.
  function inTurn(act) {
    turn = turn.then(act, act).catch(() => {});
    return turn;
  }

  // What is being stored; a question about what is here waits for it.
  const storing = new Set();

  function store(event, work) {
    const done = work.catch(() => {}).finally(() => storing.delete(done));
    storing.add(done);
    event.waitUntil(done);
  }

  // --- installing: the page that says what is here, and what was taken along to work with ---

  self.addEventListener("install", (event) => {
    event.waitUntil((SITE.isOn ? keepTools() : Promise.resolve()).then(() => self.skipWaiting()));
  });

  self.addEventListener("activate", (event) => {
    event.waitUntil(SITE.isOn ? begin() : end());
  });

  async function begin() {
    for (const name of await caches.keys()) {
      if (name.startsWith(Shelf.TOOLS) && name !== TOOLS) await caches.delete(name);
    }
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  }

  // The site stores no pages on devices any more; what an event's desk has stored, it sees to itself.
  async function end() {
    await Shelf.forgetAll(true);
    await self.registration.unregister();
  }

  async function keepTools() {
    const isInUse = (await Shelf.keys("references")).length + (await Shelf.keys("decks")).length > 0;
    const cache = await caches.open(TOOLS);
    for (const address of [SITE.device, ...(isInUse ? SITE.tools : [])]) {
      if (await cache.match(address)) continue;
      // Nobody's copy: it is the same for whoever uses this browser.
      const answer = await fetch(address, { credentials: "omit", cache: "no-cache" });
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      const text = await answer.text();
      await keepFilesOf(text);
      await cache.put(address, copyOf(text, answer));
    }
  }

  async function keepFilesOf(text) {
    const found = new Set([SITE.script, ...[...text.matchAll(/(?:href|src)="([^"#]+)/g)].map((each) => each[1])]);
    for (const address of found) {
      if (!address.startsWith(SITE.statics) || (HASHED.test(address) && (await caches.match(address)))) continue;
      const answer = await fetch(address);
      if (answer.ok) await keepFile(address, answer);
    }
  }

  // --- what is asked for ---

  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (!SITE.isOn || request.method !== "GET" || url.origin !== self.location.origin) return;
    if (request.mode === "navigate") event.respondWith(openPage(event, url));
    else if (url.pathname.startsWith(SITE.statics)) event.respondWith(openFile(event, url));
    else if (url.pathname.startsWith(SITE.engine)) event.respondWith(openEngineFile(event.request, url));
  });

  async function openPage(event, url) {
    const begun = epoch;
    const asked = askSite(event);
    event.waitUntil(asked.then((answer) => noteIfKept(event, url, answer, begun), () => {}));
    const waited = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    try {
      return (await Promise.race([asked, waited])) || (await findCopy(url, SILENT)) || (await asked);
    } catch {
      return (await findCopy(url, OFFLINE)) || openDevicePage(url);
    }
  }

  const askSite = async (event) => (await event.preloadResponse) || fetch(event.request);

  // What is kept of an answer is read from a copy of it, made before the browser reads the answer itself.
  function noteIfKept(event, url, answer, begun) {
    const account = answer.headers.get("Offline-Account");
    if (account) {
      const copy = mayBeKept(answer, account) ? answer.clone() : null;
      store(event, noteAnswer(url, account, copy, begun));
    }
    event.waitUntil(sendChanges().catch(() => {}));
  }

  const mayBeKept = (answer, account) =>
    answer.status === 200 && !answer.redirected && answer.type === "basic" && answer.headers.get("Offline-Copy") === account;

  async function noteAnswer(url, account, answer, begun) {
    let met = begun;
    await inTurn(async () => {
      if (met === epoch && (await Shelf.meetAccount(account))) met = epoch += 1;
    });
    const text = answer ? await answer.text().catch(() => "") : "";
    if (!text || text.length > LARGEST_PAGE) return;
    await inTurn(async () => {
      if (met === epoch) await keepPage(url.pathname + url.search, account, text, answer);
    });
  }

  async function keepPage(key, account, text, answer) {
    const cache = await caches.open(Shelf.PAGES + account);
    await cache.delete(key);
    // What sends a form from here would be refused later, or do what nobody sees any more: no copy holds its token.
    await cache.put(key, copyOf(text.replace(TOKEN, ""), answer));
    await trim(cache, MOST_PAGES);
  }

  function copyOf(text, answer) {
    const headers = new Headers(answer.headers);
    for (const name of ["Content-Encoding", "Content-Length", "ETag"]) headers.delete(name);
    const said = Date.parse(answer.headers.get("Date") || "") || Date.now();
    headers.set("Copied-At", new Date(said).toISOString());
    headers.set("Copied-Title", encodeURIComponent(readTitle(text)));
    headers.set("Copied-Bytes", String(new Blob([text]).size));
    return new Response(text, { headers });
  }

  function readTitle(text) {
    const found = TITLE.exec(text);
    return found ? found[1].replace(/&#x27;/g, "'").replace(/&quot;/g, '"').replace(/&amp;/g, "&").trim() : "";
  }

  // What stands in a cache stands there in the order in which it was last used: what is used is put there anew. Files
  // are used too often for that: of them those stay that were asked for since the worker started.
  async function trim(cache, most) {
    const all = await cache.keys();
    const isInUse = (key) => filesInUse.has(new URL(key.url).pathname);
    const keys = [...all.filter((key) => !isInUse(key)), ...all.filter(isInUse)];
    const sizes = [];
    for (const key of keys) sizes.push(Number((await cache.match(key))?.headers.get("Copied-Bytes")) || 0);
    let bytes = sizes.reduce((sum, each) => sum + each, 0);
    for (let place = 0; place < keys.length && (keys.length - place > most || bytes > MOST_BYTES); place += 1) {
      bytes -= sizes[place];
      await cache.delete(keys[place]);
    }
  }

  async function use(cache, key, answer) {
    await cache.delete(key);
    await cache.put(key, answer);
  }

  // --- without a network ---

  // What is here of a page, `why` it comes from here on top; null where nothing is.
  async function findCopy(url, why) {
    const tool = await caches.open(TOOLS).then((cache) => cache.match(url.pathname));
    if (tool) return mark(tool, "", why);
    const desk = await findDesk(url.pathname);
    if (desk) return desk;
    const key = url.pathname + url.search;
    for (const name of new Set([Shelf.PAGES + (await Shelf.account()), Shelf.EVERYBODY])) {
      const cache = await caches.open(name);
      const copy = await cache.match(key);
      if (!copy) continue;
      inTurn(() => use(cache, key, copy.clone()));
      return mark(copy.clone(), `This page is as of ${writeTime(copy)}.`, why);
    }
    return null;
  }

  // The desk of an event that was taken along, in the place of any page of that event. It says itself what it is.
  async function findDesk(path) {
    const event = path.startsWith(SITE.events) && /^\d+/.exec(path.slice(SITE.events.length));
    if (!event) return null;
    for (const name of (await caches.keys()).filter((each) => each.startsWith(Shelf.DESKS))) {
      const cache = await caches.open(name);
      const page = await cache.match(`${SITE.events}${event[0]}/offline/`);
      if (page) return page;
    }
    return null;
  }

  // Whether a desk opens without a network, and which of its files are missing.
  async function probeDesk({ path }) {
    const page = await findDesk(path);
    if (!page) return { found: false };
    const addresses = [...(await page.text()).matchAll(/(?:href|src)="([^"#]+)/g)].map((each) => each[1]);
    const missing = [];
    for (const address of new Set(addresses.filter((each) => each.startsWith(SITE.statics)))) {
      if (!(await caches.match(address))) missing.push(address);
    }
    return { found: true, missing };
  }

  // What is on this device, in the place of a page that isn't; a search goes on among the cards that are here, and a card
  // or a deck that is here opens.
  async function openDevicePage(url) {
    const cache = await caches.open(TOOLS);
    const [cards, deck] = SITE.tools;
    if (url.pathname.startsWith(SITE.search) && url.searchParams.get("q")) {
      const page = await cache.match(cards);
      if (page) return mark(page, "Searching the cards on this device.");
    }
    const [game, slug] = url.pathname.startsWith(SITE.search) ? url.pathname.slice(SITE.search.length).split("/") : [];
    const reference = slug && (await Shelf.get("references", game));
    if (reference?.cards.some((card) => card.slug === slug)) {
      const page = await cache.match(cards);
      if (page) return mark(page, "This is the card on this device.");
    }
    const number = url.pathname.startsWith(SITE.stored) && /^\d+/.exec(url.pathname.slice(SITE.stored.length));
    if (number && (await Shelf.deck(Number(number[0])))) {
      const page = await cache.match(deck);
      if (page) return mark(page, "This is the deck on this device.");
    }
    const page = await cache.match(SITE.device);
    return page ? mark(page, "The page you asked for isn’t on this device.") : Response.error();
  }

  function writeTime(copy) {
    const at = new Date(copy.headers.get("Copied-At"));
    return `<time datetime="${at.toISOString()}">${Shelf.writeMoment(at)}</time>, ${writeAge(Date.now() - at)}`;
  }

  function writeAge(milliseconds) {
    const minutes = Math.max(0, Math.round(milliseconds / 60000));
    const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
    if (minutes < 2) return "just now";
    if (minutes < 100) return words.format(-minutes, "minute");
    return minutes < 2880 ? words.format(-Math.round(minutes / 60), "hour") : words.format(-Math.round(minutes / 1440), "day");
  }

  // A page with the banner above it, and the script that switches off what needs the network.
  async function mark(copy, said, why = OFFLINE) {
    const again = why === SILENT ? `<a href="">Try again</a> ` : "";
    const more = `${again}<a href="${SITE.device}">On this device</a>`;
    const line = `<strong>${why}</strong> ${said} <span data-online>${more}</span>`;
    const banner = `<div class="sitenotice" id="offline" role="status"><p class="wrap">${line}</p></div>`;
    const text = (await copy.text())
      .replace("</head>", `<script src="${SITE.script}" defer></script></head>`)
      .replace(/<main[ >]/, (start) => banner + start);
    return new Response(text, { status: 200, headers: copy.headers });
  }

  // --- files of pages: one whose name says what it holds never changes ---

  async function openFile(event, url) {
    const isHashed = HASHED.test(url.pathname);
    filesInUse.add(url.pathname);
    if (isHashed) {
      const held = await caches.match(url.pathname);
      if (held) return held;
    }
    try {
      const answer = await fetch(event.request);
      const length = Number(answer.headers.get("Content-Length")) || 0;
      if (answer.status === 200 && answer.type === "basic" && length <= LARGEST_FILE) {
        store(event, keepFile(url.pathname, answer.clone()));
      }
      return answer;
    } catch (fault) {
      const held = await caches.match(url.pathname);
      if (held) return held;
      throw fault;
    }
  }

  async function keepFile(path, answer) {
    const body = await answer.blob();
    if (body.size > LARGEST_FILE) return;
    const headers = new Headers(answer.headers);
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    headers.set("Copied-Bytes", String(body.size));
    await inTurn(async () => {
      const cache = await caches.open(Shelf.FILES);
      await cache.delete(path);
      await cache.put(path, new Response(body, { headers }));
      await trim(cache, MOST_FILES);
    });
  }

  // A file of the engine, from where engine.js has put it: its address says what it holds.
  const openEngineFile = async (request, url) => (await caches.match(url.pathname)) || fetch(request);

  // --- what pages tell ---

  async function sendChanges() {
    const held = await Shelf.decks();
    if (held.some((each) => Shelf.isChanged(each) && !each.conflict)) await Shelf.sendChanges(SITE.decks);
  }

  const ACTS = {
    "sign-out": ({ account }) => {
      epoch += 1;
      return inTurn(() => Shelf.forgetAccount(account));
    },
    "meet-account": () => inTurn(() => {}), // it is met before anything else that waits for its turn
    "keep-tools": keepTools,
    "send-changes": sendChanges,
    "probe-desk": (asked) => Promise.all(storing).then(() => inTurn(() => probeDesk(asked))),
  };

  self.addEventListener("message", (event) => {
    const act = ACTS[event.data?.do];
    if (!act) return;
    const tell = (said) => event.ports[0]?.postMessage(said);
    event.waitUntil(act(event.data).then((said) => tell(said || {}), (fault) => tell({ fault: String(fault) })));
  });
})();
