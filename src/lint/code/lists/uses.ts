// Where the name of a list of document types is used: what stands around it there says whose documents these are, and
// whether BankStatements join them.
import { REQUIRED_DOCUMENT_TYPE } from '../../../interface/document-types.ts';
import { typeNamed } from '../../model/words.ts';
import type { Named } from '../names/meant.ts';
import { givenTo, type Group, isBlock } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import { loopsOver } from './enumerations.ts';
import { GoesOn, type Loop } from './goes-on.ts';
import { Searched } from './searched.ts';

export interface Use {
  readonly names: readonly string[];
  /** BankStatements, or what isn't seen, are put beside its members; or it is no list of documents, but of choices. */
  readonly completed: boolean;
  /** It is walked through to take its members away from something. */
  readonly removed: boolean;
  /** First and last tokens of the loops that walk through it. */
  readonly loops: readonly Loop[];
}

const NONE: Use = { names: [], completed: false, removed: false, loops: [] };
const JOIN = /^(\.|->|&\.)$/;
const EACH = /^(each|forEach|for_each|map|ForEach)$/;
const TAKES = /^(delete|pop|del|unset|remove|Remove|discard|forget|removeValue|delete!)$/;
const MAX_USES = 12;
const BEFORE = 12;
const BEHIND = 60;
const MAX_CLIMB = 4;
/** Names that a list takes on, one after the other. */
const MAX_HOPS = 1;
const MAX_FURTHER = 6;
const SAYS = /document|onboard|kyb/i;

export class Uses {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #goesOn: GoesOn;
  readonly #searched: Searched;
  readonly #known = new Map<Group, Use>();

  /** `named`: the text that a constant or a member of an enumeration stands for. */
  constructor(tokens: readonly Token[], places: Places, named: Named) {
    this.#tokens = tokens;
    this.#places = places;
    this.#goesOn = new GoesOn(tokens, places, named);
    this.#searched = new Searched(tokens, places);
  }

  /** Of the variable that a group, or what it stands in, is given to. */
  of(start: Group): Use {
    const known = this.#known.get(start);
    if (known) return known;
    const owner = this.#owner(start);
    const gathered = owner ? this.#gather(owner, start) : this.#givenBack(start);
    const own = this.#goesOn.loop(start.at, start.close);
    const loops = own ? [own, ...gathered.loops] : gathered.loops;
    const completed = gathered.completed || this.#goesOn.isChosenFrom(start);
    const removed = gathered.removed || (own !== undefined && this.#searched.by(start.at, start.close, own));
    const found = { ...gathered, loops, completed, removed };
    this.#known.set(start, found);
    return found;
  }

  /** Loops over all members of an enumeration. */
  loopsOver(type: string): readonly Loop[] {
    return loopsOver(type, this.#tokens, this.#places, this.#goesOn);
  }

  /** What a function gives back is walked through where that is called. */
  #givenBack(start: Group): Use {
    const name = this.#goesOn.nameFrom(start.at);
    if (!name) return NONE;
    const { loops, grown } = this.#further(name, MAX_HOPS);
    return { ...NONE, loops, completed: grown };
  }

  #owner(start: Group): Token | undefined {
    let group = start;
    for (let depth = 0; group.parent && depth < MAX_CLIMB; depth++) {
      const owner = givenTo(group.parent.items, group.position, this.#tokens);
      if (owner?.kind === 'name' && this.#places.uses(owner.text).length > 1) return owner;
      if (group.parent.open === '{' && isBlock(group.parent, this.#tokens)) return undefined;
      group = group.parent;
    }
    return undefined;
  }

  #gather(owner: Token, { at, close }: Group): Use {
    const names = new Set<string>();
    const loops: Loop[] = [];
    let completed = false;
    let removed = false;
    const made = this.#places.indexOf(owner);
    for (const use of this.#places.usesAround(owner.text, made, MAX_USES)) {
      if (use === made) continue;
      const { statement } = this.#tokens[use] ?? owner;
      const loop = this.#goesOn.loop(use, use);
      if (loop) loops.push(loop);
      removed ||= loop !== undefined && this.#searched.by(use, use, loop);
      completed ||= this.#goesOn.isGrown(use);
      const name = loop ? undefined : this.#goesOn.nameFrom(use);
      if (name && name.text !== owner.text) {
        const found = this.#further(name, MAX_HOPS);
        loops.push(...found.loops);
        completed ||= found.grown;
      }
      const last = Math.min(statement.last, use + BEHIND);
      for (let i = Math.max(statement.first, use - BEFORE); i < last; i++) {
        if (i >= at && i <= close) continue;
        const token = this.#tokens[i];
        if (!token) break;
        if (i > use && TAKES.test(token.text) && this.#isWalked(use)) removed = true;
        if (typeNamed(token.text) === REQUIRED_DOCUMENT_TYPE) completed = true;
        else if (i !== use && SAYS.test(token.text) && token.text.length < 200) names.add(token.text);
      }
    }
    return { names: [...names].slice(0, 8), completed, removed, loops };
  }

  /** Of a name under which it goes on. */
  #further(name: Token, hops: number): { loops: readonly Loop[]; grown: boolean } {
    const loops: Loop[] = [];
    let grown = false;
    const made = this.#places.indexOf(name);
    for (const use of this.#places.usesAround(name.text, made, MAX_FURTHER)) {
      if (use === made) continue;
      const loop = this.#goesOn.loop(use, this.#goesOn.endOf(use));
      if (loop) loops.push(loop);
      grown ||= this.#goesOn.isGrown(use);
      const next = hops > 0 && !loop ? this.#goesOn.nameFrom(use) : undefined;
      if (!next || next.text === name.text) continue;
      const found = this.#further(next, hops - 1);
      loops.push(...found.loops);
      grown ||= found.grown;
    }
    return { loops, grown };
  }

  /** `for (const t of list)`, `list.each`. */
  #isWalked(use: number): boolean {
    const first = this.#tokens[use]?.statement.first ?? use;
    if (/^(for|foreach)$/.test(this.#tokens[first]?.text ?? '')) return true;
    return JOIN.test(this.#tokens[use + 1]?.text ?? '') && EACH.test(this.#tokens[use + 2]?.text ?? '');
  }
}
