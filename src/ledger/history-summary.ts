// What was paid before, in twelve bytes for each account and payee: enough to say of nearly every row that nothing is to be said
// of it, without a look-up. What isn't in here, or isn't well within the usual, is looked up in the tables, which alone decide
// what is said. Two names share a hash with a chance of about one in 10^9 for 30,000 rows beside a million names. Pure.
import { readText as foldedPayee } from '../interface/plain-text.ts';
import { AT_ACCOUNT, GONE, type Known, TOO_FEW, WORDS } from './summary-records.ts';

/** Hashes are made in steps, without an object for each: what was fed last, and what its account alone gave. */
let high = 0;
let low = 0;
let account = '';
let accountHigh = 0;
let accountLow = 0;

function begin(text: string): void {
  if (text === account && accountHigh !== 0) {
    high = accountHigh;
    low = accountLow;
    return;
  }
  high = 0x811c9dc5 | 0;
  low = 0x9e3779b9 | 0;
  feed(text);
  account = text;
  accountHigh = high;
  accountLow = low;
}

function feed(text: string): void {
  let a = high;
  let b = low;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b + code, 0x85ebca6b);
    b ^= b >>> 13;
  }
  high = a;
  low = b;
}

const SPACE = 0x20;

/** A payee as foldedPayee writes it. Of nearly all names, which are ASCII with single spaces, without writing it. */
function feedPayee(text: string): void {
  let a = high;
  let b = low;
  let before = SPACE;
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code < SPACE || code > 0x7e || (code === SPACE && before === SPACE)) {
      feed(foldedPayee(text));
      return;
    }
    before = code;
    if (code >= 0x41 && code <= 0x5a) code += 0x20; // a capital
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b + code, 0x85ebca6b);
    b ^= b >>> 13;
  }
  if (before === SPACE) {
    feed(foldedPayee(text)); // it ends with one, or is empty
    return;
  }
  high = a;
  low = b;
}

function end(): void {
  let a = high;
  let b = low;
  a ^= a >>> 16;
  a = Math.imul(a, 0x7feb352d);
  a ^= a >>> 15;
  b = Math.imul(b ^ (b >>> 16), 0xc2b2ae35);
  b ^= b >>> 16;
  high = a;
  low = b;
}

/** In no currency, and in no payee. */
const OF_HABIT = '\u001f';
const OF_PAYEE = '\u001e';

/** `median`: empty for too few payments; `undefined` for none. Nothing where a float can't hold it: it is looked up. */
export function habitRecord(to: string, currency: string, median: string | undefined): Known {
  begin(to);
  feed(OF_HABIT);
  feed(currency);
  end();
  return { high, low, value: valueOf(median) };
}

function valueOf(median: string | undefined): number {
  if (median === undefined) return GONE;
  if (median === '') return TOO_FEW;
  const value = Math.fround(Number(median));
  return value > 0 && value < Infinity ? value : GONE;
}

export function payeeRecord(payee: string, at: string, isLast: boolean): Known {
  begin(at);
  feed(OF_PAYEE);
  feedPayee(payee);
  end();
  return { high, low, value: isLast ? AT_ACCOUNT : GONE };
}

/** Where to begin: by so many first bits of a hash. */
const SLOT_BITS = 12;

export class Summary {
  /** Sorted by hash: high, low, the float's bits. */
  readonly #words: Int32Array;
  readonly #floats: Float32Array;
  /** The first record of each slot, and the end. */
  readonly #starts = new Int32Array((1 << SLOT_BITS) + 1);

  constructor(words: Int32Array) {
    this.#words = words;
    this.#floats = new Float32Array(words.buffer, words.byteOffset, words.length);
    const slots = 1 << SLOT_BITS;
    for (let slot = 0; slot < slots; slot++)
      this.#starts[slot] = this.#from(0, this.records, (slot << (32 - SLOT_BITS)) ^ 0x80000000, -0x80000000);
    this.#starts[slots] = this.records;
  }

  get records(): number {
    return this.#words.length / WORDS;
  }

  /** What the account got in this currency as a rule; {@link TOO_FEW}; `undefined` for what has to be looked up. */
  usual(of: string, currency: string): number | undefined {
    begin(of);
    feed(OF_HABIT);
    feed(currency);
    end();
    return this.#value();
  }

  /** `payee`: as it stands in a file. False: that has to be looked up. */
  isAt(payee: string, at: string): boolean {
    begin(at);
    feed(OF_PAYEE);
    feedPayee(payee);
    end();
    return this.#value() === AT_ACCOUNT;
  }

  /** Of the hash that was made last. Hashes lie evenly, so it is near to where it would be if they lay quite evenly. */
  #value(): number | undefined {
    const words = this.#words;
    const slot = (high >> (32 - SLOT_BITS)) + (1 << (SLOT_BITS - 1));
    const first = (this.#starts[slot] ?? 0) * WORDS;
    const behind = (this.#starts[slot + 1] ?? 0) * WORDS;
    const share = (high & ((1 << (32 - SLOT_BITS)) - 1)) / (1 << (32 - SLOT_BITS));
    let at = first + Math.floor(((behind - first) / WORDS) * share) * WORDS;
    while (at > first && (words[at - WORDS] ?? 0) >= high) at -= WORDS;
    while (at < behind && (words[at] ?? 0) < high) at += WORDS;
    for (; at < behind && words[at] === high; at += WORDS)
      if (words[at + 1] === low) return this.#floats[at + 2];
    return undefined;
  }

  /** The first record between these two that is not below such a hash. */
  #from(first: number, behind: number, ofHigh: number, ofLow: number): number {
    const words = this.#words;
    let from = first;
    let to = behind;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const is = words[middle * WORDS] ?? 0;
      if (is < ofHigh || (is === ofHigh && (words[middle * WORDS + 1] ?? 0) < ofLow)) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
