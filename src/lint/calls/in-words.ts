// What a path is that --fix leaves although nothing speaks against it: a test's, a list's, a rule's, or a constant whose calls could
// not be followed. The same words whether its new path stands beside it by now or not.
import type { Hit } from '../model/finding.ts';
import type { Format } from '../model/format-of.ts';
import type { PathUse, Span } from '../model/model.ts';
import { isTestFile } from '../model/tests.ts';
import { along } from './along.ts';
import { isOfOwn, LET_THROUGH, LISTS, OF_OWN_SERVER } from './deliberate.ts';
import { unfixed } from './unfixed.ts';

export const UNFOLLOWED = 'its calls could not be followed';

/** Reasons that say less than the place does. */
const VAGUE =
  /^(?:its calls could not be followed|it stands beside its new path already|it is a route, and nothing here|it is (?:compared, and not called|named in line \d)|it may be called at )/;

interface WordsIn {
  readonly path: string;
  readonly text: string;
  readonly format: Format;
  readonly uses: readonly PathUse[];
}

export function inWords(hits: readonly Hit[], { path, text, format, uses }: WordsIn): Hit[] {
  const isVague = ({ left = '', entry, fix }: Hit): boolean =>
    fix === undefined && entry.where === 'path' && VAGUE.test(left);
  if (!hits.some(isVague)) return [...hits];
  const usesAt = along(uses, ({ at }) => at);
  const isTest = isTestFile(path);
  return hits.map((hit) => {
    if (!isVague(hit)) return hit;
    const own = usesAt(hit);
    const names = own.flatMap(({ context }) => context.names.map(plain));
    const what =
      names.some((name) => LISTS.test(name)) || isFirewalls(text, hit, format)
        ? LET_THROUGH
        : whatIs(text, hit, { format, isTest, names, uses: own });
    return what === undefined ? hit : unfixed(hit, what);
  });
}

const plain = (name: string): string => (name.split('.').at(-1) ?? '').replace(/\[\d*\]$/, '');

interface Place {
  readonly format: Format;
  readonly isTest: boolean;
  readonly names: readonly string[];
  readonly uses: readonly PathUse[];
}

/** What a test is given as data. */
const GIVEN = /^(?:InlineData|TestCase|ValueSource|CsvSource|MemberData|parametrize|each)$/;
/** What holds a path against another. Bounded: 200 characters before a place. */
const EXPECTS = /\b(?:expect|assert|should|verify|require)\w{0,20}\b[^;{}]{0,200}$/i;
const FAR = 240;

function whatIs(text: string, hit: Hit, { format, isTest, names, uses }: Place): string | undefined {
  const { left = '', start } = hit;
  if ((format.kind === 'markdown' || format.kind === 'text') && isOfOwn(text, hit)) return OF_OWN_SERVER;
  if (isTest && !left.startsWith('it may be')) {
    if (names.some((name) => GIVEN.test(name))) return 'is what a test is given';
    if (EXPECTS.test(text.slice(Math.max(0, start - FAR), start))) return 'is what a test expects';
  }
  if (left !== UNFOLLOWED) return undefined;
  if (
    names[0] === 'source' &&
    uses.some(({ context }) => context.outer.concat(context.names).some((name) => REWRITES.test(name)))
  )
    return 'is a rule of what is rewritten';
  return format.kind === 'notebook' && names.length === 0 ? 'is named, and not called' : undefined;
}

const REWRITES = /^(?:rewrites?|redirects?|beforeFiles|afterFiles|fallback)$/;

/** A list of Terraform's: the block around a place. Bounded: 600 characters. */
function isFirewalls(text: string, { start }: Span, { kind }: Format): boolean {
  if (kind !== 'hcl') return false;
  const head = text.slice(Math.max(0, start - 600), start);
  return /^"[\w-]{0,40}(?:waf|firewall)/.test(
    head.slice(head.lastIndexOf('resource "') + 'resource '.length),
  );
}
