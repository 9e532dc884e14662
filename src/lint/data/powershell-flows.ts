// Where a PowerShell script's objects go: what is put into a variable's object one key at a time, `$body.amount = v`, joins it,
// and what is only shown or written to a file is no body. Told by the commands that a variable stands in. One walk over the
// variables, made where there is something to tell.
import { camel } from '../model/model.ts';
import { INTEREST } from '../model/words.ts';
import { type LooseMember, type LooseNode, readLoose } from './loose.ts';
import type { RootFlows, Roots } from './requests.ts';

/** Bounded, as all here: names of 60 characters. */
const ASSIGNED =
  /\$(?:\w{1,12}:)?(\w{1,60})((?:\.\w{1,60}|\[\s{0,4}["'][\w-]{1,60}["']\s{0,4}\]){1,2})\s{0,20}\+?=(?!=)\s{0,40}/g;
const ADDED = /\$(\w{1,60})(\.Add\(\s{0,4}["'][\w-]{1,60}["'])\s{0,4},\s{0,8}/gi;
const MEMBER_ADDED =
  /\$(\w{1,60})(\s{0,4}\|\s{0,4}Add-Member\s[^\n|;$]{0,60}?-(?:NotePropertyName|Name)\s{1,4}["']?\w{1,60})["']?\s/gi;
const VARIABLE = /\$(?:\w{1,12}:)?(\w{1,60})/g;
const OBJECT = /\[pscustomobject\]\s{0,4}@$/i;
const OWNER = /\$(?:\w{1,12}:)?(\w{1,60})\s{0,20}\+?=\s{0,20}(?:\[\w{1,40}\]\s{0,4}){0,2}\(?@?$/;
/** Bounded: MAX_HEAD, 160 characters. */
const BEGINS = /(?:^|[\n{;]|\breturn)\s{0,40}(?:\[\w{1,40}\]\s{0,4})?@$/i;
const SENDS =
  /-(?:Body|Payload)\b|\bInvoke-\w|\b(?:irm|iwr)\b|\bBody\s{0,8}=|StringContent|PostAsync|UploadString|\b(?:Send|Submit|Post|New)-(?!Object|Item)\w/i;
const KEEPS =
  /\b(?:Export-\w+|Out-(?:File|Host|GridView|String|Null)|Set-Content|Add-Content|Format-(?:Table|List|Wide)|ConvertTo-(?:Csv|Html)|Write-\w+|Tee-Object|ft|fl)\b/i;
const BUILDS = /(?:body|request|payload)$/i;
const LOOPS = /\bforeach\s{0,4}\(\s{0,4}\$(\w{1,60})\s{1,4}in\s/i;
const GIVES =
  /^\s{0,60}(?:\[void\]\s{0,4})?\$(?:\w{1,12}:)?(\w{1,60})(?:\s{0,20}\+?=(?!=)|\.(?:Add|AddRange|Push|Enqueue)\()/i;
/** What a block's results are given to: `$rows = foreach (...) {`. */
const GATHERS =
  /\$(\w{1,60})\s{0,20}=\s{0,20}(?:@\(\s{0,40})?(?:foreach\b|\$[\w.]{1,60}\s{0,4}\|\s{0,20}(?:ForEach-Object|%))/gi;
const FUNCTION = /\bfunction\s{1,4}([\w-]{1,80})/gi;
const MAX_HEAD = 160;
const MAX_LINE = 600;
const MAX_USES = 40;
const MAX_HOPS = 2;
const MAX_ROOTS = 400;

type Way = 'sent' | 'kept' | undefined;

interface Put {
  readonly variable: string;
  readonly keys: readonly LooseMember['key'][];
  readonly at: number;
  readonly value: number;
}

/** The objects of a script, with what joins them, and which of them are only shown or kept. */
export const POWERSHELL: RootFlows = {
  isBlock: (text, at) => /[\w)%]\s{0,8}$/.test(text.slice(Math.max(0, at - 10), at)),
  of: (text, roots) => (roots.length > MAX_ROOTS ? { roots, kept: new Set() } : new Flows(text).all(roots)),
};

class Flows {
  readonly #text: string;
  #uses: Map<string, number[]> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  all(roots: readonly LooseNode[]): Roots {
    const kept = new Set<LooseNode>();
    const owners = roots.map((root) => this.#ownerOf(root));
    roots.forEach((root, i) => {
      const owner = owners[i];
      const way = owner === undefined ? this.#wayOfBare(root) : this.#wayOf(owner, root.end);
      if (way === 'kept') kept.add(root);
    });
    const made = new Map<string, LooseNode>();
    for (const put of this.#puts()) {
      const at = owners.findLastIndex(
        (owner, i) => owner === put.variable && (roots[i]?.start ?? 0) < put.at,
      );
      const known = made.get(put.variable);
      // Made anew with another literal, it is another object.
      const own = roots[at];
      const root = own && (!known || own.start > known.start) ? own : known;
      if (root) join(root, put, this.#text);
      else if (this.#wayOf(put.variable, put.at) === 'sent') {
        const start = put.keys[0]?.start ?? put.at;
        const node: LooseNode = { kind: 'object', start, end: start, text: '', members: [], items: [] };
        join(node, put, this.#text);
        made.set(put.variable, node);
      }
    }
    const all = [...roots, ...made.values()].sort((a, b) => a.start - b.start);
    return { roots: all, kept };
  }

  #ownerOf({ start }: LooseNode): string | undefined {
    return OWNER.exec(this.#text.slice(Math.max(0, start - MAX_HEAD), start))?.[1]?.toLowerCase();
  }

  #puts(): Put[] {
    const puts: Put[] = [];
    for (const pattern of [ASSIGNED, ADDED, MEMBER_ADDED])
      for (const found of this.#text.matchAll(pattern)) {
        const [whole, variable = '', path = ''] = found;
        const from = found.index + whole.indexOf(path, variable.length);
        const words = pattern === ASSIGNED ? [...path.matchAll(/[\w-]+/g)] : [lastWord(path)];
        const keys = words.map((word) => {
          const start = from + word.index;
          return { text: word[0], start, end: start + word[0].length };
        });
        const last = keys.at(-1);
        if (!last || !INTEREST.has(camel(last.text))) continue;
        puts.push({
          variable: variable.toLowerCase(),
          keys,
          at: found.index,
          value: found.index + whole.length,
        });
      }
    return puts.sort((a, b) => a.at - b.at);
  }

  /** An object that nothing is given: what a function or a block gives back. */
  #wayOfBare(root: LooseNode): Way {
    const head = this.#text.slice(Math.max(0, root.start - MAX_HEAD), root.start);
    if (!BEGINS.test(head)) return undefined;
    const rest = /^[^\n;]{0,300}/.exec(this.#text.slice(root.end, root.end + 300))?.[0].trim() ?? '';
    if (SENDS.test(rest)) return 'sent';
    if (KEEPS.test(rest)) return 'kept';
    if (rest.startsWith('|') || !OBJECT.test(head)) return undefined;
    const before = this.#text.slice(Math.max(0, root.start - 4_000), root.start);
    const gathered = [...before.matchAll(GATHERS)].at(-1)?.[1];
    if (gathered !== undefined) return this.#wayOf(gathered.toLowerCase(), root.end) ?? 'kept';
    return BUILDS.test([...before.matchAll(FUNCTION)].at(-1)?.[1] ?? '') ? undefined : 'kept';
  }

  /** By the commands that a variable stands in, behind a place, as a whole. */
  #wayOf(variable: string, from: number, hops = MAX_HOPS): Way {
    let way: Way;
    for (const use of this.#usesOf(variable, from)) {
      const line = this.#lineAt(use);
      if (SENDS.test(line)) return 'sent';
      const into = (LOOPS.exec(line) ?? GIVES.exec(line))?.[1]?.toLowerCase();
      if (into !== undefined && into !== variable) {
        const found = hops > 0 ? this.#wayOf(into, use, hops - 1) : undefined;
        if (found === 'sent') return found;
        way ??= found;
      } else if (KEEPS.test(line) || /^\s*(?:return\s+)?\$\w+\s*$/.test(line)) way = 'kept';
    }
    return way;
  }

  /** Where it stands without a member of it. */
  #usesOf(variable: string, from: number): readonly number[] {
    if (!this.#uses) {
      this.#uses = new Map();
      for (const { 0: whole, 1: name = '', index } of this.#text.matchAll(VARIABLE)) {
        if (/[.[\w]/.test(this.#text[index + whole.length] ?? '')) continue;
        const known = this.#uses.get(name.toLowerCase());
        if (known) known.push(index);
        else this.#uses.set(name.toLowerCase(), [index]);
      }
    }
    const all = this.#uses.get(variable) ?? [];
    const first = all.findIndex((at) => at > from);
    return first < 0 ? [] : all.slice(first, first + MAX_USES);
  }

  /** The command that an offset stands in, over lines that go on; a block that it opens, too. */
  #lineAt(at: number): string {
    const text = this.#text;
    let start = at;
    while (
      start > 0 &&
      at - start < MAX_LINE &&
      (text[start - 1] !== '\n' || /[`|]\r?$/.test(text.slice(start - 3, start - 1)))
    )
      start--;
    const rest = text.slice(at, at + MAX_LINE);
    const end = /^(?:[^\n]*[`|{,]\r?\n)*[^\n]*/.exec(rest)?.[0].length ?? 0;
    return text.slice(start, at + end);
  }
}

/** `$customer.transactionBreakdown.transactionTypes = v` puts into an object inside. */
function join(root: LooseNode, { keys, value }: Put, text: string): void {
  const [first, second] = keys;
  if (!first) return;
  const known = root.members.find(({ key }) => key.text.toLowerCase() === first.text.toLowerCase());
  if (!second) {
    if (!known) root.members.push({ key: first, value: valueAt(text, value) });
    else if (!known.value) known.value = valueAt(text, value);
    return;
  }
  const member: LooseMember = { key: second, value: valueAt(text, value) };
  if (known?.value?.kind === 'object') known.value.members.push(member);
  else if (!known) {
    const node = {
      kind: 'object',
      start: second.start,
      end: second.end,
      text: '',
      members: [member],
      items: [],
    } as const;
    root.members.push({ key: first, value: { ...node, members: [member], items: [] } });
  }
}

function valueAt(text: string, at: number): LooseNode {
  const head = text.slice(at, at + 2);
  const inner =
    head === '@{' ? readLoose(text, at + 1) : /^\[["']/.test(head) ? readLoose(text, at) : undefined;
  if (inner) return inner;
  const found = /^(?:@\(\s{0,40})?(["'])([^\n]{0,4000}?)\1/.exec(text.slice(at, at + 4_100));
  const node = { members: [], items: [] };
  if (!found) return { kind: 'other', start: at, end: at, text: '', ...node };
  const [whole, , inside = ''] = found;
  const start = at + whole.length - 1 - inside.length;
  return { kind: 'text', start, end: start + inside.length, text: inside, ...node };
}

/** `.Add('amount'` ends with the key. */
function lastWord(path: string): { readonly 0: string; readonly index: number } {
  const end = /["']$/.test(path) ? path.length - 1 : path.length;
  let index = end;
  while (index > 0 && /[\w-]/.test(path[index - 1] ?? '')) index--;
  return { 0: path.slice(index, end), index };
}
