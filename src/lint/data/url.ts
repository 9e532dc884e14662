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

const textsOf = (list: LooseNode): string[] =>
  list.kind === 'text' ? [list.text] : list.items.map(({ kind, text }) => (kind === 'text' ? text : '{}'));

export interface PostmanUrl {
  readonly path: string;
  readonly at: Span;
  /** Where the same segment stands a second time. */
  readonly also: readonly Span[];
}

/** A collection's URL whose `path` is a list with the segment in it; `raw` beside it says the same. */
export function postmanUrl(node: LooseNode): PostmanUrl | undefined {
  const list = child(node, 'path');
  if (list?.kind !== 'list') return undefined;
  const segment = list.items.find(({ kind, text }) => kind === 'text' && text === 'current-tenant');
  if (!segment) return undefined;
  const span = { start: segment.start, end: segment.end };
  const raw = child(node, 'raw');
  // The finding of `raw` stands for both; alone, the list is the path.
  if (raw?.kind === 'text' && raw.text.includes('current-tenant')) {
    return { path: withHoles(raw.text), at: { start: raw.start, end: raw.end }, also: [span] };
  }
  return { path: `/${textsOf(list).join('/')}`, at: span, also: [] };
}
