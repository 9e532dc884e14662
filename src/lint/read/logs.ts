// Access logs: the paths that were asked for, each once with its first line.
import { type Facts, newFacts, newPlace, type Reader, type Source } from '../model/facts.ts';
import { TENANT } from '../model/vocabulary.ts';

/** A line is looked at no further than this around a path. */
const AROUND = 400;
/** Bounded: twice AROUND. */
const REQUEST =
  /(?:\b(GET|POST|PUT|PATCH|DELETE|HEAD)[\s",]{1,4})?((?:https?:\/\/[^\s"/]{1,200})?\/[^\s"?]{0,300}current-tenant[^\s"?,]{0,300})/;

export const readLog: Reader = ({ text }: Source): Facts => {
  const facts = newFacts();
  const seen = new Set<string>();
  for (let from = text.indexOf(TENANT); from >= 0; from = text.indexOf(TENANT, from + TENANT.length)) {
    const before = text.slice(Math.max(0, from - AROUND), from);
    const start = from - before.length + before.lastIndexOf('\n') + 1;
    const [line = ''] = text.slice(start, from + AROUND).split('\n', 1);
    const found = REQUEST.exec(line);
    const [, method = '', path = ''] = found ?? [];
    const id = `${method} ${path.replace(/^https?:\/\/[^/]+/, '')}`;
    if (!found || seen.has(id)) continue;
    seen.add(id);
    const at = start + found.index + found[0].length - path.length;
    const place = newPlace({ names: ['request'], urls: [path], marks: new Set(['called', 'stored']) });
    facts.texts.push({ text: path, span: { start: at, end: at + path.length }, whole: path, key: '', place });
  }
  return facts;
};
