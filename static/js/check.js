// A deck check with one hand: a tap counts a card, a hold takes one back. Every count goes into the device's outbox
// first (desk_store.js), so that it is the same with and without a network.
(() => {
  const HOLD = 500; // milliseconds
  const ORDER = "check-order";
  const DIGITS = 1000; // milliseconds between two digits of one number

  const { announce, button, fold, groupBy, make } = desk;

  // The lines of a check as the screen shows them, with those of cards beside the list.
  function listLines(check, counts) {
    const lines = check.lines.map((line) => ({ ...line, counted: counts.get(line.key) || 0 }));
    const beside = check.strangers.map((line) => ({ ...line, registered: 0, counted: counts.get(line.key) || 0 }));
    return [...lines, ...beside];
  }

  class CheckScreen {
    // `findCards(words)` finds cards that aren't on the list: promises [{card, name, type, printings}].
    constructor(root, store, nonce, { findCards, onEnd }) {
      Object.assign(this, { root, store, nonce, findCards, onEnd, steps: [], unsaved: [], filter: "" });
      this.order = readOrder();
      this.warned = new Set();
      store.addEventListener("change", () => this.show());
    }

    async open() {
      await this.load();
      this.build();
      await this.show();
      this.timer = setInterval(() => this.showClock(), 1000);
      // The keys then work at once; on a phone a row that has the focus would only be in the way.
      if (innerWidth >= 600 && !this.ended) this.lists.querySelector("[data-part=count]")?.focus({ preventScroll: true });
    }

    async load() {
      const held = await this.store.getCheck(this.nonce);
      if (!held) return;
      this.check = held.check;
      this.base = held.base;
      this.counts = held.counts;
      for (const deltas of this.unsaved) this.addCounts(deltas);
      this.ahead = held.ahead || 0; // of the server's clock
      this.endedAt = held.check.ended ? Date.parse(held.check.ended) : held.endedAt && held.endedAt - this.ahead;
      this.ended = held.ended || (held.check.state !== "open" && held.check.state !== "set-aside" ? held.check.state : "");
      this.isEndedElsewhere = Boolean(this.ended && !held.ended);
      Object.assign(this, { waiting: held.waiting, refused: held.refused });
    }

    // --- the frame, built once ---

    build() {
      const { check } = this;
      this.head = make("div", { class: "checkhead" });
      this.left = make("p", { class: "checkhead__left" });
      this.clock = make("p", { class: "checkhead__clock" });
      const bar = make("div", { class: "checkhead__bar" }, (this.bar = make("progress", { "aria-label": "Counted" })));
      this.undoButton = button("Undo", () => this.undo());
      this.actions = make("div", { class: "checkhead__actions" }, this.undoButton, button("Finish", () => this.finish(), { class: "button button--main" }));
      this.head.append(
        make("p", { class: "checkhead__who" }, `${check.name || `Player ${check.player}`}`, check.table ? ` · table ${check.table}` : ""),
        this.clock, this.left, this.actions, bar, (this.off = make("p", { class: "checkhead__off small", role: "status", hidden: true })),
        (this.elsewhere = make("p", { class: "checkhead__elsewhere", role: "status", hidden: true })),
      );
      this.lists = make("div", { class: "stack", id: "check-lines" });
      this.find = make("input", { type: "search", id: "check-find", autocomplete: "off", maxlength: 80, enterkeyhint: "go", placeholder: "Name, or set and number" });
      this.find.addEventListener("input", () => { this.filter = fold(this.find.value.trim()); this.showLines(); });
      this.find.addEventListener("keydown", (event) => event.key === "Enter" && this.pickFirst(event));
      const order = make("select", { id: "check-order" }, ...[["listed", "As listed"], ["name", "By name"], ["type", "By type"]].map(
        ([value, label]) => make("option", { value, selected: value === this.order }, label)));
      order.addEventListener("change", () => { this.order = order.value; keepOrder(order.value); this.showLines(); });
      this.others = make("div", { class: "checkothers", "aria-live": "polite" });
      this.result = make("section", { class: "stack checkresult", "aria-label": "Result", tabindex: "-1", hidden: true });
      this.tools = make("div", { class: "checktools" },
        make("div", {}, make("label", { for: "check-find" }, "Find a card"), this.find),
        make("div", {}, make("label", { for: "check-order" }, "Order"), order));
      this.keys = make("p", { class: "small soft checkhint" },
        "Tap a card to count one, hold it to take one back. Keys: space counts, − takes back, a counts all, arrows move, digits set the number, f finishes.");
      this.root.replaceChildren(this.head, this.tools, this.keys, this.lists, this.others, this.result);
      this.root.addEventListener("keydown", (event) => this.press(event));
      if (innerWidth < 600) this.root.scrollIntoView();
    }

    async show() {
      await this.load();
      if (!this.head) return;
      this.showLines();
      this.showTotals();
      this.showClock();
      this.actions.hidden = this.tools.hidden = this.keys.hidden = Boolean(this.ended);
      this.undoButton.disabled = !this.steps.length;
      this.showElsewhere();
      if (this.ended) this.showEnd();
    }

    showTotals() {
      const lines = listLines(this.check, this.counts);
      const registered = lines.reduce((sum, line) => sum + line.registered, 0);
      const counted = lines.reduce((sum, line) => sum + line.counted, 0);
      const left = lines.reduce((sum, line) => sum + Math.max(0, line.registered - line.counted), 0);
      const extra = lines.reduce((sum, line) => sum + Math.max(0, line.counted - line.registered), 0);
      this.left.replaceChildren(make("b", {}, String(left)), " left, ", ...(extra ? [make("b", {}, String(extra)), " too many, "] : []), make("b", {}, String(counted)), ` of ${registered} counted`);
      this.bar.max = registered || 1;
      this.bar.value = registered - left;
      this.off.hidden = !this.store.problem || Boolean(this.ended);
      this.off.replaceChildren(...desk.sayProblem(this.store), " Counts are kept on this device.");
    }

    showClock() {
      const { check } = this;
      const began = Date.parse(check.started);
      const until = this.endedAt || Date.now() - this.ahead;
      const elapsed = Math.max(0, Math.floor((until - began) / 1000));
      const { warnings = [], shuffle_minutes: shuffle = 3 } = check.clock || {};
      const passed = warnings.filter((minutes) => elapsed >= minutes * 60);
      this.clock.textContent = `${Math.floor(elapsed / 60)}:${String(elapsed % 60).padStart(2, "0")} · extra time ${Math.ceil(elapsed / 60) + shuffle} min`;
      this.clock.classList.toggle("checkhead__clock--late", passed.length > 0 && !this.ended);
      for (const minutes of passed) {
        if (this.warned.has(minutes) || this.ended) continue;
        this.warned.add(minutes);
        if (elapsed < minutes * 60 + 5) announce(`${minutes} minutes have passed.`);
      }
    }

    // --- the lines ---

    // Rows stay the same elements: a tap on one that is replaced under the finger is lost.
    showLines() {
      const lines = listLines(this.check, this.counts).filter((line) => this.fits(line));
      const shape = JSON.stringify([lines.map((line) => line.key), this.order, this.ended]);
      if (shape !== this.shape) this.buildLines(lines);
      this.shape = shape;
      for (const line of lines) this.rows.get(line.key)(line);
      for (const update of this.sections) update(lines);
      if (this.filter !== this.asked) this.findOthers();
    }

    buildLines(lines) {
      const focused = document.activeElement?.closest?.("[data-key]")?.dataset.key;
      this.rows = new Map();
      this.sections = [];
      this.lists.replaceChildren(...[...groupBy(lines, (line) => line.section)].map(([section, held]) => this.makeSection(section, this.sort(held))));
      if (!lines.length) this.lists.append(make("p", { class: "soft" }, "No line of this list."));
      if (focused) this.lists.querySelector(`[data-key="${CSS.escape(focused)}"] [data-part=count]`)?.focus({ preventScroll: true });
    }

    fits(line) {
      if (!this.filter) return true;
      return fold(line.name).includes(this.filter) || (line.printings || []).some((printing) => fold(printing).startsWith(this.filter));
    }

    sort(lines) {
      if (this.order === "listed") return lines;
      const keyOf = this.order === "type" ? (line) => `${line.type} ${fold(line.name)}` : (line) => fold(line.name);
      return [...lines].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
    }

    makeSection(section, own) {
      const counts = make("span", { class: "soft" });
      const rest = button("Count the rest as listed", () => this.countRest(section), { class: "button--small" });
      this.sections.push((lines) => {
        const held = lines.filter((line) => line.section === section);
        const [registered, counted] = ["registered", "counted"].map((part) => held.reduce((sum, line) => sum + line[part], 0));
        counts.textContent = `${counted} of ${registered}`;
        rest.hidden = Boolean(this.ended || this.filter) || !held.some((line) => line.counted < line.registered);
      });
      const heading = make("h2", { class: "checksection" }, `${own[0].section_title || section} `, counts);
      return make("section", { class: "stack" }, make("div", { class: "checksection__row" }, heading, rest),
        make("ul", { class: "checkrows" }, ...own.map((line) => this.makeRow(line))));
    }

    makeRow({ key, name, registered, printings }) {
      const number = make("b");
      const sign = make("span", { class: "checkrow__sign", "aria-hidden": "true" });
      const count = make("button", { type: "button", class: "checkrow__count", "data-part": "count" },
        make("span", { class: "checkrow__name" }, name, printings?.length ? make("small", { class: "soft" }, ` ${printings[0]}`) : null),
        make("span", { class: "checkrow__number" }, number, `/${registered}`, make("span", { class: "visually-hidden" }, " counted")), sign);
      this.makeHoldable(count, key);
      const less = button("−", () => this.count(this.lineOf(key), -1), { class: "checkrow__less", "aria-label": `Take one ${name} back` });
      const all = button(`all ${registered}`, () => this.countAll(key), { class: "checkrow__all", "aria-label": `Count all ${registered} of ${name}` });
      const row = make("li", { "data-key": key }, count, less, all);
      this.rows.set(key, (line) => {
        const state = line.counted === registered ? "whole" : line.counted > registered ? "over" : line.counted ? "some" : "none";
        row.className = `checkrow checkrow--${state}`;
        number.textContent = line.counted;
        sign.textContent = { whole: "✓", over: "!" }[state] || "";
        count.disabled = Boolean(this.ended);
        less.disabled = !line.counted || Boolean(this.ended);
        all.disabled = registered - line.counted < 2 || Boolean(this.ended);
      });
      return row;
    }

    makeHoldable(element, key) {
      let timer = null;
      let held = false;
      const stop = () => clearTimeout(timer);
      element.addEventListener("pointerdown", () => {
        held = false;
        timer = setTimeout(() => { held = true; this.count(this.lineOf(key), -1); }, HOLD);
      });
      for (const name of ["pointerup", "pointerleave", "pointercancel"]) element.addEventListener(name, stop);
      element.addEventListener("contextmenu", (event) => event.preventDefault());
      element.addEventListener("click", () => { if (!held) this.count(this.lineOf(key), 1); held = false; });
    }

    lineOf(key) {
      return listLines(this.check, this.counts).find((line) => line.key === key);
    }

    // --- counting ---

    count(line, by) {
      if (this.ended || !line) return;
      const step = Math.max(by, -line.counted);
      if (!step) return;
      this.steps.push([[line.key, step]]);
      announce(`${line.name}: ${line.counted + step} of ${line.registered}`);
      this.send({ [line.key]: step });
    }

    countAll(key) {
      const line = this.lineOf(key);
      if (line.registered > line.counted) this.count(line, line.registered - line.counted);
    }

    countRest(section) {
      const open = listLines(this.check, this.counts).filter((line) => line.section === section && line.counted < line.registered);
      const step = open.map((line) => [line.key, line.registered - line.counted]);
      this.steps.push(step);
      this.send(Object.fromEntries(step));
    }

    undo() {
      const step = this.steps.pop();
      if (step) this.send(Object.fromEntries(step.map(([key, by]) => [key, -by])));
    }

    addCounts(deltas) {
      for (const [key, by] of Object.entries(deltas)) this.counts.set(key, Math.max(0, (this.counts.get(key) || 0) + by));
    }

    // Counts wait for each other, so that the outbox has them in order.
    send(deltas) {
      this.unsaved.push(deltas);
      this.addCounts(deltas);
      this.showLines();
      this.showTotals();
      this.queue = (this.queue || Promise.resolve()).then(async () => {
        await this.store.add("check-count", { check: this.nonce, deltas }, { base: this.base });
        this.unsaved.splice(this.unsaved.indexOf(deltas), 1);
        clearTimeout(this.soon);
        this.soon = setTimeout(() => this.store.send?.(), 800);
      });
      return this.queue;
    }

    // --- cards that aren't on the list ---

    async findOthers() {
      const asked = (this.asked = this.filter);
      const words = this.find.value.trim();
      this.others.replaceChildren();
      if (asked.length < 2 || this.ended) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (asked !== this.filter) return;
      const found = await this.findCards(words, this.check).catch(() => null);
      if (asked !== this.filter) return;
      if (!found) {
        this.others.replaceChildren(make("p", { class: "soft" }, "Cards beside the list need a network, or the event taken along."));
        return;
      }
      const held = new Set(this.check.lines.map((line) => line.card));
      const rows = found.filter((card) => !held.has(card.card)).slice(0, 8).map((card) => make("li", { class: "checkother" },
        make("span", {}, `${card.name} `, make("small", { class: "soft" }, [card.type, card.printings?.[0]].filter(Boolean).join(" · "))),
        ...this.makeAdders(card)));
      if (rows.length) this.others.replaceChildren(make("h2", {}, "Not on the list"), make("ul", { class: "checkrows" }, ...rows));
    }

    makeAdders(card) {
      const titles = new Map(card.sections.map(({ key, title }) => [key, title]));
      const usual = ["deck-and-sideboard", "deck"].find((key) => titles.has(key));
      const place = make("select", { "aria-label": `Where ${card.name} was found` }, ...[...titles].map(([key, title]) => make("option", { value: key, selected: key === usual }, title)));
      return [place, button("Add", () => this.addStranger(card, place.value, titles.get(place.value)), { "aria-label": `Add ${card.name}` })];
    }

    async addStranger(card, section, title) {
      const key = `${section}/${card.card}`;
      if (!this.lineOf(key)) {
        const stranger = { key, section, section_title: title, card: card.card, name: card.name, type: card.type, printings: card.printings, counted: 0 };
        await this.store.putCheck(this.nonce, { check: { ...this.check, strangers: [...this.check.strangers, stranger] } });
        await this.load();
      }
      this.find.value = this.filter = this.asked = "";
      this.others.replaceChildren();
      this.count(this.lineOf(key), 1);
      this.lists.querySelector(`[data-key="${CSS.escape(key)}"] [data-part=count]`)?.focus();
    }

    // --- keys ---

    press(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || this.ended) return;
      if (event.target.closest("input, select, textarea")) return;
      if (event.key === "f") return this.take(event, () => this.finish());
      const row = event.target.closest("[data-key]");
      const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
      if (step) return this.take(event, () => this.move(row, step));
      const line = row && this.lineOf(row.dataset.key);
      if (!line) return;
      if (event.key === "+") this.take(event, () => this.count(line, 1));
      else if (["-", "−", "Backspace"].includes(event.key)) this.take(event, () => this.count(line, -1));
      else if (event.key === "a") this.take(event, () => this.countAll(line.key));
      else if (/^\d$/.test(event.key)) this.take(event, () => this.count(line, this.readDigit(line.key, event.key) - line.counted));
    }

    // The number that digits make which follow each other quickly on one card.
    readDigit(key, digit) {
      const { digits } = this;
      const goesOn = digits?.key === key && Date.now() - digits.at < DIGITS && digits.text.length < 2;
      const text = (goesOn ? digits.text : "") + digit;
      this.digits = { key, text, at: Date.now() };
      return Number(text);
    }

    take(event, act) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }

    move(row, step) {
      const rows = [...this.lists.querySelectorAll("[data-key]")];
      const next = rows[row ? rows.indexOf(row) + step : step > 0 ? 0 : rows.length - 1];
      next?.querySelector("[data-part=count]").focus();
    }

    pickFirst(event) {
      event.preventDefault();
      this.lists.querySelector("[data-part=count]")?.focus();
    }
  }

  function readOrder() {
    try {
      return localStorage.getItem(ORDER) || "listed";
    } catch {
      return "listed";
    }
  }

  function keepOrder(order) {
    try {
      localStorage.setItem(ORDER, order);
    } catch {} // it then lasts for this page
  }

  Object.assign(desk, { CheckScreen, listLines });
})();
