// Where a request of a collection or recording goes: its URL as text, as an object with `raw`, or as a list of segments.
import type { Span } from '../model/model.ts';
import type { LooseNode } from './loose.ts';

/** Parts that are put in later as `{}`. Bounded: 120 characters each. */
export const withHoles = (url: string): string =>
  url.replace(/\{\{[^{}]{0,120}\}\}|\{%[^%]{0,120}%\}|<[%<][^<>]{0,120}>{1,2}|\$\{?[\w.:?-]{1,80}\}?/g, '{}');

const child = (parent: LooseNode | undefined, name: string): LooseNode | undefined =>
  parent?.members.find(({ key }) => key.text === name)?.value;

/** `url`, or `url.raw`, beside a method or a body. */
export function urlOf(node: LooseNode): string | undefined {
  const names = node.members.map(({ key }) => key.text);
  if (
    !names.some((name) =>
      /^(method|body|postData|data|jsonBody|requestMethod|sendBody|Method|RequestBody|request_body|requestBody)$/.test(
        name,
      ),
    )
  )
    return undefined;
  const url =
    child(node, 'url') ??
    child(node, 'uri') ??
    child(node, 'urlPath') ??
    child(node, 'path') ??
    child(node, 'ApiEndpoint');
  const raw = url?.kind === 'object' ? child(url, 'raw') : url;
  if (raw?.kind === 'text') return withHoles(raw.text);
  const segments = url?.kind === 'object' ? child(url, 'path') : undefined;
  return segments ? `/${textsOf(segments).join('/')}` : undefined;
}

/** A segment is a text, or an object that holds one. */
const segmentOf = (item: LooseNode): LooseNode | undefined => {
  const segment = item.kind === 'object' ? child(item, 'value') : item;
  return segment?.kind === 'text' ? segment : undefined;
};

const textsOf = (list: LooseNode): string[] =>
  list.kind === 'text' ? [list.text] : list.items.map((item) => segmentOf(item)?.text ?? '{}');

export interface PostmanUrl {
  readonly path: string;
  readonly at: Span;
  /** Where the same segment stands a second time. */
  readonly also: readonly Span[];
  /** The other half of it says the new path. */
  readonly mended?: true;
}

/** Where a URL begins: its host, or what stands for it. Bounded: a host of 253 characters, a name of 120. */
const ORIGIN = /^(?:[a-z]{2,10}:\/\/[^/\s]{1,253}|\{\{[^{}]{1,120}\}\})/i;
const NEW = /\/developer(?![\w-])/;

/** A collection's URL whose `path` is a list with the segment in it; `raw` beside it says the same, or half of it is mended. */
export function postmanUrl(node: LooseNode): PostmanUrl | undefined {
  const list = child(node, 'path');
  if (list?.kind !== 'list') return undefined;
  const segments = list.items.map(segmentOf);
  const segment = segments.find((one) => one?.text === 'current-tenant');
  const span = segment && { start: segment.start, end: segment.end };
  const raw = child(node, 'raw');
  const text = raw?.kind === 'text' ? raw.text : '';
  // The finding of `raw` stands for both; alone, the list is the path.
  if (raw && text.includes('current-tenant')) {
    const half = { path: withHoles(text), at: { start: raw.start, end: raw.end } };
    if (span) return { ...half, also: [span] };
    const isMended = segments.some((one) => one?.text === 'developer');
    return isMended ? { ...half, also: [], mended: true } : undefined;
  }
  if (!span) return undefined;
  const origin = withHoles(ORIGIN.exec(text)?.[0] ?? '');
  const path = `${origin}/${textsOf(list).join('/')}`;
  return { path, at: span, also: [], ...(NEW.test(text) ? { mended: true } : {}) };
}

/** An entry of a collection whose request has the new path: its saved examples are to have it, too. */
export function isMended(node: LooseNode): boolean {
  const request = child(node, 'request');
  if (request?.kind !== 'object' || !child(node, 'response')) return false;
  const url = child(request, 'url');
  const raw = url?.kind === 'object' ? child(url, 'raw') : url;
  if (raw?.kind === 'text' && raw.text !== '') return NEW.test(raw.text);
  const list = url?.kind === 'object' ? child(url, 'path') : undefined;
  return list?.kind === 'list' && NEW.test(`/${textsOf(list).join('/')}`);
}
