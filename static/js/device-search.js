// The plain part of the query language over the cards of a package (vsdb/device/card_packages.py), with the answers of
// the server: words and phrases, `or`, `-`, parentheses, type, set, name, team and keyword, figures, legality today.
// What else the language has needs the network; it is left out, and the answer says so.
self.DeviceSearch = (() => {
  const { COLUMNS, COMPARISONS, NeedsNetwork, Reader, readWords } = self.DeviceQuery;
  const { compact, fold, isNumber, nameOf, readCode, spaced, tokenize } = self.DeviceQuery;

  // --- what cards a part finds ---

  // The package with what searches ask of it again and again.
  class Cards {
    constructor(packed) {
      Object.assign(this, packed);
      this.bySlug = new Map(this.cards.map((card, place) => [card.slug, place]));
      this.setsOf = this.cards.map((card) => (card.printings || []).map(([set]) => set));
      this.codes = new Map();
      this.cards.forEach((card, place) => {
        for (const [set, number] of card.printings || []) {
          const code = set && number ? readCode(`${set}-${number}`) : null;
          if (!code) continue;
          const key = code.join("|");
          if (!this.codes.has(key)) this.codes.set(key, []);
          this.codes.get(key).push(place);
        }
      });
      this.ofNames = joinWords(this.cards, (card) => [card.name]);
      this.ofAllNames = joinWords(this.cards, (card) => [card.name, card.identity || "", ...(card.aka || [])]);
      this.setNames = new Map(this.sets);
    }
  }

  // The cards by each word of their names with what parts it left out: those that have parts, and all.
  function joinWords(cards, namesOf) {
    const whole = new Map();
    const parted = new Set();
    cards.forEach((card, place) => {
      const words = namesOf(card).flatMap((name) => name.split(/[\s/,:()]+/));
      for (const word of new Set(words)) {
        const parts = tokenize(word);
        const joined = parts.join("");
        if (!joined) continue;
        if (!whole.has(joined)) whole.set(joined, new Set());
        whole.get(joined).add(place);
        if (parts.length > 1) parted.add(joined);
      }
    });
    return { whole, parted: [...parted] };
  }

  // The cards with a word in their name that is written otherwise; null where there is none.
  function respelled({ whole, parted }, words) {
    const wanted = words.join("");
    if (words.length > 1) return whole.get(wanted) || null;
    const found = new Set(parted.filter((word) => word.startsWith(wanted)).flatMap((word) => [...whole.get(word)]));
    return found.size ? found : null;
  }

  const one = (test) => ({ card: test });
  const among = (places) => one((place) => places.has(place));
  const NOBODY = one(() => false);

  function ofPrinting(test) {
    return { printing: test, card: (place, cards) => cards.setsOf[place].some(test) };
  }

  const TYPES = {
    mc: "Main Character", sc: "Supporting Character", basic: "Basic Location", special: "Special Location", pt: "Plot Twist",
  };
  const TYPE_WORDS = { char: "character", eq: "equipment", equip: "equipment", loc: "location" };
  const wordsOfType = (name) => fold(name).replace(/[()]/g, " ").split(/\s+/).filter(Boolean);

  function findTypes(text, held, isWhole) {
    const short = TYPES[text.trim().toLowerCase()];
    if (short) return held.filter((name) => name === short);
    const wanted = compact(TYPE_WORDS[fold(text)] || text);
    const whole = held.filter((name) => compact(name) === wanted);
    if (isWhole || (whole.length && text.trim().split(/\s+/).length > 1)) return whole;
    const words = fold(text).split(" ").filter(Boolean).map((word) => TYPE_WORDS[word] || word);
    const wordy = held.filter((name) => words.length && words.every((word) => wordsOfType(name).includes(word)));
    if (wordy.length || whole.length || !words.length) return wordy.length ? wordy : whole;
    return held.filter((name) => words.every((word) => wordsOfType(name).some((own) => own.startsWith(word))));
  }

  const STATES = { "*": "any", none: "none", unknown: "unknown" };
  const stateOf = (term) => (":=".includes(term.op) ? STATES[term.text.trim().toLowerCase()] : undefined);

  // Each alternative between bars is asked by itself, as far as it is understood.
  function anyOf(term, ask) {
    const texts = term.isPhrase ? [term.text] : term.text.split("|").filter(Boolean);
    const found = (texts.length ? texts : [term.text]).map((text) => ask({ ...term, text, op: term.op === "!=" ? "=" : term.op }));
    const parts = found.filter(Boolean);
    if (!parts.length) return null;
    const test = (place, cards) => parts.some((each) => each.card(place, cards));
    return one(term.op === "!=" ? (place, cards) => !test(place, cards) : test);
  }

  function askType(term, cards, notes) {
    if (!":=!=".includes(term.op)) return refuse(term, notes);
    return anyOf(term, (each) => {
      const state = stateOf(each);
      if (state) return one((place) => Boolean(cards.cards[place].type) === (state === "any"));
      const types = findTypes(each.text, cards.types, each.op === "=");
      if (!types.length) {
        notes.push(`No card in ${cards.name} has the type “${each.text}”.`);
        return findTypes(each.text, [...cards.types, ...cards.elsewhere.types], false).length ? NOBODY : null;
      }
      return one((place) => types.includes(cards.cards[place].type));
    });
  }

  const SET_MARK = /^(?:set|s|e|in|edition):/i;

  function findSets(text, cards) {
    const wanted = compact(["set:", "s:", "e:", "in:", "edition:"].reduce(
      (said, mark) => (said.toLowerCase().startsWith(mark) ? said.slice(mark.length) : said), text));
    const byCode = cards.sets.filter(([code]) => compact(code) === wanted);
    return (byCode.length ? byCode : cards.sets.filter(([, name]) => wanted && compact(name) === wanted)).map(([code]) => code);
  }

  function askSet(term, cards, notes) {
    if (![":", "=", "!="].includes(term.op)) throw new NeedsNetwork();
    const state = stateOf(term);
    if (state === "any") return ofPrinting(() => true);
    if (state) return one((place) => !cards.setsOf[place].length);
    const sets = findSets(term.text, cards);
    if (!sets.length) {
      notes.push(`${cards.name} has no set “${term.text}”.`);
      if (!cards.elsewhere.sets.includes(compact(term.text.replace(SET_MARK, "")))) return null;
    }
    const isIn = (set) => sets.includes(set);
    if (term.op === ":") return ofPrinting(isIn);
    const isExactly = (place) => cards.setsOf[place].some(isIn) && cards.setsOf[place].every(isIn);
    return one((place) => isExactly(place) === (term.op === "="));
  }

  function askLegal(term, cards, notes) {
    if (!":=!=".includes(term.op)) return refuse(term, notes);
    return anyOf(term, (each) => {
      const isBan = term.field === "banned";
      const word = each.text.trim().startsWith(`${cards.game}/`) ? each.text.trim().slice(cards.game.length + 1) : each.text.trim();
      const formats = word === "*" ? cards.formats.filter((fmt) => isBan || fmt.in_season) : findFormats(word, cards);
      if (!formats.length && word !== "*") {
        if (cards.elsewhere.formats.includes(fold(word))) return NOBODY;
        throw new NeedsNetwork(); // a format by an organizer, or none
      }
      if (isBan) return among(new Set(formats.flatMap((fmt) => fmt.banned)));
      return one((place) => formats.some((fmt) => fmt.answers[place] === "l"));
    });
  }

  function findFormats(word, cards) {
    const own = cards.formats.find((fmt) => fmt.slug === word) || cards.formats.find((fmt) => fmt.short.includes(word));
    return own ? [own] : cards.formats.filter((fmt) => fmt.called.includes(fold(word.slice(0, 200))));
  }

  function askLabel(term, cards) {
    const members = cards.labels[term.field][compact(term.text)];
    if (term.op !== ":" || stateOf(term) || !members) throw new NeedsNetwork();
    return among(new Set(members));
  }

  function askName(term, cards, notes) {
    if (term.op !== ":") throw new NeedsNetwork();
    if (term.text === "*") return one(() => true);
    const words = tokenize(term.text);
    if (!words.length) return refuse(term, notes);
    const isPhrase = words.length > 1 || Boolean(term.isPhrase);
    const whole = isPhrase ? spaced(words) : spaced(words).trimEnd();
    const other = (!isPhrase || words.length > 1) && respelled(cards.ofNames, words);
    return one((place) => cards.cards[place].in_name.includes(whole) || Boolean(other && other.has(place)));
  }

  function refuse(term, notes) {
    notes.push(`“${term.field}${term.op}${term.text}” is not understood; it was left out.`);
    return null;
  }

  const SIGN = /^(?:\*|x|\d{1,6}\+|\d{1,6}\*)$/;
  const RANGE = /^(\d{1,6})(?:-|\.\.)(\d{1,6})$|^(\d{1,6})\.\.$|^\.\.(\d{1,6})$/;
  const HOLDS = {
    "=": (left, right) => left === right, "!=": (left, right) => left !== right,
    "<": (left, right) => left < right, "<=": (left, right) => left <= right,
    ">": (left, right) => left > right, ">=": (left, right) => left >= right,
  };

  function askFigure(term, cards, notes) {
    const column = COLUMNS[term.field];
    if (!column) throw new NeedsNetwork();
    const op = term.op === ":" ? "=" : term.op;
    const text = term.text.toLowerCase();
    const isOf = (card) => term.field !== "threshold" || Boolean(card.threshold);
    const figureOf = (place) => (isOf(cards.cards[place]) ? cards.cards[place].figures?.[column] : undefined);
    const compare = (holds, right) => (place) => figureOf(place) !== undefined && HOLDS[holds](figureOf(place), right);
    if (["even", "odd", "none", "unknown"].includes(text) || SIGN.test(text)) {
      if (COMPARISONS.includes(op)) return refuse(term, notes);
      const found = askState(text, term.field, column, cards, { isOf, figureOf });
      if (!found) return refuse(term, notes);
      const isRecorded = (place) => figureOf(place) !== undefined || signOf(place, column, cards, isOf) !== undefined;
      return one(op === "!=" ? (place) => isRecorded(place) && !found(place) : found);
    }
    const range = RANGE.exec(text);
    if (range) {
      if (COMPARISONS.includes(op)) return refuse(term, notes);
      const low = range[1] ?? range[3];
      const high = range[2] ?? range[4];
      const ends = [low !== undefined && compare(op === "!=" ? "<" : ">=", Number(low)), high !== undefined && compare(op === "!=" ? ">" : "<=", Number(high))].filter(Boolean);
      return one(op === "!=" ? (place) => ends.some((end) => end(place)) : (place) => ends.every((end) => end(place)));
    }
    if (/^[+-]?\d{1,6}$/.test(text)) return one(compare(op, Number(text)));
    if (/\p{L}/u.test(text) && !/^\p{L}+$/u.test(text)) throw new NeedsNetwork();
    if (isNumber(cards.fields[text]) || /[+*]|\d-/.test(text)) throw new NeedsNetwork();
    return refuse(term, notes);
  }

  const signOf = (place, column, cards, isOf) => (isOf(cards.cards[place]) ? cards.cards[place].signs?.[column] : undefined);

  function askState(text, field, column, cards, { isOf, figureOf }) {
    const hasSigns = field !== "level";
    if (text === "even" || text === "odd") {
      return (place) => figureOf(place) !== undefined && Math.abs(figureOf(place)) % 2 === (text === "odd" ? 1 : 0);
    }
    if (text === "unknown") {
      const isOfGame = cards.figures.includes(field);
      const isBlank = (place) => figureOf(place) === undefined && (!hasSigns || signOf(place, column, cards, isOf) === undefined);
      return (place) => isOfGame && isOf(cards.cards[place]) && isBlank(place);
    }
    if (!hasSigns) {
      if (text === "*") return (place) => figureOf(place) !== undefined;
      return text === "none" ? () => false : null;
    }
    if (text !== "none" && !/^[0-9*+\-x?½]+$/.test(text)) return null;
    const wanted = [text, text.toUpperCase()];
    return (place) => wanted.includes(signOf(place, column, cards, isOf));
  }

  // The fields that are answered here, by their names; `figure` stands for those with numbers.
  const ASKED = {
    type: askType, set: askSet, in: askIn, legal: askLegal, banned: askLegal,
    team: askLabel, kw: askLabel, name: askName, figure: askFigure,
  };

  function askIn(term, cards, notes) {
    const found = askSet(term, cards, notes);
    return found && one(found.card);
  }

  // --- bare words: texts, codes, other spellings, and names of teams, keywords, types, sets and formats ---

  function askWord(term, cards) {
    const words = tokenize(term.text);
    if (!words.length) return null;
    const isPhrase = words.length > 1 || term.isPhrase;
    const wanted = isPhrase ? [spaced(words)] : words.map((word) => ` ${word}`);
    const code = term.isPhrase ? null : findByCode(term.text, cards);
    const other = term.isPhrase ? null : respelled(cards.ofAllNames, words);
    return one((place) => wanted.every((each) => cards.cards[place].words.includes(each))
      || Boolean(code?.has(place)) || Boolean(other?.has(place)));
  }

  function findByCode(text, cards) {
    const key = readCode(text);
    if (!key) return null;
    const other = cards.has_rarity_letters ? "" : { "*": "s", s: "*" }[key[3]] ?? key[3];
    const found = cards.codes.get(key.join("|")) || cards.codes.get([...key.slice(0, 3), other].join("|"));
    if (!found) return null;
    const places = [...new Set(found)];
    if (places.length < 2 || !text.includes("/")) return new Set(places);
    const size = `/${text.slice(text.lastIndexOf("/") + 1).trim()}`;
    const isSized = (place) => cards.cards[place].printings.some(([set, number]) =>
      `${set}-${number}`.endsWith(size) && readCode(`${set}-${number}`)?.join("|") === key.join("|"));
    const sized = places.filter(isSized);
    return new Set(sized.length ? sized : places);
  }

  function build(tree, reader, cards) {
    try {
      return buildPart(tree, reader, cards);
    } catch (fault) {
      if (!(fault instanceof NeedsNetwork)) throw fault;
      reader.online.push(reader.text.slice(tree.start, tree.end) || tree.text);
      return null;
    }
  }

  function buildPart(tree, reader, cards) {
    switch (tree.kind) {
      case "nothing":
        return NOBODY;
      case "word":
        return askWord(tree, cards);
      case "figure":
        return askFigure(tree, cards, reader.notes);
      case "term":
        return ASKED[tree.field](tree, cards, reader.notes);
      case "not": {
        const inner = build(tree.inner, reader, cards);
        return inner && one((place, all) => !inner.card(place, all));
      }
      case "or": {
        const parts = tree.parts.map((each) => build(each, reader, cards)).filter(Boolean);
        if (!parts.length) return null;
        const printing = parts.every((each) => each.printing) ? (set) => parts.some((each) => each.printing(set)) : undefined;
        return { card: (place, all) => parts.some((each) => each.card(place, all)), printing };
      }
      default:
        return buildAll(tree, reader, cards);
    }
  }

  // All parts hold; those on printings hold of one and the same printing.
  function buildAll(tree, reader, cards) {
    const built = joinParted(tree.parts, cards).map((each) => build(each, reader, cards)).filter(Boolean);
    if (built.length < 2) return built[0] || null;
    const onPrintings = built.filter((each) => each.printing);
    if (onPrintings.length > 1) {
      const joined = ofPrinting((set) => onPrintings.every((each) => each.printing(set)));
      if (onPrintings.length === built.length) return joined;
      const rest = [joined, ...built.filter((each) => !each.printing)];
      return one((place, all) => rest.every((each) => each.card(place, all)));
    }
    return one((place, all) => built.every((each) => each.card(place, all)));
  }

  // Two words beside one another that a name joins, `bat man`, stand for that name too.
  function joinParted(parts, cards) {
    const found = [];
    for (const part of parts) {
      const before = found.length ? singleWord(found.at(-1)) : "";
      const word = singleWord(part);
      if (before && word && respelled(cards.ofNames, [before, word])) {
        const joined = { kind: "term", field: "name", op: ":", text: `${before}-${word}` };
        found.push({ kind: "or", parts: [found.pop(), joined] }, { kind: "or", parts: [part, joined] });
      } else {
        found.push(part);
      }
    }
    return found;
  }

  function singleWord(tree) {
    const words = tree.kind === "word" && !tree.isPhrase ? tokenize(tree.text) : [];
    return words.length === 1 ? words[0] : "";
  }

  // --- the order: the printing of a code, the name itself, names that begin so, that hold the words, the others ---

  function listWords(tree, through) {
    if (!tree) return [];
    if (tree.kind === "word") return [tree];
    return through.includes(tree.kind) ? tree.parts.flatMap((part) => listWords(part, through)) : [];
  }

  function rankOf(tree, cards) {
    const words = listWords(tree, ["and"]).flatMap((word) => tokenize(word.text));
    const codes = listWords(tree, ["and", "or"]).map((word) => !word.isPhrase && findByCode(word.text, cards)).filter(Boolean);
    const whole = spaced(words);
    const begun = whole.trimEnd();
    const other = words.length ? respelled(cards.ofNames, words) : null;
    const ranks = [
      (name) => name === whole, (name) => name.startsWith(whole), (name) => name.startsWith(begun),
      (name) => name.includes(whole), (name) => name.includes(begun), (_, place) => other?.has(place),
    ];
    const byName = (place) => {
      const found = words.length ? ranks.findIndex((fits) => fits(cards.cards[place].in_name, place)) : -1;
      return found < 0 ? ranks.length : found;
    };
    return (place) => (codes.length && !codes.some((code) => code.has(place)) ? 10 : 0) + byName(place);
  }

  // The places of the cards that a query finds, best first; the parts that need the network, which were left out; notes.
  function search(text, cards) {
    const reader = new Reader(text, cards.fields, (field) => Object.hasOwn(ASKED, field));
    const tree = reader.any(0);
    const wanted = tree && build(readWords(tree, reader, cards), reader, cards);
    const rank = rankOf(tree, cards);
    const found = [];
    cards.cards.forEach((_, place) => {
      if (!wanted || wanted.card(place, cards)) found.push([rank(place), place]);
    });
    found.sort(([one_, a], [other, b]) => one_ - other || a - b);
    return { places: found.map(([, place]) => place), online: [...new Set(reader.online)], notes: [...new Set(reader.notes)] };
  }

  return { Cards, search };
})();
