// The engine on this device: fetched, stored and started only when somebody asks for it (docs/offline.md).
// `window.vsdbEngine`: `find`, `load`, `check`, `explain`, `remove`.
(() => {
  const CACHE = "vsdb-engine-";
  const MANIFEST = "/engine/manifest.json";
  const STORED = "/engine/stored.json"; // the manifest of what is stored, put there last; no address of the site
  const STORED_AT = "Stored-At";
  // Milliseconds for the manifest: where an engine is stored, that is better on bad Wi-Fi than a long wait.
  const PATIENCE = 8000;
  const LONG = 60000;
  const questions = new Map();
  let worker;
  let starting;
  let count = 0;

  // Caches, digests and workers with WebAssembly; the first two are there over HTTPS and on the machine itself.
  const canRun = () => "caches" in self && Boolean(self.crypto?.subtle) && "Worker" in self && "WebAssembly" in self;

  // What is stored whole, the newest first: its manifest, the cache's name and the moment it was stored.
  async function listStored() {
    const found = [];
    for (const name of canRun() ? await caches.keys() : []) {
      if (!name.startsWith(CACHE)) continue;
      const answer = await (await caches.open(name)).match(STORED);
      if (answer) found.push({ cacheName: name, manifest: await answer.json(), at: answer.headers.get(STORED_AT) });
    }
    return found.sort((one, other) => (one.at < other.at ? 1 : -1));
  }

  // What there is on the site today; nothing without a network.
  async function askSite(patience = LONG) {
    try {
      const answer = await fetch(MANIFEST, { cache: "no-cache", signal: AbortSignal.timeout(patience) });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  async function find() {
    if (!canRun()) return { state: "impossible" };
    const [stored] = await listStored();
    if (!stored) return { state: "absent" };
    return { state: worker?.isReady ? "ready" : "stored", at: stored.at, ...stored.manifest };
  }

  async function store(manifest, tell) {
    const cacheName = CACHE + manifest.version;
    const cache = await caches.open(cacheName);
    let done = 0;
    const gain = (bytes) => tell({ stage: "files", done: (done += bytes), whole: manifest.bytes });
    for (const file of manifest.files) {
      const held = await caches.match(file.address);
      if (held) gain(file.bytes);
      await cache.put(file.address, held || (await fetchFile(file, gain)));
    }
    const at = new Date().toISOString();
    const headers = { "Content-Type": "application/json", [STORED_AT]: at };
    await cache.put(STORED, new Response(JSON.stringify(manifest), { headers }));
    for (const other of await caches.keys()) {
      if (other.startsWith(CACHE) && other !== cacheName) await caches.delete(other);
    }
    await navigator.storage?.persist?.();
    return { cacheName, manifest, at };
  }

  // A file with the headers that it was sent with, once its content is what the manifest says.
  async function fetchFile(file, gain) {
    const answer = await fetch(file.address);
    if (!answer.ok) throw new Error(`The site has no ${file.name} any more. Try again.`);
    const parts = [];
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      gain(value.length);
    }
    const content = await new Blob(parts).arrayBuffer();
    if ((await digest(content)) !== file.sha256) throw new Error(`${file.name} came damaged. Try again.`);
    const headers = new Headers(answer.headers);
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    return new Response(content, { headers });
  }

  async function digest(content) {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
    return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
  }

  // Fetches what isn't stored yet, and starts the worker. `tell` hears of each step.
  function load(tell = () => {}) {
    starting ||= begin(tell).catch((fault) => {
      starting = undefined;
      throw fault;
    });
    return starting;
  }

  async function begin(tell) {
    if (!canRun()) throw new Error("This browser can’t run the engine here.");
    const [stored] = await listStored();
    const manifest = await askSite(stored ? PATIENCE : LONG);
    if (!stored && !manifest) throw new Error("The engine isn’t on this device, and the site can’t be reached.");
    const isCurrent = !manifest || stored?.manifest.version === manifest.version;
    await start(isCurrent ? stored : await store(manifest, tell).catch((fault) => leaveAt(stored, fault)), tell);
  }

  // A newer engine that can't be fetched whole leaves the one that is there.
  function leaveAt(stored, fault) {
    if (stored) return stored;
    throw fault;
  }

  function start({ cacheName, manifest }, tell) {
    return new Promise((resolve, reject) => {
      const script = manifest.files.find((each) => each.name === "worker.js");
      const started = new Worker(script.address);
      const fail = (said) => {
        started.terminate();
        if (worker === started) starting = worker = undefined;
        for (const { reject: refuse } of questions.values()) refuse(new Error(said));
        questions.clear();
        reject(new Error(said));
      };
      started.addEventListener("error", (event) => fail(event.message || "The engine’s script couldn’t be started."));
      started.addEventListener("message", ({ data }) => {
        if (data.stage) tell(data);
        if (data.stage === "ready") {
          worker = started;
          worker.isReady = true;
          resolve();
        } else if (data.id) settle(data);
        else if (data.fault) fail(data.fault);
      });
      started.postMessage({ cacheName, manifest });
    });
  }

  function settle({ id, answer, fault }) {
    const { resolve, reject } = questions.get(id);
    questions.delete(id);
    if (fault) reject(new Error(fault));
    else resolve(JSON.parse(answer));
  }

  // The verdict with the words that a page says beside it. Rejects with what is wrong with the list. With `changes` it is
  // that of a stored deck.
  async function explain({ text, game = "", format = "", day = "", changes }) {
    if ((await find()).state === "absent") throw new Error("The engine isn’t on this device.");
    await load();
    const today = new Date().toISOString().slice(0, 10); // the day in UTC, as the site's
    const question = JSON.stringify({ text, game, format, day, changes, today });
    const answer = await new Promise((resolve, reject) => {
      count += 1;
      questions.set(count, { resolve, reject });
      worker.postMessage({ id: count, question });
    });
    if (answer.problem) throw new Error(answer.problem);
    return answer;
  }

  // The text of the verdict, byte for byte what the site gives.
  const check = async (question) => (await explain(question)).verdict;

  async function remove() {
    worker?.terminate();
    worker = starting = undefined;
    for (const name of await caches.keys()) if (name.startsWith(CACHE)) await caches.delete(name);
  }

  window.vsdbEngine = { find, askSite, load, check, explain, remove };
})();
