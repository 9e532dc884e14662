// Keys that a script gives to a variable's object one at a time, in languages that are read without a grammar: Perl's
// `$body{amount} = v`, R's `body$amount <- v`, `body["amount"] = v` of Lua and its kin. They join what the variable was made
// with, where the variable is sent as a whole behind them.
import { camel } from '../model/model.ts';
import { INTEREST } from '../model/words.ts';
import { type LooseMember, type LooseNode, readLoose } from './loose.ts';
import type { RootFlows, Roots } from './requests.ts';

/** What a language's variables and assignments look like. All patterns are bounded: names of 60 characters. */
export interface Dialect {
  /** The variable, its keys, and the sign with the blanks behind it. */
  readonly assigned: RegExp;
  /** Behind a name that stands for the whole, and before it. */
  readonly isWhole: (before: string, behind: string) => boolean;
  /** What stands between a variable's name and the bracket that it is made with. */
  readonly made: RegExp;
}

const NEVER: RootFlows['isBlock'] = () => false;
const SENDS =
  /\b(?:post|put|patch|request|request_uri|send|submit|fetch|form|body|content|payload|data|json)\b|encode|HTTP::Request/i;
/** Printed, stored, or shown: no body. */
const KEEPS =
  /\b(?:print|printf|say|warn|insert|save|write\w*|store|cat|log\w*|render|dbWrite\w*|execute|data\.frame|rbind|bind_rows|push)\b/i;
const GIVES = /^\s{0,60}(?:my\s|local\s)?\s{0,4}[$%@]?(\w{1,60})\s{0,20}(?:<-|=(?![=~>]))/;
const MAX_HEAD = 120;
const MAX_LINE = 500;
const MAX_USES = 30;
const MAX_PUTS = 400;
const MAX_HOPS = 2;
/** Of a variable and what stands between it and a key. */
const MAX_KEY_HEAD = 80;
/** Where a variable's name stands, whatever it is there. */
const MAX_TRIES = 2_000;
const NOTHING = /^["'\]})]{0,4}\s{0,8}(?:<-|=)\s{0,8}(?:NULL|nil)\b/;

export const PERL: Dialect = {
  assigned:
    /\$(\w{1,60})((?:(?:->)?[{(]\s{0,4}["']?[A-Za-z][\w-]{0,60}["']?\s{0,4}[})]){1,2})\s{0,20}=(?![=~>])\s{0,20}/g,
  isWhole: (before, behind) => /[$%]$/.test(before) && !/^(?:->)?[{([]/.test(behind),
  made: /[%$](\w{1,60})\s{0,20}=\s{0,20}$/,
};

export const R: Dialect = {
  assigned:
    /(?<![\w.$])([A-Za-z.][\w.]{0,60})((?:\$[A-Za-z][\w.]{0,60}|\[\[\s{0,4}["'][\w.-]{1,60}["']\s{0,4}\]\]){1,2})\s{0,20}(?:<<?-|=(?!=))\s{0,20}/g,
  isWhole: (before, behind) =>
    !/[$\w."']$/.test(before) && !/^(?:[$[\w."'(]|\s{0,8}(?:=(?!=)|<-))/.test(behind),
  made: /(?<![\w.$])([A-Za-z.][\w.]{0,60})\s{0,20}(?:<-|=)\s{0,20}$/,
};

export const TABLES: Dialect = {
  assigned:
    /(?<![\w.])([A-Za-z_]\w{0,60})((?:\.[A-Za-z]\w{0,60}|\[\s{0,4}["'][\w.-]{1,60}["']\s{0,4}\]){1,2})\s{0,20}=(?!=)\s{0,20}/g,
  isWhole: (before, behind) => !/[.\w"']$/.test(before) && !/^(?:[.[\w"'(:]|\s{0,8}=(?!=))/.test(behind),
  made: /(?<![\w.])([A-Za-z_]\w{0,60})\s{0,20}=\s{0,20}(?:Dict|\{\})?$/,
};

/** `source`: the script as it is written, where what is read of it has other brackets. */
export const assignedIn = (dialect: Dialect, source: string, isBlock = NEVER): RootFlows => ({
  isBlock,
  of: (_, roots) => new Assigned(dialect, source).all(roots),
});

interface Put {
  readonly variable: string;
  readonly keys: readonly LooseMember['key'][];
  readonly at: number;
  readonly value: number;
}

class Assigned {
  readonly #dialect: Dialect;
  readonly #text: string;
  readonly #sent = new Map<string, boolean>();
  readonly #takes = new Map<string, string[]>();

  constructor(dialect: Dialect, text: string) {
    this.#dialect = dialect;
    this.#text = text;
  }

  all(roots: readonly LooseNode[]): Roots {
    const puts = this.#puts();
    if (puts.length === 0) return { roots, kept: new Set() };
    const owners = roots.map(({ start }) => this.#ownerOf(start));
    const made = new Map<string, LooseNode>();
    for (const put of puts) {
      if (!this.#isSent(put.variable, put.at)) continue;
      const own = owners.findLastIndex((one, i) => one === put.variable && (roots[i]?.start ?? 0) < put.at);
      const root = roots[own] ?? made.get(put.variable);
      if (root) {
        join(root, put, this.#text);
        continue;
      }
      const start = put.keys[0]?.start ?? put.at;
      const node: LooseNode = { kind: 'object', start, end: start, text: '', members: [], items: [] };
      join(node, put, this.#text);
      made.set(put.variable, node);
    }
    return { roots: [...roots, ...made.values()].sort((a, b) => a.start - b.start), kept: new Set() };
  }

  #ownerOf(start: number): string | undefined {
    return this.#dialect.made.exec(this.#text.slice(Math.max(0, start - MAX_HEAD), start).trimEnd())?.[1];
  }

  #puts(): Put[] {
    const puts: Put[] = [];
    for (const found of this.#text.matchAll(this.#dialect.assigned)) {
      const [whole, variable = '', path = ''] = found;
      const from = found.index + whole.indexOf(path, variable.length);
      const keys = [...path.matchAll(/[A-Za-z][\w-]*/g)].map(({ 0: text, index }) => {
        const start = from + index;
        return { text, start, end: start + text.length };
      });
      const last = keys.at(-1);
      const value = found.index + whole.length;
      const nothing = /^(?:NULL|nil|undef)\b|^(?:delete|getElement)\b/.test(
        this.#text.slice(value, value + 12),
      );
      if (!last || nothing || !INTEREST.has(camel(last.text))) continue;
      puts.push({ variable, keys, at: found.index, value });
      if (puts.length >= MAX_PUTS) break;
    }
    return puts.filter((put) => !this.#isTaken(put));
  }

  /** `$body{receiverAmount} = delete $body{amount}`: the old key is gone again. */
  #isTaken({ variable, keys }: Put): boolean {
    const name = keys.at(-1)?.text ?? '';
    let heads = this.#takes.get(name);
    if (!heads) this.#takes.set(name, (heads = this.#takesOf(name)));
    return heads.some((head) => head.includes(variable));
  }

  /** What stands before a key where that is taken away. */
  #takesOf(name: string): string[] {
    const heads: string[] = [];
    for (let at = this.#text.indexOf(name); at >= 0; at = this.#text.indexOf(name, at + name.length)) {
      const head = this.#text.slice(Math.max(0, at - MAX_KEY_HEAD), at);
      const behind = this.#text.slice(at + name.length, at + name.length + 24);
      if (/\bdelete\b[^\n;]{0,60}$/.test(head) || NOTHING.test(behind)) heads.push(head);
      if (heads.length >= MAX_USES) break;
    }
    return heads;
  }

  /** Whether a variable stands as a whole in what sends, behind a place. */
  #isSent(variable: string, from: number, hops = MAX_HOPS): boolean {
    const id = `${variable} ${hops}`;
    const known = this.#sent.get(id);
    if (known !== undefined) return known;
    this.#sent.set(id, false);
    let uses = 0;
    let sent = false;
    let at = this.#text.indexOf(variable, from + 1);
    for (let tries = 0; at >= 0 && uses < MAX_USES && tries < MAX_TRIES && !sent; tries++) {
      const end = at + variable.length;
      const whole = this.#dialect.isWhole(
        this.#text.slice(Math.max(0, at - 2), at),
        this.#text.slice(end, end + 12),
      );
      if (whole) {
        uses++;
        sent = this.#sends(at, variable, hops);
      }
      at = this.#text.indexOf(variable, end);
    }
    this.#sent.set(id, sent);
    return sent;
  }

  #sends(at: number, variable: string, hops: number): boolean {
    const start = this.#text.lastIndexOf('\n', at) + 1;
    const line = this.#text.slice(Math.max(start, at - MAX_LINE), at);
    const stop = this.#text.indexOf('\n', at);
    const all = line + this.#text.slice(at, Math.min(stop < 0 ? Infinity : stop, at + MAX_LINE));
    const into = GIVES.exec(all)?.[1];
    if (into !== undefined && into !== variable && hops > 0 && this.#isSent(into, at, hops - 1)) return true;
    return SENDS.test(all.replaceAll(variable, ' ')) && !KEEPS.test(all);
  }
}

/** `$customer{transactionBreakdown}{transactionTypes} = v` puts into an object inside. */
function join(root: LooseNode, { keys, value }: Put, text: string): void {
  const [first, second] = keys;
  if (!first) return;
  const known = root.members.find(({ key }) => key.text === first.text);
  if (!second) {
    if (!known) root.members.push({ key: first, value: valueAt(text, value) });
    return;
  }
  const member: LooseMember = { key: second, value: valueAt(text, value) };
  if (known?.value?.kind === 'object') known.value.members.push(member);
  else {
    const { start, end } = second;
    const node: LooseNode = { kind: 'object', start, end, text: '', members: [member], items: [] };
    root.members.push({ key: first, value: node });
  }
}

function valueAt(text: string, from: number): LooseNode {
  const blanks = /^ {0,12}/.exec(text.slice(from, from + 12))?.[0].length ?? 0;
  const at = from + blanks;
  const inner = /^[[{]\s{0,8}["'\w]/.test(text.slice(at, at + 10)) ? readLoose(text, at) : undefined;
  if (inner) return inner;
  const found = /^(["'])([^\n"']{0,4000})\1/.exec(text.slice(at, at + 4_100));
  const node = { members: [], items: [] };
  if (!found) return { kind: 'other', start: at, end: at, text: '', ...node };
  const [whole, , inside = ''] = found;
  return { kind: 'text', start: at + 1, end: at + whole.length - 1, text: inside, ...node };
}
