// Fields of a form in the text of a request: `type: OwnershipChart` of Hurl and Bruno, `multipart field type = '...'` of
// Karate, `type=...&x=...`, and the parts of a multipart body. Only document types are told so; all else is JSON.
import type { Context, Model } from '../model/model.ts';
import { DOCUMENT_TYPES } from '../model/words.ts';
import type { LooseNode } from './loose.ts';
import type { Region } from './region.ts';

const TYPES = new RegExp(`(?<![\\w/-])(?:${DOCUMENT_TYPES.source})(?![\\w-])`, 'g');
/** Before it on its line; bounded: 60 characters each. */
const BEFORE =
  /^\s*(?:[*+-]\s*)?(?:(?:And|Given|When|\*)\s+)?(?:(?:multipart|form)\s+field\s+)?(["']?)([\w.[\]-]{1,60})\1\s*[:=]\s*["']?$/;
const ENCODED = /(?:^|&)([\w.[\]-]{1,60})=$/;
const BEHIND = /^["']?\s*[,;]?\s*$|^&/;
/** The head of a part, up to the blank line before its text. Bounded: HEAD characters. */
const PART =
  /Content-Disposition:[^\n]{0,80}\bname="?([\w.[\]-]{1,60})"?[^\n]*\n(?:[\w-]{1,40}:[^\n]*\n){0,4}\s*$/i;
const HEAD = 400;

/** `contextAt`: what is said of a request at an offset; `undefined` inside an answer. */
export function readForms(
  region: Region,
  model: Model,
  contextAt: (offset: number) => Context | undefined,
): void {
  const { text } = region;
  if (!DOCUMENT_TYPES.test(text)) return;
  for (const found of text.matchAll(TYPES)) {
    const { index } = found;
    const lineStart = text.lastIndexOf('\n', index) + 1;
    const before = text.slice(Math.max(lineStart, index - HEAD), index);
    const behind =
      text.slice(index + found[0].length, index + found[0].length + HEAD).split('\n', 1)[0] ?? '';
    if (!BEHIND.test(behind)) continue;
    const field = BEFORE.exec(before)?.[2] ?? ENCODED.exec(before)?.[1];
    const part =
      before.trim() === '' ? PART.exec(text.slice(Math.max(0, lineStart - HEAD), lineStart))?.[1] : undefined;
    const key = field ?? part;
    const context = key === undefined ? undefined : contextAt(index);
    if (key === undefined || !context || context.urls.length === 0) continue;
    const at = { start: region.at(index), end: region.at(index + found[0].length) };
    model.texts.push({ text: found[0], at, key, context, compared: false });
  }
}

/** `{ "key": "type", "value": "AmlPolicy" }`: one field of a form, whatever list it stands in. */
export const isField = ({ members }: LooseNode): boolean =>
  members.some(({ key, value }) => /^(key|name)$/.test(key.text) && /type|kind/i.test(value?.text ?? '')) &&
  members.some(({ key }) => key.text === 'value');
