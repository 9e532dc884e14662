// Schemas that are described in one place of an OpenAPI document and used in another: a schema of a request's body is sent to
// the path that refers to it, a schema of responses only is an answer.
import type { Place } from '../model/facts.ts';
import type { Around } from './around.ts';

const SCHEMA = /^#\/(?:components\/schemas|definitions)\/([\w.-]{1,200})$/;
const HOLDS = /^(?:schemas|definitions)$/;

export class SchemaUses {
  readonly #sentTo = new Map<string, Set<string>>();
  readonly #answered = new Set<string>();
  #declared: { readonly name: string; readonly place: Place }[] = [];

  /** A schema under `components`, `schemas`. */
  declare(names: readonly string[], place: Place): void {
    const holder = names.findIndex((name) => HOLDS.test(name));
    const name = names[holder - 1];
    if (name !== undefined) this.#declared.push({ name, place });
  }

  /** The value of a `$ref`. */
  refer(value: string, { urls, marks }: Around): void {
    const name = SCHEMA.exec(value)?.[1];
    const [url] = urls;
    if (name === undefined || url === undefined) return;
    if (marks.has('answer')) this.#answered.add(name);
    else this.#sentTo.set(name, (this.#sentTo.get(name) ?? new Set()).add(url));
  }

  apply(): void {
    for (const { name, place } of this.#declared) {
      const urls = this.#sentTo.get(name);
      if (urls) place.urls.push(...urls);
      else if (this.#answered.has(name)) place.marks.add('answer');
    }
    this.#declared = [];
  }
}
