// A query of the plain part of the query language as a tree, read as the server reads it (vsdb/search/language), and the
// spellings that count, folded as the server folds them (engine/model/names.py, vsdb/core/folding.py).
self.DeviceQuery = (() => {
  // --- spellings, as engine/model/names.py and vsdb/core/folding.py fold them ---

  const QUOTES = /[‘’‚‛´ʼʹ′＇]/g;
  const DOUBLE_QUOTES = /[“”„‟«»″＂]/g;
  const LETTERS = { ø: "o", đ: "d", ł: "l", æ: "ae", œ: "oe", ħ: "h", ı: "i", þ: "th", ð: "d", ß: "ss" };
  const HYPHENS = /[\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
  const DOT_AS_SPACE = /(?<=[\p{L}\p{N}_]{2})\.+(?=[\p{L}\p{N}_])/gu;
  const ASTERISKS = /(?<![^\s*])(\*+)\s+(?=[\p{L}\p{N}_])|(?<=[\p{L}\p{N}_])\s+(\*+)(?![^\s*])/gu;

  function fold(text) {
    let plain = text.replace(QUOTES, "'").replace(DOUBLE_QUOTES, '"').normalize("NFKD").replace(/\p{M}/gu, "");
    plain = plain.toLowerCase().replace(/[øđłæœħıþðß]/g, (letter) => LETTERS[letter]);
    plain = plain.replace(HYPHENS, " ").replace(/`/g, "'").replace(/[-_]/g, " ");
    plain = plain.replace(DOT_AS_SPACE, " ").replace(/\./g, "").trim().split(/\s+/).join(" ");
    return plain.replace(/ ?\/ ?/g, "/").replace(ASTERISKS, (_, before, after) => before || after);
  }

  const tokenize = (text) => fold(text).match(/[\p{L}\p{N}]+/gu) || [];
  const compact = (text) => fold(text.slice(0, 200)).replace(/[^\p{L}\p{N}_*]+|_/gu, "");
  const spaced = (words) => (words.length ? ` ${words.join(" ")} ` : " ");

  const CODE = /^([a-z0-9]{2,6}?)[\s·#:-]+([a-z]{0,2})0*([0-9]{1,4})([a-z]{0,2}\*?|-star)(?:\s?\/\s?[0-9]+)?$/;

  function readCode(text) {
    const found = CODE.exec(text.trim().toLowerCase());
    return found && [found[1], found[2], found[3], found[4] === "-star" ? "*" : found[4]];
  }

  // --- the query as a tree, as vsdb/search/language reads it ---

  const OPERATOR = "!=|<=|>=|[:=<>≤≥≠]";
  const OPERATORS = { "≤": "<=", "≥": ">=", "≠": "!=" };
  const HEAD = new RegExp(`([^\\s()"{}:=<>!≤≥≠/@,]+)(\\s*)(${OPERATOR})`, "y");
  const SUM = new RegExp(`([\\p{L}\\p{N}_]+(?:(?:\\s+[+*-]\\s+|[+*-])[\\p{L}\\p{N}_]+)+)\\s*(${OPERATOR})`, "uy");
  const SUM_AFTER = /-?[\p{L}\p{N}_]+(?:(?:\s+[+*-]\s+|[+*-])[\p{L}\p{N}_]+)*(?=[\s()]|$)/uy;
  const STRAY = new RegExp(`(?:${OPERATOR})+`, "y");
  const BARE = /[^\s()"]+/y;
  const RUN = /[^\s()"@]+/y;
  const PATTERN = /\/((?:[^/\\]|\\.)*)\//y;
  const COMPARISONS = ["<", "<=", ">", ">="];
  const JOINERS = ["or", "and", "not"];
  const MOST_CHARACTERS = 1000;
  const MOST_TERMS = 60;

  // A part that only the server can answer; `text` is how it was typed.
  class NeedsNetwork extends Error {}

  // Of the fields' names those of figures end in a sign: `#`, or `%` where something is counted.
  const isNumber = (name) => /[#%]$/.test(name || "");
  const nameOf = (name) => name.replace(/[#%]$/, "");

  class Reader {
    constructor(text, fields, isAnswered) {
      this.text = text.slice(0, MOST_CHARACTERS).replace(DOUBLE_QUOTES, '"').replace(/[\s\x00-\x1f\x7f-\x9f]/g, " ");
      this.fields = fields;
      this.isAnswered = isAnswered;
      this.place = 0;
      this.terms = 0;
      this.online = [];
      this.notes = [];
    }

    match(pattern) {
      pattern.lastIndex = this.place;
      return pattern.exec(this.text);
    }

    get next() {
      return this.text[this.place] || "";
    }

    get afterNext() {
      return this.text[this.place + 1] || "";
    }

    skipSpaces() {
      while (this.next === " ") this.place += 1;
    }

    atWord(word) {
      const end = this.place + word.length;
      const isAlone = ["", " ", "(", ")", '"'].includes(this.text[end] || "");
      const said = this.text.slice(this.place, end);
      return isAlone && (said === word || said === word.toUpperCase());
    }

    get isAtEnd() {
      return this.next === "" || this.next === ")";
    }

    any(depth) {
      this.skipSpaces();
      const parts = [this.all(depth)];
      while (this.atWord("or")) {
        this.place += 2;
        parts.push(this.all(depth));
      }
      return join("or", parts);
    }

    all(depth) {
      const parts = [];
      for (;;) {
        this.skipSpaces();
        if (!this.next || this.atWord("or") || (depth && this.next === ")")) return join("and", parts);
        if (this.atWord("and")) this.place += 3;
        else if (this.next === ")") this.place += 1;
        else parts.push(this.one(depth));
      }
    }

    one(depth) {
      let isNegated = false;
      for (;;) {
        if (this.next === "-" && !["", " ", ")"].includes(this.afterNext)) {
          this.place += 1;
        } else if (this.atWord("not")) {
          this.place += 3;
          this.skipSpaces();
          if (this.isAtEnd || this.atWord("or") || this.atWord("and")) return null;
        } else {
          break;
        }
        isNegated = !isNegated;
      }
      const start = this.place;
      let tree = null;
      try {
        tree = this.next === "(" ? this.group(depth) : this.term();
      } catch (fault) {
        if (!(fault instanceof NeedsNetwork)) throw fault;
        this.online.push(this.text.slice(start, this.place).trim());
      }
      return tree && isNegated ? { kind: "not", inner: tree } : tree;
    }

    group(depth) {
      this.place += 1;
      const tree = this.any(depth + 1);
      if (this.next === ")") this.place += 1;
      if (this.next === "@") {
        this.takeDay();
        throw new NeedsNetwork();
      }
      return tree;
    }

    takeDay() {
      this.place += 1;
      if (this.next === '"') this.takeQuoted();
      else this.place += this.match(RUN)?.[0].length || 0;
    }

    term() {
      const start = this.place;
      if (this.next === '"') return this.bare(this.takeQuoted(), true, start);
      if ((this.next === "/" && !["", " "].includes(this.afterNext)) || this.next === "{") {
        this.takeMarked();
        throw new NeedsNetwork();
      }
      if (this.next === "!" && /["\p{L}\p{N}]/u.test(this.afterNext)) {
        this.place += 1;
        if (this.next === '"') this.takeQuoted();
        else this.takeBare();
        throw new NeedsNetwork();
      }
      const sum = this.match(SUM);
      if (sum && this.isSum(sum[1])) {
        this.place += sum[0].length;
        this.takeValue(true);
        throw new NeedsNetwork();
      }
      const head = this.match(HEAD);
      if (head && this.isHead(head)) return this.ofField(head, start);
      const stray = this.match(STRAY);
      if (stray) {
        this.place += stray[0].length;
        return null;
      }
      return this.bare(this.takeBare(), false, start);
    }

    isSum(text) {
      const words = text.split(/\s*[+*-]\s*/);
      const isKnown = (word) => /^\d{1,6}$/.test(word) || isNumber(this.fields[word.toLowerCase()]);
      return words.every(isKnown) && words.some((word) => !/^\d/.test(word));
    }

    isHead([whole, key, gap, op]) {
      if (this.fields[key.toLowerCase()]) return !gap || op !== ":";
      const after = this.text[this.place + whole.length] || "";
      const isOwnColon = op === ":" && ["", " ", ")"].includes(after);
      return !gap && !isOwnColon && /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key);
    }

    bare(text, isQuoted, start) {
      const said = isQuoted ? text : text.replace(/[:,;]+$/, "");
      if (!/[\p{L}\p{N}]/u.test(said)) return null;
      const isPhrase = isQuoted || JOINERS.includes(said.toLowerCase());
      return this.counted({ kind: "word", text: said, isPhrase, start, end: this.place });
    }

    counted(tree) {
      this.terms += 1;
      if (this.terms <= MOST_TERMS) return tree;
      this.place = this.text.length;
      return null;
    }

    takeQuoted() {
      const end = this.text.indexOf('"', this.place + 1);
      const text = this.text.slice(this.place + 1, end < 0 ? this.text.length : end).trim();
      this.place = end < 0 ? this.text.length : end + 1;
      return text;
    }

    takeBare() {
      const start = this.place;
      this.place += 1;
      this.place += this.match(BARE)?.[0].length || 0;
      return this.text.slice(start, this.place);
    }

    takeMarked() {
      if (this.next === "{") {
        const end = this.text.indexOf("}", this.place);
        this.place = end < 0 ? this.text.length : end + 1;
      } else {
        const found = this.match(PATTERN);
        this.place = found ? this.place + found[0].length : this.text.length;
      }
    }

    skipParentheses() {
      let depth = 0;
      while (this.next) {
        depth += this.next === "(" ? 1 : this.next === ")" ? -1 : 0;
        this.place += 1;
        if (!depth) break;
      }
    }

    takeValue(hasFigures) {
      this.skipSpaces();
      if (this.isAtEnd || this.atWord("or") || this.atWord("and")) return { text: "" };
      const figures = hasFigures && this.match(SUM_AFTER);
      if (figures) {
        this.place += figures[0].length;
        return { text: figures[0] };
      }
      if (this.next === "(") {
        this.skipParentheses();
        throw new NeedsNetwork();
      }
      if (this.next === '"') return { text: this.takeQuoted(), isPhrase: true };
      if (this.next === "{" || this.next === "/") {
        this.takeMarked();
        throw new NeedsNetwork();
      }
      const run = this.match(RUN);
      this.place += run ? run[0].length : 0;
      return { text: run ? run[0] : "" };
    }

    ofField([whole, key, , op], start) {
      this.place += whole.length;
      const known = this.fields[key.toLowerCase()];
      const isFigure = isNumber(known);
      if (known === "name" && this.next === "!") {
        this.place += 1;
        if (this.next === '"') this.takeQuoted();
        throw new NeedsNetwork();
      }
      const value = this.takeValue(isFigure);
      if (this.next === "@") {
        this.takeDay();
        throw new NeedsNetwork();
      }
      if (!known) {
        if (!value.text) return null;
        this.notes.push(`There is no field “${key}”, so no card matches it.`);
        return this.counted({ kind: "nothing" });
      }
      const field = nameOf(known);
      if (!isFigure && !this.isAnswered(field)) throw new NeedsNetwork();
      if (!value.text) {
        this.notes.push(`A value is missing after “${field}${op}”.`);
        return null;
      }
      const term = { kind: isFigure ? "figure" : "term", field, op: OPERATORS[op] || op, ...value };
      return this.counted({ ...term, start, end: this.place });
    }
  }

  function join(kind, trees) {
    const parts = trees.filter(Boolean);
    if (!parts.length) return null;
    return parts.length === 1 ? parts[0] : { kind, parts };
  }

  // --- bare words that name a team, a keyword, a type, a set or a format, or say `3-drop` or `cost 3` ---

  const COLUMNS = {
    cost: "cost", threshold: "cost", atk: "atk", def: "defense", health: "health",
    level: "level", energy: "energy", power: "power", might: "might",
  };
  const DROP = /^(\d{1,2})drops?$/;
  const FIGURE = /^(?:(?:that|which|with|for) )?([a-z]{3,}?)s? (?:of |is )?(\d{1,2})$|^(\d{1,2})[ -]([a-z]{3,})$/i;
  const DAY_BEHIND = /\d{4}(?:-\d{1,2}){0,2}$/;
  const MOST_WORDS = 6;

  // The tree with words that name something also asked for what has that name.
  function readWords(tree, reader, cards) {
    if (tree.kind === "word") return readRun([tree], reader, cards) || tree;
    if (tree.kind === "not") return { ...tree, inner: readWords(tree.inner, reader, cards) };
    if (tree.kind === "or") return { ...tree, parts: tree.parts.map((each) => readWords(each, reader, cards)) };
    if (tree.kind !== "and") return tree;
    const parts = [];
    for (let place = 0; place < tree.parts.length;) {
      const [read, width] = readLongest(tree.parts.slice(place, place + MOST_WORDS), reader, cards);
      parts.push(read);
      place += width;
    }
    return parts.length === 1 ? parts[0] : { kind: "and", parts };
  }

  function readLongest(parts, reader, cards) {
    for (let width = parts.length; width > 1; width -= 1) {
      const read = readRun(parts.slice(0, width), reader, cards);
      if (read) return [read, width];
    }
    return [readWords(parts[0], reader, cards), 1];
  }

  function readRun(parts, reader, cards) {
    if (parts.some((part) => part.kind !== "word" || part.isPhrase)) return null;
    if (parts.some((part, place) => place && part.start - parts[place - 1].end > 2)) return null;
    const meanings = listMeanings(parts.map((part) => part.text).join(" "), reader, cards);
    if (!meanings.length) return null;
    return { kind: "or", parts: [parts.length === 1 ? parts[0] : { kind: "and", parts }, ...meanings] };
  }

  function listMeanings(text, reader, cards) {
    const found = [];
    const spelling = compact(text);
    const figure = (field, number) => ({ kind: "figure", field, op: "=", text: String(number) });
    const drop = DROP.exec(spelling);
    if (drop && cards.figures.includes("cost")) {
      const character = { kind: "term", field: "type", op: ":", text: "character" };
      found.push({ kind: "and", parts: [figure("cost", drop[1]), character] });
    }
    const said = FIGURE.exec(text);
    const named = said && cards.fields[(said[1] || said[4]).toLowerCase()];
    if (named?.endsWith("#")) {
      if (cards.figures.includes(nameOf(named))) found.push(figure(nameOf(named), said[2] || said[3]));
      else if (!COLUMNS[nameOf(named)]) reader.online.push(text);
    }
    if (DAY_BEHIND.test(text) && text.includes(" ")) noteDatedFormat(text, reader, cards);
    const labels = [...(cards.readings[spelling] || [])];
    if (cards.setNames.has(text) && !labels.some(([kind, name]) => kind === "set" && name === text)) labels.push(["set", text]);
    const others = labels.filter(([kind]) => kind !== "legal");
    for (const [kind, name] of others.length ? others : labels) {
      found.push({ kind: "term", field: kind, op: ":", text: name, isPhrase: true });
    }
    return found;
  }

  // `silver age in april 2007` asks for the format of that day too, which the package doesn't have.
  function noteDatedFormat(text, reader, cards) {
    const words = text.split(/[\s,]+/);
    for (let count = 1; count < words.length; count += 1) {
      const labels = cards.readings[compact(words.slice(0, count).join(" "))] || [];
      if (labels.some(([kind]) => kind === "legal")) reader.online.push(text);
    }
  }

  return { COLUMNS, COMPARISONS, NeedsNetwork, Reader, readWords, compact, fold, isNumber, nameOf, readCode, spaced, tokenize };
})();
