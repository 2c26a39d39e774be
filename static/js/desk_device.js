// The desk on this device: takes an event along, tests that it works without a network, and shows players, lists,
// verdicts and checks from what is stored. The same page serves with a network and without one; what is done goes
// through the outbox either way (desk_store.js). Replacing, locking and publishing need the server's own pages.
(() => {
  const root = document.getElementById("desk-device");
  if (!root) return;
  const { make, button, fold, plural } = desk;
  const { event, account, home } = root.dataset;
  const CACHE = desk.PREFIX + account;
  const REFRESH = 10 * 60_000; // milliseconds after which a package is fetched again by itself
  const SHOWN = 60; // players on the screen at once
  const state = document.getElementById("desk-state");
  const view = document.getElementById("desk-view");
  const OUTCOMES = { legal: "Legal", illegal: "Illegal", uncertain: "Uncertain" };

  let store;
  let taken = null; // the package
  let takenAt = 0; // by the clock of this device
  let trouble = "";
  let tested = "";
  let busy = "";

  const timeOf = (moment) => desk.writeMoment(moment, taken?.event);

  function sayAge(moment) {
    const minutes = Math.max(0, Math.round((Date.now() - moment) / 60_000));
    if (minutes < 2) return "just now";
    if (minutes < 120) return `${minutes} minutes ago`;
    return `${Math.round(minutes / 60)} hours ago`;
  }

  // --- what is on the device ---

  async function loadState() {
    const held = await store.getEvent();
    taken = held.package ? new desk.Package(held.package) : null;
    tested = held.tested || "";
    takenAt = held.taken;
    // By the server's clock.
    if (taken && Date.parse(taken.expires) < Date.now() - held.ahead) {
      await store.leave();
      taken = null;
      trouble = "The event ended more than 12 hours ago, so it was deleted from this device.";
    }
  }

  async function takeAlong() {
    busy = "Taking the event along…";
    showState();
    try {
      await store.takeAlong();
      await keepShell();
      trouble = "";
      busy = "";
      await loadState();
      await test();
    } catch (error) {
      busy = "";
      trouble = navigator.onLine ? error.message : "No network: nothing new was taken along.";
      await loadState();
    }
    showState();
    route();
  }

  // Stores this page with all that it loads.
  async function keepShell() {
    if (!globalThis.caches) return;
    const cache = await caches.open(CACHE);
    const loaded = performance.getEntriesByType("resource").map((entry) => new URL(entry.name));
    const own = loaded.filter((address) => address.origin === location.origin && address.pathname.startsWith("/static/"));
    await cache.addAll([...new Set([location.pathname, ...own.map((address) => address.pathname)])]);
  }

  // Opens the page and all that it needs as if the network were cut; says what is missing.
  async function findFaults() {
    const faults = [];
    const { counts } = taken;
    const has = { players: taken.players.length, lists: taken.lists.length, tables: taken.tables.length, checks: taken.checks.length };
    for (const name of Object.keys(has)) if (has[name] !== counts[name]) faults.push(`${has[name]} of ${counts[name]} ${name} are here`);
    if (!taken.complete) faults.push("the server says that the package isn’t complete");
    const controller = navigator.serviceWorker?.controller;
    if (!controller) return [...faults, "this browser has no service worker yet: load this page again"];
    const answer = await ask(controller, { do: "probe-desk", path: location.pathname }).catch(() => null);
    if (!answer?.found) return [...faults, "this page doesn’t open without a network"];
    for (const path of answer.missing || []) faults.push(`${path} is missing`);
    return faults;
  }

  function ask(worker, question) {
    return new Promise((resolve, reject) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      setTimeout(() => reject(new Error("No answer.")), 5_000);
      worker.postMessage(question, [port2]);
    });
  }

  async function test() {
    busy = "Testing without the network…";
    showState();
    const faults = await findFaults();
    busy = "";
    tested = faults.length ? "" : new Date().toISOString();
    trouble = faults.length ? `Not ready: ${faults.join("; ")}.` : "";
    await store.putEvent({ tested });
  }

  async function forget() {
    const waiting = await store.listOutbox();
    if (waiting.length && !confirm(`Never sent, and lost if you delete: ${desk.sayWaiting(waiting)}. Delete all the same?`)) return;
    await store.wipe();
    await loadState();
    trouble = "Deleted from this device.";
    showState();
    location.hash = "";
    route();
  }

  // --- the state, always on top ---

  async function showState() {
    const outbox = await store.listOutbox();
    const refused = outbox.filter((row) => row.refused);
    const waiting = desk.sayWaiting(outbox.filter((row) => !row.refused));
    const isOff = store.problem === "No network." || !navigator.onLine;
    const rows = [];
    if (isOff) rows.push(make("p", { class: "deskbanner", role: "status" }, make("b", {}, "No network. "),
      taken ? `The event as of ${timeOf(taken.generated)}. What you do waits here and is sent by itself.` : "This event isn’t on this device."));
    else if (store.problem) rows.push(make("p", { class: "deskbanner" }, ...desk.sayProblem(store)));
    if (taken) {
      const { counts } = taken;
      rows.push(make("p", {}, make("b", {}, `${counts.lists.toLocaleString("en")} of ${counts.lists.toLocaleString("en")} lists`),
        `, ${plural(counts.players, "player")}, taken along ${timeOf(taken.generated)} (${sayAge(takenAt)}). `,
        tested ? `Tested without a network ${timeOf(tested)}: works. ` : "", make("span", { class: "soft" }, `Deleted by itself ${timeOf(taken.expires)}.`)));
    } else if (!isOff) {
      rows.push(make("p", {}, "This event isn’t on this device yet. Once it is, checks, penalties and notes go on when the network fails."));
    }
    if (busy) rows.push(make("p", { role: "status" }, make("progress", {}), ` ${busy}`));
    if (trouble) rows.push(make("p", { class: "note", role: "alert" }, trouble));
    if (waiting) rows.push(make("p", { class: "deskwaiting", role: "status" }, `${waiting} to send. `, button("Send now", sendNow, { class: "button--small" })));
    else if (store.lastContact) rows.push(make("p", { role: "status" }, `All sent, ${timeOf(store.lastContact)}.`));
    for (const row of refused) rows.push(make("p", { class: "note" }, `Not taken in: ${desk.sayItem(row.item, taken)}. ${row.refused} `, button("Delete it", () => store.forgetItem(row.seq), { class: "button--small" })));
    for (const each of await store.listAnswers()) rows.push(showAnswer(each));
    const actions = [];
    if (!busy && !isOff) actions.push(button(taken ? "Take along again" : "Take along", takeAlong, { class: taken ? "" : "button button--main", id: "take-along" }));
    if (!busy && taken) actions.push(button("Test", async () => { await test(); showState(); }), button("Delete from this device", forget, { class: "button--small" }));
    state.replaceChildren(...rows, make("div", { class: "actions" }, ...actions));
  }

  async function sendNow() {
    trouble = (await store.send()) ? "" : `${store.problem} It is sent automatically later.`;
    showState();
  }

  function showAnswer({ seq, item, answer }) {
    const said = desk.sayItem(item, taken);
    const words = answer.code === "joined" ? `Somebody was checking that list already: ${said}.` : `Both sides are kept: ${said}. ${answer.message}`;
    const link = answer.code === "joined" ? null : make("a", { href: `${home}conflicts/` }, "Settle it at the desk");
    return make("p", { class: "note" }, `${words} `, link, " ", button("Seen", () => store.forgetAnswer(seq), { class: "button--small" }));
  }

  // --- players and lists ---

  async function listChecked() {
    const ended = (await store.listChecks()).filter((held) => held.ended && held.ended !== "abandoned").map((held) => held.check.list);
    return new Set([...ended, ...taken.lists.filter((list) => list.checked).map((list) => list.list)]);
  }

  async function showPicker() {
    const checked = await listChecked();
    const open = (await store.listChecks()).filter((held) => !held.ended && held.check.state === "open");
    const box = make("input", { id: "desk-find", type: "search", autocomplete: "off", maxlength: 80, placeholder: "Name, number, table or code", value: sessionStorage.getItem("desk-find") || "" });
    const rows = make("ul", { class: "checkrows" });
    const fill = () => { sessionStorage.setItem("desk-find", box.value); fillPlayers(rows, box.value, checked); };
    box.addEventListener("input", fill);
    const mine = new Set(open.map((held) => held.check.list));
    const unchecked = taken.lists.filter((list) => !checked.has(list.list) && !mine.has(list.list));
    const inCut = unchecked.filter((list) => taken.playerOf(list.player)?.cut);
    const target = Math.ceil((taken.lists.length * taken.event.check_percent) / 100);
    view.replaceChildren(
      make("h2", {}, "Deck checks"),
      make("p", {}, make("label", { for: "coverage" }, `${checked.size} checked, ${target} wanted (${taken.event.check_percent} % of ${taken.lists.length} lists) `), make("progress", { id: "coverage", max: target || 1, value: Math.min(checked.size, target) })),
      make("div", { class: "actions" },
        button("Pick at random", () => pickRandom(unchecked, checked, "unchecked"), { class: "button button--main", disabled: !unchecked.length }),
        inCut.length ? button(`Unchecked in the cut (${inCut.length})`, () => pickRandom(inCut, checked, "cut")) : null,
        ...desk.makeScanner ? [desk.makeScanner(openCode)] : []),
      ...open.map((held) => make("p", {}, make("a", { href: `#check=${held.nonce}` }, `Go on with the check of ${held.check.name}`))),
      make("div", {}, make("label", { for: "desk-find" }, "Find a player"), box), rows);
    fill();
  }

  function fillPlayers(rows, words, checked) {
    const said = fold(words.trim());
    const found = taken.lists.filter((list) => {
      const player = taken.playerOf(list.player);
      return !said || fold(player?.name || "").includes(said) || String(list.player) === said || String(taken.tableOf(list.player)) === said
        || fold(list.code).replace("-", "") === said.replace("-", "");
    });
    rows.replaceChildren(...found.slice(0, SHOWN).map((list) => make("li", { class: "deskrow" },
      make("a", { href: `#list=${list.list}` }, taken.nameOf(list.player), list.slot > 1 ? ` (list ${list.slot})` : ""),
      make("span", { class: "soft" }, [taken.tableOf(list.player) && `table ${taken.tableOf(list.player)}`, OUTCOMES[list.outcome] || list.outcome, list.cleared && "cleared", checked.has(list.list) && "checked"].filter(Boolean).join(" · ")))));
    if (!found.length) rows.append(make("li", { class: "soft" }, "Nobody here is called so."));
    else if (found.length > SHOWN) rows.append(make("li", { class: "soft" }, `and ${found.length - SHOWN} more`));
  }

  // The server picks and logs; without a network, or with one that is silent, this device does, and the pick is sent.
  async function pickRandom(lists, checked, scope) {
    const isHere = location.pathname === `${home}offline/`; // else the worker shows this page in the place of another
    if (isHere && navigator.onLine && !store.problem) return location.assign(`${home}checks/#pick`);
    const picked = await taken.pick(lists, checked, scope);
    await store.add("pick", picked);
    store.send();
    location.hash = `list=${picked.list}`;
  }

  function openCode(code) {
    const wanted = fold(code).replace(/[^a-z0-9]/g, "");
    const list = taken.lists.find((each) => fold(each.code).replace("-", "") === wanted);
    if (list) location.hash = `list=${list.list}`;
    else desk.announce("No list here has that code.");
    return Boolean(list);
  }

  async function showList(number) {
    const list = taken.lists.find((each) => each.list === number);
    if (!list) return showPicker();
    const player = taken.playerOf(list.player);
    const held = (await store.listChecks()).filter((each) => each.check.list === number);
    const other = taken.checks.find((check) => check.list === number);
    const mine = held.find((each) => !each.ended && ["open", "set-aside"].includes(each.check.state));
    const checkedAt = held.filter((each) => each.ended && each.ended !== "abandoned").at(-1)?.endedAt || (list.checked && Date.parse(list.checked));
    const findings = list.findings.map((each) => make("li", {}, make("b", {}, `${each.severity}: `), each.message, " ", taken.sayRule(each)));
    const sections = new Map();
    for (const line of taken.listLines(list)) sections.set(line.section, [...(sections.get(line.section) || []), line]);
    view.replaceChildren(
      make("p", {}, make("a", { href: "#" }, "All lists")),
      make("h2", {}, `${taken.nameOf(list.player)}`),
      make("p", {}, [taken.tableOf(list.player) && `Table ${taken.tableOf(list.player)}`, `code ${list.code}`, `version ${list.version}`, list.late_seconds && `${list.late_seconds} s late`, player?.penalties && plural(player.penalties, "penalty").replace("penaltys", "penalties")].filter(Boolean).join(" · ")),
      make("p", {}, make("b", {}, OUTCOMES[list.outcome] || "Not judged"), list.cleared ? " (cleared by a ruling)" : "", make("span", { class: "soft" }, ` as of ${timeOf(taken.generated)}`)),
      findings.length ? make("ul", {}, ...findings) : "",
      other && !mine ? make("p", { class: "note" }, `${other.by.name || "Another judge"} began to check this list at ${timeOf(other.started)}. Start, and you join as soon as there is a network.`) : "",
      checkedAt && !mine ? make("p", { class: "note" }, `This deck was checked at ${timeOf(checkedAt)}.`) : "",
      make("div", { class: "actions" },
        mine ? make("a", { class: "button button--main", href: `#check=${mine.nonce}` }, "Go on with the check") : button(checkedAt ? "Check again" : "Check this deck", () => startCheck(list, "whole"), { class: checkedAt ? "" : "button button--main" }),
        mine ? null : button("Part of the deck", () => startCheck(list, "partial")),
        mine || !list.lines.some(([section]) => section === "sideboard") ? null : button("Deck and side together", () => startCheck(list, "between-games"))),
      desk.makeWaitingList(store, taken, list.player), desk.makePenaltyForm(store, taken, list, ""), desk.makeNoteForm(store, taken, list),
      ...[...sections.values()].map((lines) => make("section", {}, make("h3", {}, `${lines[0].section_title} `, make("span", { class: "soft" }, String(lines.reduce((sum, line) => sum + line.registered, 0)))),
        make("ul", { class: "plain" }, ...lines.map((line) => make("li", {}, `${line.registered} ${line.name}`))))));
  }

  // --- what is done here ---

  async function startCheck(list, kind) {
    const now = new Date().toISOString();
    const table = taken.tableOf(list.player);
    const payload = { list: list.list, version: list.version, kind, ...(table && { table }) };
    const nonce = await store.add("check-start", payload);
    const check = {
      id: null, nonce, list: list.list, version: list.version, slot: list.slot, player: list.player, name: taken.nameOf(list.player), table,
      round: taken.round, kind, state: "open", started: now, ended: null, by: taken.me, judges: [], lines: taken.listLines(list, kind), strangers: [], edition: 0,
      clock: { warnings: taken.event.check_warnings, shuffle_minutes: taken.event.shuffle_minutes },
    };
    await store.putCheck(nonce, { check, base: null });
    store.send();
    location.hash = `check=${nonce}`;
  }

  async function showCheck(nonce) {
    const held = await store.getCheck(nonce);
    if (!held) return showPicker();
    const screen = make("section", { class: "stack checkscreen" });
    view.replaceChildren(make("p", {}, make("a", { href: "#" }, "All lists")), screen);
    const shown = new desk.CheckScreen(screen, store, nonce, { findCards: (words, check) => taken.findCards(words, check) });
    shown.afterEnd = (_, differing) => [
      desk.makePenaltyForm(store, taken, taken.lists.find((list) => list.list === held.check.list), differing.map(desk.sayDifference).join("\n")),
      make("p", {}, make("a", { href: "#" }, "Next deck"))];
    await shown.open();
  }

  // --- addresses within the page ---

  async function route() {
    if (!taken) return view.replaceChildren();
    const words = new URLSearchParams(location.hash.slice(1));
    if (words.has("check")) await showCheck(words.get("check"));
    else if (words.has("list")) await showList(Number(words.get("list")));
    else await showPicker();
  }

  async function refresh() {
    if (!taken || !navigator.onLine || Date.now() - takenAt < REFRESH) return;
    await store.takeAlong().then(loadState).catch(() => {}); // what is here stays as it is
    showState();
  }

  async function start() {
    store = await desk.open(Number(event), account);
    await loadState();
    store.addEventListener("change", async () => {
      if (store.wiped && taken) {
        taken = null;
        trouble = "This device was revoked, or you have no role here any more. What it kept of the event is deleted.";
        route();
      }
      showState();
    });
    addEventListener("hashchange", route);
    navigator.storage?.persist?.();
    showState();
    route();
    await store.start();
    if (location.hash === "#take") {
      history.replaceState(null, "", location.pathname); // the same address again only shows what is here
      await takeAlong();
    } else if (taken && navigator.onLine) await keepShell().catch(() => {}); // the page may be newer than the one kept
    setInterval(refresh, 60_000);
    refresh();
  }

  start().catch(() => {
    state.replaceChildren(make("p", { class: "note" }, "This browser keeps nothing for sites, as in a private window. Use the desk with a network."));
  });
})();
