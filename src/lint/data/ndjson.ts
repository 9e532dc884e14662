// JSON values one after the other, each in a line of its own or not.
import type { Model } from '../model/model.ts';
import { type JsonOptions, visitLoose } from './json.ts';
import { readLoose } from './loose.ts';
import { wholeRegion } from './region.ts';

/** One JSON value after the other, in lines of their own or not. */
export function readNdjson(text: string, model: Model, options: JsonOptions): void {
  for (let at = text.search(/[[{]/); at >= 0 && at < text.length;) {
    const line = text.indexOf('\n', at);
    const root = readLoose(text, at);
    if (root) visitLoose(root, wholeRegion(text), model, options);
    const end = root?.end ?? (line < 0 ? text.length : line);
    at = nextOpening(text, end);
  }
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '{' || text[at] === '[') return at;
  return -1;
}
