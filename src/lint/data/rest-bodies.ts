// Bodies that a directive of GraphQL says as a template: `@rest(method: POST endpoint: "..." postbody: """{ ... }""")`.
import { type Model, NO_CONTEXT } from '../model/model.ts';
import { wholeRegion } from './region.ts';
import { readRequests } from './requests.ts';
import { withHoles } from './url.ts';

/** Bounded: a template of 4,000 characters. */
const BODY = /\b(?:post_?)?body\s{0,4}:\s{0,4}"""([^"]{0,4000}(?:"(?!"")[^"]{0,400}){0,200})"""/gi;
/** Bounded: 300 characters. */
const ENDPOINT = /\b(?:endpoint|url|path|POST|PUT|PATCH)\s{0,4}:\s{0,4}"([^"\n]{1,300})"/g;
/** Bounded: 200 characters. */
const HOLE = /\{\{[^{}]{0,200}\}\}/g;
const MAX_DIRECTIVE = 1_200;

export function readRestBodies(text: string, model: Model): void {
  if (!text.includes('"""') || !text.includes('@')) return;
  for (const found of text.matchAll(BODY)) {
    const [whole, body = ''] = found;
    const near = text.slice(Math.max(0, found.index - MAX_DIRECTIVE), found.index);
    const directive = near.slice(Math.max(0, near.lastIndexOf('@')));
    const [, url = ''] = [...directive.matchAll(ENDPOINT)].at(-1) ?? [];
    if (url === '') continue;
    const context = { ...NO_CONTEXT, names: ['body'], urls: [withHoles(url)] };
    const start = found.index + whole.indexOf('"""') + 3;
    // A hole's own quotation marks end no text around it.
    const plain = body.replace(HOLE, (hole) => 'x'.repeat(hole.length));
    readRequests(wholeRegion(plain, start), model, { context });
  }
}
