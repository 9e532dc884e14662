// Schemas of an OpenAPI document that are named in one place and described in another: what a request's body refers to is
// sent to the path that it stands under, what only answers refer to is read.
import type { Model, Obj } from '../model/model.ts';

const SCHEMA = /^#\/(?:components\/schemas|definitions)\/([\w.-]{1,200})$/;
const HOLDS = /^(schemas|definitions)$/;

export class Refs {
  readonly #sent = new Map<string, Set<string>>();
  readonly #read = new Set<string>();

  /** The value of a `$ref`, and the keys that it stands under. */
  add(value: string, path: readonly string[]): void {
    const name = SCHEMA.exec(value)?.[1];
    const url = path.find((part) => part.startsWith('/'));
    if (name === undefined || url === undefined) return;
    if (path.includes('responses')) this.#read.add(name);
    else if (path.includes('requestBody') || path.includes('parameters')) {
      const urls = this.#sent.get(name);
      if (urls) urls.add(url);
      else this.#sent.set(name, new Set([url]));
    }
  }

  /** To the objects of a model from an index on. */
  apply(model: Model, from: number): void {
    if (this.#sent.size === 0 && this.#read.size === 0) return;
    for (let i = from; i < model.objects.length; i++) {
      const object = model.objects[i];
      if (object) model.objects[i] = this.#placed(object);
    }
  }

  #placed(object: Obj): Obj {
    const { names, urls } = object.context;
    const name = names[names.findIndex((one) => HOLDS.test(one)) - 1];
    if (name === undefined) return object;
    const sent = this.#sent.get(name);
    if (sent) return { ...object, context: { ...object.context, urls: [...sent, ...urls] } };
    return this.#read.has(name) ? { ...object, context: { ...object.context, reading: true } } : object;
  }
}
