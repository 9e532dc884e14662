// How comments are marked in each format and language.
import type { Format } from '../model/format-of.ts';
import type { Marks } from './layout.ts';

const SLASHES: Marks = { line: ['//'], block: [['/*', '*/']] };
const HASH: Marks = { line: ['#'], block: [] };
const BOTH: Marks = { line: ['//', '#'], block: [['/*', '*/']] };
const DASHES: Marks = { line: ['--'], block: [['/*', '*/']] };
const ANGLES: Marks = { line: [], block: [['<!--', '-->']] };
const PROSE: Marks = { line: [], block: [['<!--', '-->']], prose: true };

const BY_LANGUAGE: Readonly<Partial<Record<string, Marks>>> = {
  python: HASH,
  ruby: HASH,
  elixir: HASH,
  bash: HASH,
  php: BOTH,
};

/** `undefined`: a list of papers isn't looked for there. */
export function marksOf(format: Format): Marks | undefined {
  if (format.kind === 'code') return BY_LANGUAGE[format.language] ?? SLASHES;
  switch (format.kind) {
    case 'json':
    case 'proto':
    case 'graphql':
      return SLASHES;
    case 'yaml':
    case 'shell':
    case 'script':
    case 'r':
    case 'pairs':
    case 'feature':
      return HASH;
    case 'hcl':
      return BOTH;
    case 'sql':
      return DASHES;
    case 'clojure':
      return { line: [';'], block: [] };
    case 'xml':
      return ANGLES;
    case 'markup':
      return { ...SLASHES, block: [...SLASHES.block, ...ANGLES.block] };
    case 'markdown':
      return PROSE;
    case 'text':
      return HASH;
    default:
      return undefined;
  }
}
