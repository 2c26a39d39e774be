// Verdicts of the engine on this device, for the pages that ask it: how they look, and the last ones that were told.
// `window.vsdbVerdicts`: `draw`, `keep`, `remember`, `readLast`, `forgetLast`, `drawLast`, `describeStage`, `make`, `writeDay`, `capitalize`.
(() => {
  const LAST = "vsdb-verdicts"; // the cache, and in it
  const LIST = "/check/last";
  const MAX_LAST = 20;

  const writeDay = (iso) =>
    new Date(`${iso.slice(0, 10)}T00:00:00Z`).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const plainDays = (text) => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, writeDay);
  const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  function make(tag, look, ...parts) {
    const made = document.createElement(tag);
    if (look) made.className = look;
    made.append(...parts);
    return made;
  }

  // --- a verdict ---

  function draw(told, answer) {
    const verdict = JSON.parse(told.verdict);
    answer.replaceChildren(drawOutcome(told, verdict));
    if (verdict.findings.length) {
      const findings = make("ul", "findings", ...verdict.findings.map((each) => drawFinding(each, told, verdict)));
      answer.append(make("h3", "", "Findings"), findings);
    }
    const holding = verdict.checked.filter((rule) => rule.outcome === "ok").length;
    const basis = `Rules that hold: ${holding}. Edition ${verdict.edition}, data ${verdict.data_version.slice(0, 12)}.`;
    answer.append(make("p", "small soft", basis));
  }

  function drawOutcome(told, verdict) {
    const words = make("div", "outcome__words");
    if (told.title) words.append(make("p", "outcome__deck", told.title));
    const where = ` in ${told.format_name} on ${writeDay(verdict.as_of)}`;
    words.append(
      make("h2", "outcome__line", make("b", "", capitalize(verdict.outcome)), where),
      make("p", "outcome__figures", capitalize(told.figures)),
      make("p", "outcome__repair", told.advice)
    );
    const sign = make("div", "outcome__sign", take(`[data-outcome="${verdict.outcome}"]`));
    return make("div", `outcome outcome--${verdict.outcome}`, sign, words);
  }

  const take = (selector) =>
    document.getElementById("on-device-signs").content.querySelector(selector).firstElementChild.cloneNode(true);

  function drawFinding(finding, told, verdict) {
    const cards = finding.cards.map((slug) => {
      const link = make("a", "", told.titles[slug] || slug);
      link.href = `/cards/${verdict.game}/${slug}/`;
      return make("li", "", link);
    });
    const source = make("p", "");
    if (finding.citation) source.append(drawCitation(finding.citation));
    if (finding.lines.length) {
      source.append(make("span", "soft", ` your line${finding.lines.length > 1 ? "s" : ""} ${finding.lines.join(", ")}`));
    }
    const more = make("div", "finding__more", ...(cards.length ? [make("ul", "finding__cards", ...cards)] : []), source);
    const sign = make("div", "finding__sign", take(`[data-severity="${finding.severity}"]`));
    const message = make("p", "finding__message", plainDays(finding.message));
    return make("li", `finding finding--${finding.severity}`, sign, message, more);
  }

  // A numbered rule with the way to its page; a dated fact, whose page depends on it, by its name.
  function drawCitation({ document: source, rule }) {
    const isNumber = /^\d+(\.\d+)*[a-z]?$/.test(rule);
    const isDated = ["set-list", "ban-list"].includes(source) || source.startsWith("format:");
    const words = make("span", "code", isDated ? source : `${source} ${rule}`);
    if (isDated || !isNumber) return words;
    const link = make("a", "cite", words);
    link.href = `/rules/${source}/${rule}/`;
    return link;
  }

  // --- the last verdicts, in a cache that goes when somebody signs out or another account comes ---

  async function readLast() {
    try {
      return (await (await (await caches.open(LAST)).match(LIST))?.json()) || [];
    } catch {
      return [];
    }
  }

  const forgetLast = () => caches.delete(LAST);

  // The newest stands first; of a stored deck, whose number is `deck`, the last one alone.
  async function remember(title, said, deck) {
    const isOther = (each) => (deck ? each.deck !== deck : each.deck || each.said !== said || each.title !== title);
    const others = (await readLast()).filter(isOther);
    const last = [{ title, said, deck, at: new Date().toISOString() }, ...others].slice(0, MAX_LAST);
    try {
      await (await caches.open(LAST)).put(LIST, Response.json(last));
    } catch {
      // The browser keeps nothing, or no more.
    }
  }

  function keep(told, deck) {
    const verdict = JSON.parse(told.verdict);
    const said = `${capitalize(verdict.outcome)} in ${told.format_name} on ${writeDay(verdict.as_of)}: ${told.figures}`;
    return remember(told.title || "", said, deck);
  }

  function drawLast({ title, said, at }) {
    const when = make("span", "soft", ` (checked on ${writeDay(at)})`);
    return make("li", "", ...(title ? [make("b", "", title), " "] : []), said, when);
  }

  const STAGES = { python: "Starting Python…", engine: "Starting the engine…" };

  // What is said while the engine comes; of the last stage nothing.
  const describeStage = ({ stage, done, whole }) =>
    stage === "files" ? `Loading: ${Math.floor((100 * done) / whole)} %` : STAGES[stage];

  window.vsdbVerdicts = { draw, keep, remember, readLast, forgetLast, drawLast, describeStage, make, writeDay, capitalize };
})();
