// What a file says of others of its tree, and of itself, besides its findings: routes that it defines, on whom it calls this
// service, what its types name, and what a test does.
import { heldIn } from '../calls/held.ts';
import { oursIn } from '../calls/ours.ts';
import { offersOf, servedAt, servesItself } from '../calls/own-route.ts';
import type { Whose } from '../calls/whose.ts';
import type { Surroundings } from '../judge/evidence.ts';
import type { Format } from '../model/format-of.ts';
import type { Lines } from '../model/lines.ts';
import { UPLOAD_PATH } from '../model/words.ts';
import type { Read } from '../read/read-model.ts';

export interface Said {
  readonly path: string;
  readonly text: string;
  readonly format: Format;
  readonly lines: Lines;
  readonly read: Read;
  readonly around: Surroundings;
  readonly whose: Whose;
  /** The file names a base path that ends in /api/v1. */
  readonly base: boolean;
}

/** What a file says of others, and of itself. */
export function saidOfFile({ path, text, format, lines, read, around, base, whose }: Said) {
  const { model, comments = [], tells } = read;
  const { strong: speaks } = around;
  const told = tells && { ...tells, base, speaks, uploads: UPLOAD_PATH.test(text) };
  const serves = servesItself(model.paths, { path, text, format, service: around.service });
  const ours = oursIn({ text, path, isData: around.data, whose });
  const held = heldIn(path, text, comments, (at) => lines.at(at).line + 1);
  return {
    ...(held.length > 0 ? { held } : {}),
    ...(ours.length > 0 ? { ours } : {}),
    ...offersOf(model.served, serves, { path, text, format }),
    ...(serves ? { serves, servedIn: servedLine(model.paths, lines) } : {}),
    ...(around.service ? { service: true as const } : {}),
    ...(isTyped(text, format) ? { typed: true as const } : {}),
    ...(told ? { told } : {}),
    ...(model.cut ? { cut: model.cut } : {}),
  };
}

const servedLine = (uses: Read['model']['paths'], lines: Lines): number | undefined => {
  const at = servedAt(uses);
  return at === undefined ? undefined : lines.at(at).line + 1;
};

/** Types of TypeScript whose members are paths: unions, and what openapi-typescript makes. Bounded: 4,000 characters. */
const TYPED =
  /^[ \t]{0,8}(?:export\s{1,4})?(?:declare\s{1,4})?type\s{1,4}\w{1,60}\s{0,4}=[^;]{0,4000}?["'`](?:[A-Z]{3,7} )?\/api\/v1\/current-tenant|^[ \t]{0,8}["'](?:[A-Z]{3,7} )?\/api\/v1\/current-tenant[^"'\n]{0,100}["']\??:\s{0,4}(?:\{\s{0,40}(?:get|patch|post|put|delete|parameters|body|response|query|params|request|req|res|input|output)\??:|operations\b)/m;
const isTyped = (text: string, { kind }: Format): boolean =>
  kind === 'code' && text.includes('/api/v1/current-tenant') && TYPED.test(text);
