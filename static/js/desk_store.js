// What a judge's device keeps of events: the package, the checks as the screen shows them, and the outbox of what was
// done. The outbox is sent in its order and each item counts once, however often it is sent (docs/offline.md).
// IndexedDB, one database an account, so that nothing of one account is left to the next.
(() => {
  const PREFIX = "vsdb-desk-";
  const PORTION = 100; // items of one request
  const EVERY = 30_000; // milliseconds between attempts
  const PATIENCE = 15_000;

  const wait = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  const finish = (transaction) =>
    new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });

  const makeNonce = () => desk.writeHex(crypto.getRandomValues(new Uint8Array(16)));

  const readToken = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] || "";

  function post(address, body) {
    return fetch(address, {
      method: "POST",
      body,
      credentials: "same-origin",
      headers: {
        Accept: "application/json",
        "X-CSRFToken": readToken(),
        ...(typeof body === "string" && { "Content-Type": "application/json" }),
      },
      signal: AbortSignal.timeout(PATIENCE),
    });
  }

  // The counts that a screen shows: those of the server, with what this device has counted since.
  function addUp(check, items) {
    const counts = new Map([...check.lines, ...check.strangers].map((line) => [line.key, line.counted]));
    for (const { kind, payload } of items) {
      if (kind !== "check-count") continue;
      for (const [key, by] of Object.entries(payload.deltas)) counts.set(key, Math.max(0, (counts.get(key) || 0) + by));
    }
    return counts;
  }

  class DeskStore extends EventTarget {
    constructor(database, event, account) {
      super();
      Object.assign(this, { database, event, account, base: `/events/${event}/`, lastContact: null, problem: "", isSignedOut: false });
      this.channel = new BroadcastChannel(PREFIX + event); // other tabs of the same desk
      this.channel.onmessage = () => this.dispatchEvent(new Event("change"));
    }

    change() {
      this.channel.postMessage("change");
      this.dispatchEvent(new Event("change"));
    }

    stores(mode, ...names) {
      const transaction = this.database.transaction(names, mode);
      return [transaction, ...names.map((name) => transaction.objectStore(name))];
    }

    // --- the package and the device ---

    async getEvent() {
      const [, events] = this.stores("readonly", "events");
      return (await wait(events.get(this.event))) || { id: this.event };
    }

    async putEvent(fields) {
      const [transaction, events] = this.stores("readwrite", "events");
      const known = (await wait(events.get(this.event))) || { id: this.event };
      events.put({ ...known, ...fields });
      await finish(transaction);
      this.change();
    }

    // The key by which the server knows this device; made at the first need of it, with a network. One tab at a time:
    // a browser is one device of an account.
    getDevice() {
      return navigator.locks.request(`${PREFIX}${this.event}-device`, () => this.findDevice());
    }

    async findDevice() {
      const { device } = await this.getEvent();
      if (device) return device;
      if ((await askAccount()) !== this.account) throw new WrongAccountError();
      const name = new FormData();
      name.set("name", nameDevice());
      const answer = await post(`${this.base}devices/`, name);
      if (!answer.ok) throw new Error(`No device: ${answer.status}`);
      const made = await answer.json();
      await this.putEvent({ device: made });
      return made;
    }

    async takeAlong() {
      const device = await this.getDevice();
      const address = `${this.base}package/?device=${encodeURIComponent(device.key)}`;
      const answer = await fetch(address, { credentials: "same-origin", headers: { Accept: "application/json" } });
      if (answer.status === 410) {
        await this.leave();
        throw new Error("This device was revoked, or the event has ended. What it kept of the event is deleted.");
      }
      if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
      const taken = await answer.json();
      const now = Date.now();
      await this.putEvent({ package: taken, taken: now, ahead: now - Date.parse(taken.generated) });
      return taken;
    }

    // --- checks as the screen shows them ---

    async getCheck(nonce) {
      const [, checks, outbox] = this.stores("readonly", "checks", "outbox");
      const held = await wait(checks.get([this.event, nonce]));
      if (!held) return null;
      const own = (await wait(outbox.index("event").getAll(this.event))).filter(
        ({ item }) => item.payload.check === nonce || item.nonce === nonce,
      );
      const waiting = own.filter((row) => !row.refused);
      const refused = own.find((row) => row.refused)?.refused || "";
      return { ...held, refused, waiting: waiting.length, counts: addUp(held.check, waiting.map(({ item }) => item)) };
    }

    async listChecks() {
      const [, checks] = this.stores("readonly", "checks");
      return (await wait(checks.getAll())).filter((held) => held.event === this.event);
    }

    async putCheck(nonce, fields) {
      const [transaction, checks] = this.stores("readwrite", "checks");
      const known = (await wait(checks.get([this.event, nonce]))) || { event: this.event, nonce, base: null };
      checks.put({ ...known, ...fields });
      await finish(transaction);
      this.change();
    }

    // --- the outbox ---

    // Puts something into the outbox. Counts are added to the last item if that is one of the same check that no
    // request has carried yet: what was sent once never changes.
    async add(kind, payload, { nonce = makeNonce(), base = null } = {}) {
      const [transaction, outbox] = this.stores("readwrite", "outbox");
      const last = kind === "check-count" && (await wait(outbox.openCursor(null, "prev")))?.value;
      const goes = last && last.event === this.event && !last.sent && last.item.kind === kind;
      if (goes && last.item.payload.check === payload.check && last.item.base === base) {
        const { deltas } = last.item.payload;
        for (const [key, by] of Object.entries(payload.deltas)) deltas[key] = (deltas[key] || 0) + by;
        outbox.put(last);
      } else {
        const item = { nonce, at: new Date().toISOString(), base, kind, payload };
        outbox.add({ event: this.event, item, sent: false });
      }
      await finish(transaction);
      this.change();
      return nonce;
    }

    async listOutbox() {
      const [, outbox] = this.stores("readonly", "outbox");
      return wait(outbox.index("event").getAll(this.event));
    }

    async forgetItem(seq) {
      const [transaction, outbox] = this.stores("readwrite", "outbox");
      outbox.delete(seq);
      await finish(transaction);
      this.change();
    }

    async listAnswers() {
      const [, answers] = this.stores("readonly", "answers");
      return (await wait(answers.getAll())).filter((each) => each.event === this.event);
    }

    async forgetAnswer(seq) {
      const [transaction, answers] = this.stores("readwrite", "answers");
      answers.delete(seq);
      await finish(transaction);
      this.change();
    }

    // Sends all that waits; true once nothing does. One tab at a time: two would only send the same twice.
    sync() {
      return navigator.locks.request(PREFIX + this.event, () => this.sendAll());
    }

    async sendAll(isNew = false) {
      for (;;) {
        const rows = await this.takePortion();
        if (!rows.length) return true;
        let answer;
        try {
          const device = await this.getDevice();
          const sent = { device: device.key, sent_at: new Date().toISOString(), items: rows.map(({ item }) => item) };
          answer = await post(`${this.base}sync/`, JSON.stringify(sent));
        } catch (fault) {
          if (fault instanceof WrongAccountError) return this.fail(...(await this.explainAccount()));
          return this.fail("No network.");
        }
        if (answer.status === 410) {
          await this.wipe();
          return true;
        }
        if (answer.status === 400 && (await readCode(answer)) === "unknown-device" && !isNew) {
          await this.putEvent({ device: null }); // the site may have come from a backup, or somebody else is signed in
          return this.sendAll(true);
        }
        if (!answer.ok) return this.fail(...(await this.explain(answer)));
        const { answers } = await answer.json();
        await this.keepAnswers(rows, answers);
        this.lastContact = new Date();
        this.problem = "";
        this.isSignedOut = false;
        this.change();
      }
    }

    fail(problem, isSignedOut = false) {
      Object.assign(this, { problem, isSignedOut });
      this.dispatchEvent(new Event("change"));
      return false;
    }

    // Why the server didn't take what was sent, and whether signing in is what helps.
    async explain(answer) {
      if (answer.status === 403 || answer.status === 404 || answer.redirected) return this.explainAccount();
      const { message } = await answer.json().catch(() => ({}));
      return [message || `The server answered ${answer.status}.`];
    }

    async explainAccount() {
      const now = await askAccount().catch(() => this.account);
      if (now === this.account) return ["You have no role at this event any more."];
      return [now === "public" ? "You are signed out." : "Another account is signed in.", true];
    }

    async takePortion() {
      const [transaction, outbox] = this.stores("readwrite", "outbox");
      const rows = (await wait(outbox.index("event").getAll(this.event))).filter((row) => !row.refused).slice(0, PORTION);
      for (const row of rows) if (!row.sent) outbox.put({ ...row, sent: true });
      await finish(transaction);
      return rows;
    }

    async keepAnswers(rows, answers) {
      const byNonce = new Map(answers.map((answer) => [answer.nonce, answer]));
      const [transaction, outbox, checks, kept] = this.stores("readwrite", "outbox", "checks", "answers");
      for (const row of rows) {
        const answer = byNonce.get(row.item.nonce);
        if (!answer) continue;
        if (answer.result === "refused") outbox.put({ ...row, sent: true, refused: answer.message });
        else outbox.delete(row.seq);
        if (answer.result === "conflict" || answer.code === "joined" || answer.first === "conflict") {
          kept.add({ event: this.event, item: row.item, answer: { ...answer, check: null }, at: new Date().toISOString() });
        }
        if (!answer.check) continue;
        const nonce = row.item.kind === "check-start" ? row.item.nonce : row.item.payload.check;
        const key = [this.event, nonce];
        const known = (await wait(checks.get(key))) || { event: this.event, nonce };
        checks.put({ ...known, check: answer.check, base: answer.check.edition, ahead: measureAhead(answer.check) });
      }
      await finish(transaction);
    }

    // Sends at once, when the network comes back, when the tab is looked at again, and now and then.
    start() {
      const send = () => this.sync().catch(() => this.fail("The outbox can’t be read."));
      addEventListener("online", send);
      addEventListener("offline", () => this.fail("No network."));
      document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && send());
      setInterval(send, EVERY);
      this.send = send;
      return send();
    }

    // The package may not be kept any longer. What was never sent stays until it is.
    async leave() {
      await this.putEvent({ package: null });
      if (await this.sync()) await this.wipe();
    }

    // The server counts this device no more; what it keeps of the event goes with the account's database.
    async revoke() {
      const { device } = await this.getEvent();
      if (device?.id) await post(`${this.base}devices/${device.id}/revoke/`, new FormData());
    }

    // Deletes all that this device keeps of the event.
    async wipe() {
      const [transaction, events, outbox, checks, answers] = this.stores(
        "readwrite", "events", "outbox", "checks", "answers",
      );
      events.delete(this.event);
      for (const store of [outbox, checks, answers]) {
        for (const key of await wait(store.index("event").getAllKeys(this.event))) store.delete(key);
      }
      await finish(transaction);
      if (globalThis.caches) {
        const cache = await caches.open(PREFIX + this.account);
        await cache.delete(`${this.base}offline/`);
      }
      this.wiped = true;
      this.change();
    }
  }

  function nameDevice() {
    const { userAgent } = navigator;
    const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"].find((word) => userAgent.includes(word));
    const browser = ["Firefox", "Edg", "Chrome", "Safari"].find((word) => userAgent.includes(word));
    return [browser === "Edg" ? "Edge" : browser, system && `on ${system}`].filter(Boolean).join(" ") || "A device";
  }

  // How far the clock of this device is ahead of the server's, in milliseconds, as a check comes from there.
  const measureAhead = (check) => Date.now() - Date.parse(check.clock.server_time);

  async function readCode(answer) {
    const { code } = await answer.clone().json().catch(() => ({}));
    return code;
  }

  // Whose session this browser has now: nothing is sent in the name of another account.
  async function askAccount() {
    const answer = await fetch("/device/decks.json?deck=0", { credentials: "same-origin", cache: "no-store" });
    return (await answer.json()).account;
  }

  class WrongAccountError extends Error {
    message = "You are signed out, or another account is signed in.";
  }

  async function open(event, account) {
    const request = indexedDB.open(PREFIX + account, 1);
    request.onupgradeneeded = () => {
      const database = request.result;
      database.createObjectStore("events", { keyPath: "id" });
      for (const name of ["outbox", "answers"]) {
        database.createObjectStore(name, { keyPath: "seq", autoIncrement: true }).createIndex("event", "event");
      }
      database.createObjectStore("checks", { keyPath: ["event", "nonce"] }).createIndex("event", "event");
    };
    const database = await wait(request);
    database.onversionchange = () => database.close(); // so that signing out can delete it
    return new DeskStore(database, event, account);
  }

  // The desks of an account that are on this device; none is made.
  async function openAll(account) {
    const databases = (await indexedDB.databases?.()) || [];
    if (!databases.some(({ name }) => name === PREFIX + account)) return [];
    const { database } = await open(0, account);
    const reading = database.transaction(["events", "outbox"]);
    const [events, rows] = await Promise.all([
      wait(reading.objectStore("events").getAllKeys()),
      wait(reading.objectStore("outbox").getAll()),
    ]);
    const numbers = new Set([...events, ...rows.map(({ event }) => event)]);
    return [...numbers].map((event) => new DeskStore(database, event, account));
  }

  Object.assign(desk, { PREFIX, measureAhead, open, openAll });
})();
