// .http and .rest files, and access logs.
import { blank } from '../model/lines.ts';
import { type Model, NO_CONTEXT } from '../model/model.ts';
import { answerBlocks } from './answer-scripts.ts';
import { wholeRegion } from './region.ts';
import { readText } from './requests.ts';

/** Requests between lines of `###`; a line of `#` or `//` is a comment. */
export function readHttp(text: string, model: Model): void {
  const plain = text.replace(/^[ \t]*(?:#(?!##)|\/\/)[^\n]*/gm, blank);
  readText(wholeRegion(plain), model, { context: NO_CONTEXT, answers: answerBlocks(plain, 'http') });
}

/** A line of a log is looked at no further than this around a path. */
const AROUND = 400;
/** Bounded: twice AROUND. */
const LOGGED =
  /(?:\b(GET|POST|PUT|PATCH|DELETE|HEAD)[\s",]{1,4})?((?:https?:\/\/[^\s"/]{1,200})?\/[^\s"?]{0,300}current-tenant[^\s"?,]{0,300})/;

/** `"GET /api/v1/current-tenant HTTP/1.1"`, or the path as a field. One finding for each path, at its first line. */
export function readLog(text: string, model: Model): void {
  const seen = new Set<string>();
  for (
    let from = text.indexOf('current-tenant');
    from >= 0;
    from = text.indexOf('current-tenant', from + 14)
  ) {
    const before = text.slice(Math.max(0, from - AROUND), from);
    const start = from - before.length + before.lastIndexOf('\n') + 1;
    const [near = ''] = text.slice(start, from + AROUND).split('\n', 1);
    const found = LOGGED.exec(near);
    if (found) push(found, start, seen, model);
  }
}

function push(found: RegExpExecArray, base: number, seen: Set<string>, model: Model): void {
  const [whole, method = '', path = ''] = found;
  const id = `${method} ${path.replace(/^https?:\/\/[^/]+/, '')}`;
  if (seen.has(id)) return;
  seen.add(id);
  const start = base + found.index + whole.length - path.length;
  model.paths.push({
    path,
    literal: path,
    at: { start, end: start + path.length },
    context: { ...NO_CONTEXT, names: ['request'], urls: [path] },
  });
}
