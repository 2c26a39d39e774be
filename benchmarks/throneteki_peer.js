// Validates 200 made-up legal decks with throneteki-deck-helper, as often as asked, and says what that cost.
//
// node throneteki_peer.js FOLDER, with the folder of the package. Each line on standard input is "LISTS ROUNDS":
// validate every deck ROUNDS times with so many restricted lists. The answer is a line: processor microseconds, and how
// many of the decks were legal. The validator is made beforehand, once for each number of lists, as a server keeps it.
'use strict';
const path = require('path');
const readline = require('readline');

const DeckValidator = require(path.join(process.argv[2], 'lib', 'DeckValidator.js'));
const DECKS = 200, CARDS = 1500, PACKS = 60, FACTIONS = ['stark', 'lannister', 'neutral'];

let state = 20081222;
function random() { // mulberry32: the same decks in every run
    state = (state + 0x6D2B79F5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
function below(count) { return Math.floor(random() * count); }
function draw(from, count) {
    const left = from.slice();
    return Array.from({ length: count }, () => left.splice(below(left.length), 1)[0]);
}

const packs = Array.from({ length: PACKS }, (_, number) => ({
    code: `P${number}`, name: `Pack ${number}`, releaseDate: `20${10 + number % 10}-01-15`
}));

function makeCard(number, type) {
    const pack = number % PACKS;
    const name = `Card ${number}`;
    return {
        code: `${String(pack + 1).padStart(2, '0')}${String(number).padStart(4, '0')}`,
        name, label: `${name} (P${pack})`, type, faction: type === 'plot' ? 'neutral' : FACTIONS[number % 3],
        packCode: `P${pack}`, deckLimit: type === 'plot' ? 2 : 3, loyal: false, unique: number % 4 === 0,
        traits: ['Lord', 'House'], text: 'Renown.', cost: number % 7, strength: number % 6,
        icons: { military: true, intrigue: number % 2 === 0, power: true }
    };
}

const drawCards = Array.from({ length: CARDS }, (_, number) => makeCard(number, ['character', 'location', 'event'][below(3)]));
const plots = Array.from({ length: 100 }, (_, number) => makeCard(CARDS + number, 'plot'));
// The cards on lists are others than those in decks, so that every deck is legal by every list.
const listed = drawCards.slice(0, 300).map((card) => card.code);
const playable = drawCards.slice(300);
// The banner of the lion: twelve cards of its house, which makes it the commonest kind of agenda.
const banner = Object.assign(makeCard(1999, 'agenda'), { code: '01200', faction: 'neutral' });

function makeDeck() {
    const entries = [];
    const lions = playable.filter((card) => card.faction === 'lannister');
    const others = playable.filter((card) => card.faction !== 'lannister');
    draw(lions, 6).forEach((card) => entries.push({ count: 3, card }));
    let left = 42;
    for (const card of draw(others, 42)) {
        if (left === 0) break;
        const count = Math.min(left, 1 + below(3));
        entries.push({ count, card });
        left -= count;
    }
    return {
        name: 'Deck', format: 'joust', faction: { value: 'stark', name: 'Stark' }, agenda: banner, bannerCards: [],
        drawCards: entries, plotCards: draw(plots, 7).map((card) => ({ count: 1, card })), rookeryCards: []
    };
}

function makeList(number) {
    const codes = draw(listed, 80);
    return {
        _id: String(number), name: `List ${number}`, format: 'joust', restricted: codes.slice(0, 20), banned: codes.slice(20, 40),
        pods: Array.from({ length: 10 }, (_, pod) => {
            const [first, ...cards] = codes.slice(40 + 4 * pod, 44 + 4 * pod);
            return pod % 2 ? { restricted: first, cards } : { cards: [first, ...cards] };
        })
    };
}

const decks = Array.from({ length: DECKS }, makeDeck);
const lists = Array.from({ length: 32 }, (_, number) => makeList(number));
const validators = {};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
    const [count, rounds] = line.split(' ').map(Number);
    const validator = validators[count] = validators[count] || new DeckValidator(packs, lists.slice(0, count));
    let legal = 0;
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) {
        legal = 0;
        for (const deck of decks) {
            const said = validator.validateDeck(deck);
            if (said.basicRules && said.noUnreleasedCards && said.restrictedLists.every((list) => list.valid)) legal += 1;
        }
    }
    const used = process.cpuUsage(before);
    process.stdout.write(`${used.user + used.system} ${legal}\n`);
});
