// What the scripts of the desk share: elements, words, and the package of an event as it was taken along.
(() => {
  const TOGETHER = "deck-and-sideboard"; // the section of both, between games

  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else if (value === true) element.setAttribute(key, "");
      else if (value !== false && value != null) element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child != null));
    return element;
  }

  const button = (label, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, label);

  function groupBy(rows, keyOf) {
    const groups = new Map();
    for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) || []), row]);
    return groups;
  }

  // What waits in an outbox, as judges count it: several rows are one check; and how many decks have changes that wait.
  function sayWaiting(rows, decks = 0) {
    const checks = new Set(rows.filter(({ item }) => item.kind.startsWith("check")).map(({ item }) => item.payload.check || item.nonce));
    const named = [[checks.size, "check", "checks"], ...[["penalty", "penalties"], ["note", "notes"], ["pick", "picks"]].map(
      ([kind, several]) => [rows.filter(({ item }) => item.kind === kind).length, kind, several])];
    const said = named.filter(([count]) => count).map(([count, one, several]) => `${count} ${count === 1 ? one : several}`);
    return [...said, ...(decks ? [`changes to ${plural(decks, "deck")}`] : [])].join(", ");
  }

  // A moment as the pages of the event write it, in its zone: `2026-11-28 18:00 CET (UTC+1)`; without an event in UTC.
  function writeMoment(moment, { zone = "UTC", zone_names: names = {} } = {}) {
    const minute = Math.floor(new Date(moment) / 60_000) * 60_000;
    const form = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    const said = new Intl.DateTimeFormat("en-GB", { ...form, timeZone: zone }).formatToParts(minute);
    const at = Object.fromEntries(said.map(({ type, value }) => [type, value]));
    const offset = (Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute) - minute) / 60_000;
    const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
    const beside = offset ? `UTC${offset < 0 ? "-" : "+"}${hours}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""}` : "UTC";
    return `${at.year}-${at.month}-${at.day} ${at.hour}:${at.minute} ${names[offset] ? `${names[offset]} (${beside})` : beside}`;
  }

  const writeHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  const digest = async (text) => writeHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));

  // Ascending numbers as ranges: `3-7,9`.
  function writeRanges(numbers) {
    const ranges = [];
    for (const each of numbers) {
      const last = ranges.at(-1);
      if (last && each === last[1] + 1) last[1] = each;
      else ranges.push([each, each]);
    }
    return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
  }

  const ITEMS = { "check-start": "a check", "check-count": "counts", "check-end": "the end of a check", penalty: "a penalty", note: "a note", pick: "a random pick" };

  // An item of the outbox in words, with the player's name where the package has it.
  function sayItem({ kind, payload }, taken) {
    const list = taken?.lists.find((each) => each.list === payload.list);
    const number = payload.player ?? list?.player;
    const name = taken?.playerOf(number)?.name;
    return name ? `${ITEMS[kind]} for ${name}` : ITEMS[kind];
  }

  // What keeps an outbox from being sent; whoever is signed out is led back here once signed in.
  function sayProblem({ problem, isSignedOut }) {
    if (!isSignedOut) return [problem];
    const here = location.pathname + location.search + location.hash;
    return [`${problem} `, make("a", { href: `/account/login/?next=${encodeURIComponent(here)}` }, "Sign in again to send")];
  }

  function announce(text) {
    const status = document.getElementById("announce");
    if (status) status.textContent = text;
  }

  // The package (docs/offline.md) with what screens ask of it.
  class Package {
    constructor(taken) {
      Object.assign(this, taken);
      this.byNumber = new Map(taken.players.map((player) => [player.number, player]));
    }

    playerOf(number) {
      return this.byNumber.get(number);
    }

    nameOf(number) {
      return this.playerOf(number)?.name || `Player ${number}`;
    }

    // The table of the newest round, else the seat.
    tableOf(number) {
      return this.tables.find((table) => table.players.includes(number))?.table ?? this.playerOf(number)?.table ?? null;
    }

    // Between games deck and sideboard are one section, as the server counts them.
    listLines(list, kind = "whole") {
      const lines = new Map();
      for (const [own, slug, registered, text] of list.lines) {
        const isTogether = kind === "between-games" && ["deck", "sideboard"].includes(own);
        const section = isTogether ? TOGETHER : own;
        const identity = `${section}/${this.same[slug] || slug}`;
        const known = lines.get(identity);
        if (known && isTogether) known.registered += registered;
        if (known && isTogether) continue;
        const [name, type, printings] = this.cards[slug] || [text || slug, "", []];
        const section_title = isTogether ? "Deck and sideboard" : this.sections[section] || section;
        lines.set(identity, { key: `${section}/${slug}`, section, section_title, card: this.cards[slug] ? slug : null, name, type, printings, registered, counted: 0 });
      }
      return [...lines.values()];
    }

    // A list at random, and what is logged of it: the seed picks it as on the server (vsdb/events/checks/picking.py).
    // Players without a checked list come first.
    async pick(lists, checked, scope) {
      const open = new Set(this.checks.map((check) => check.list));
      const met = new Set(this.lists.filter((each) => checked.has(each.list)).map((each) => each.player));
      const free = lists.filter((each) => !open.has(each.list));
      const first = free.filter((each) => !met.has(each.player));
      const among = [first, free, lists].find((each) => each.length).map((each) => each.list).sort((a, b) => a - b);
      const seed = writeHex(crypto.getRandomValues(new Uint8Array(8)));
      const drawn = await Promise.all(among.map(async (list) => [await digest(`${seed}:${list}`), list]));
      const [, list] = drawn.reduce((least, each) => (each[0] < least[0] ? each : least));
      return { seed, scope, among: writeRanges(among), list };
    }

    // Cards of the package by name, or by set and number of any printing.
    async findCards(words, check) {
      const said = fold(words);
      const found = [];
      for (const [card, [name, type, printings]] of Object.entries(this.cards)) {
        const at = fold(name).indexOf(said);
        if (at >= 0 || printings.some((printing) => fold(printing) === said)) found.push({ card, name, type, printings, at });
      }
      const main = check.kind === "between-games" ? [[TOGETHER, "Deck and sideboard"]] : [["deck", this.sections.deck || "Deck"]];
      const held = new Map([...check.lines.map((line) => [line.section, line.section_title]), ...main]);
      const sections = [...held].map(([key, title]) => ({ key, title }));
      return found.sort((a, b) => a.at - b.at).slice(0, 8).map((card) => ({ ...card, sections }));
    }

    sayRule(finding) {
      const rule = this.rules[`${finding.document}/${finding.rule}`];
      if (!rule) return finding.rule ? make("span", { class: "soft" }, `${finding.document} ${finding.rule}`) : "";
      return make("details", { class: "small" }, make("summary", {}, `${rule.document} ${rule.rule}`), make("p", {}, make("b", {}, `${rule.heading || ""} `), rule.summary || ""));
    }
  }

  globalThis.desk = { Package, announce, button, fold, groupBy, make, plural, sayItem, sayProblem, sayWaiting, writeHex, writeMoment };
})();
