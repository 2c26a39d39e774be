// Runs the engine in a worker. It stands behind Pyodide's two scripts in one file, whose policy lets it compile
// WebAssembly and ask nobody for anything: what it works with comes out of a cache, and is checked against its digest.
(() => {
  const HOME = "/engine/"; // where Pyodide looks for its files; nothing is fetched there
  const TYPES = { wasm: "application/wasm", zip: "application/zip" };
  // No package but what the engine brings; the version is that of Pyodide’s own binary interface.
  const NO_PACKAGES = JSON.stringify({ info: { abi_version: "2025_0" }, packages: {} });
  const files = new Map();
  let checker;

  // Pyodide asks for its files by fetch, and for no others.
  self.fetch = async (address) => {
    const name = new URL(address, self.location.href).pathname.slice(HOME.length);
    const content = files.get(name);
    if (!content) throw new TypeError(`${name} isn’t on this device`);
    return new Response(content, { headers: { "Content-Type": TYPES[name.split(".").pop()] } });
  };

  async function readFile(cache, { name, address, sha256 }) {
    const stored = await cache.match(address);
    if (!stored) throw new Error(`${name} isn’t on this device any more`);
    const content = await stored.arrayBuffer();
    if ((await digest(content)) !== sha256) throw new Error(`${name} isn’t what it was when it was loaded`);
    files.set(name, content);
  }

  async function digest(content) {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
    return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
  }

  async function start({ cacheName, manifest }) {
    const cache = await caches.open(cacheName);
    await Promise.all(manifest.files.filter((each) => !each.name.endsWith(".js")).map((each) => readFile(cache, each)));
    postMessage({ stage: "python" });
    const python = await loadPyodide({ indexURL: new URL(HOME, self.location.href).href, lockFileContents: NO_PACKAGES });
    postMessage({ stage: "engine" });
    python.FS.writeFile("/engine.zip", new Uint8Array(files.get("engine.zip")));
    python.runPython("import sys; sys.path.insert(0, '/engine.zip')");
    checker = python.runPython("from engine.on_device import ListChecker; ListChecker()");
    const facts = [...files.keys()].filter((name) => name.startsWith("facts-"));
    for (const name of facts) checker.load_facts(new TextDecoder().decode(files.get(name)));
    files.clear();
    postMessage({ stage: "ready" });
  }

  addEventListener("message", async ({ data }) => {
    try {
      if (data.manifest) await start(data);
      else postMessage({ id: data.id, answer: checker.answer(data.question) });
    } catch (fault) {
      postMessage({ id: data.id, fault: fault.message });
    }
  });
})();
