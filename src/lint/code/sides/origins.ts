// Whose a client is that a call is made on: `sf = Salesforce(...)`, `sf: Salesforce`, `import { sf } from 'simple-salesforce'`. And
// to whom a variable is handed: `hubspot.contacts.update(id, body)`. Names of other vendors alone are told.
import { isOthers, VENDORS } from '../../model/vendors.ts';
import { calleeOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import { type Scope, type Token, within } from '../tokens/token.ts';

const MAX_USES = 12;
const MAX_MADE = 12;

export class Origins {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #known = new Map<string, string | undefined>();

  constructor(tokens: readonly Token[], places: Places) {
    this.#tokens = tokens;
    this.#places = places;
  }

  /** The vendors among the makers of what calls are made on. */
  ofCalls(names: readonly string[]): string[] {
    return names.flatMap((name) => {
      const root = name.includes('.') ? name.split('.', 1)[0] : undefined;
      return root === undefined ? [] : (this.#of(root) ?? []);
    });
  }

  /** Calls on other vendors' clients that are given a variable. */
  ofVariable(name: string, scope: Scope, from: number): string[] {
    return this.#places.usesAfter(name, from, MAX_USES).flatMap((use) => {
      const group = this.#places.of(use)?.group;
      if (group?.open !== '(' || !within(this.#tokens[use]?.scope, scope)) return [];
      const called = calleeOf(group, this.#tokens).join('.');
      return isOthers(called) ? [called] : this.ofCalls([called]);
    });
  }

  #of(root: string): string | undefined {
    if (this.#known.has(root)) return this.#known.get(root);
    const found = this.#places
      .uses(root)
      .slice(0, MAX_USES)
      .map((use) => this.#madeAt(use))
      .find((one) => one !== undefined);
    this.#known.set(root, found);
    return found;
  }

  #madeAt(use: number): string | undefined {
    const token = this.#tokens[use];
    if (!token) return undefined;
    const { statement } = token;
    const isGiven = /^(=|:=|:)$/.test(this.#tokens[use + 1]?.text ?? '');
    if (!isGiven && !token.passive) return undefined;
    const [from, to] = token.passive ? [statement.first, statement.last] : [use + 2, use + MAX_MADE];
    for (let at = from; at < Math.min(to, statement.last); at++) {
      const text = this.#tokens[at]?.text ?? '';
      if (/^[,;)({]$/.test(text) && !token.passive) return undefined;
      if (VENDORS.test(text)) return text;
    }
    return undefined;
  }
}
