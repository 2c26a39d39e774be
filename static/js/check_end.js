// The end of a deck check (check.js): what differs, what was recorded and whether it is sent, and a check that another
// device has ended.
(() => {
  const ENDS = { matches: "The deck matches", discrepancies: "Discrepancies", abandoned: "Given up" };
  const ENDED_AS = { matches: "matches", discrepancies: "discrepancies", abandoned: "given up" };

  const { announce, button, listLines, make, plural } = desk;

  // What differs; in a partial check only among what was counted.
  function listDifferences(check, counts) {
    return listLines(check, counts).filter((line) => line.counted !== line.registered && (check.kind !== "partial" || line.counted));
  }

  const sayDifference = (line) =>
    `${line.name} (${line.section_title.toLowerCase()}): registered ${line.registered}, found ${line.counted}`;

  Object.assign(desk.CheckScreen.prototype, {
    finish() {
      const isPartial = this.check.kind === "partial";
      const isEmpty = isPartial && !listLines(this.check, this.counts).some((line) => line.counted);
      const differing = listDifferences(this.check, this.counts);
      const result = differing.length ? "discrepancies" : "matches";
      const said = isEmpty
        ? [make("h2", {}, "Nothing is counted yet"), make("p", {}, "Count the cards that you check. Only they are compared.")]
        : differing.length
          ? [make("h2", {}, plural(differing.length, "difference")), make("ul", {}, ...differing.map((line) => make("li", {}, sayDifference(line))))]
          : [make("h2", {}, isPartial ? "What was counted matches" : "Deck and list match")];
      this.result.replaceChildren(...said, make("div", { class: "actions" },
        isEmpty ? null : button(result === "matches" ? "Record: matches" : "Record the differences", () => this.end(result), { class: "button button--main" }),
        button("Go on counting", () => { this.result.hidden = true; this.actions.hidden = false; this.lists.querySelector("[data-part=count]")?.focus(); }),
        button("Give up without a result", () => this.end("abandoned"), { class: "button--small" })));
      this.result.hidden = false;
      this.actions.hidden = true;
      this.result.scrollIntoView({ block: "nearest" });
      this.result.querySelector("button").focus();
    },

    async end(result) {
      const lines = listLines(this.check, this.counts);
      const counts = Object.fromEntries(lines.filter((line) => line.counted > 0).map((line) => [line.key, line.counted]));
      await this.queue;
      await this.store.add("check-end", { check: this.nonce, result, counts }, { base: this.base });
      await this.store.putCheck(this.nonce, { ended: result, endedAt: Date.now() });
      await this.show();
      this.result.scrollIntoView({ block: "center" });
      this.result.focus({ preventScroll: true });
      const isSent = await this.store.send?.();
      announce(isSent ? "Recorded." : "Recorded on this device.");
      this.onEnd?.(this, result, isSent);
    },

    // The words once: what is typed into the forms after them stays when something is sent.
    showEnd() {
      if (this.shownEnd !== this.ended) {
        this.shownEnd = this.ended;
        const rows = [make("h2", {}, ENDS[this.ended] || this.ended), (this.kept = make("p", { role: "status" }))];
        const differing = listDifferences(this.check, this.counts);
        if (this.ended === "discrepancies") rows.push(make("ul", {}, ...differing.map((line) => make("li", {}, sayDifference(line)))));
        this.result.replaceChildren(...rows);
        if (this.afterEnd) this.result.append(...this.afterEnd(this, differing));
        this.result.hidden = this.isEndedElsewhere;
      }
      if (this.waiting) {
        const { problem, isSignedOut } = this.store;
        const later = isSignedOut ? desk.sayProblem(this.store) : [problem ? `${problem} It is sent as soon as there is a network.` : "Sending…"];
        this.kept.replaceChildren("Recorded on this device. ", ...later);
      } else this.kept.textContent = this.refused ? `Not taken in. ${this.refused}` : "Recorded and sent.";
      this.kept.className = this.waiting || this.refused ? "deskwaiting" : "soft";
    },

    // Another device has ended the check, or what is counted here is kept beside that one.
    showElsewhere() {
      const isAside = !this.ended && this.check.state === "set-aside";
      this.elsewhere.hidden = !isAside && !this.isEndedElsewhere;
      if (this.elsewhere.hidden || this.elsewhere.childElementCount) return;
      const who = this.check.ended_by?.name || "Another judge";
      const said = isAside
        ? "Another judge ended this check, or took it over. What you count is kept beside theirs. "
        : `${who} ended this check: ${ENDED_AS[this.ended] || this.ended}. `;
      const number = isAside ? this.check.rival : this.check.id;
      this.elsewhere.append(said, make("a", { href: `${this.store.base}checks/${number}/` }, "Show the result"));
      announce(said);
    },
  });

  Object.assign(desk, { sayDifference });
})();
