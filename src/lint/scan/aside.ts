// Uses of what ends at hosts that `lint.hosts` doesn't name: they aren't told, but counted, so that an entry which is mistyped or
// forgotten isn't silence. Only where hosts are set, and of a file that calls another one.
import { along } from '../calls/along.ts';
import { hostIn } from '../calls/lines-around.ts';
import { isForeign } from '../judge/evidence.ts';
import type { Hit } from '../model/finding.ts';
import { hostOf } from '../model/hosts.ts';
import type { Context, Model, Span } from '../model/model.ts';

/** A host of the file that isn't the service's by the setting, from a place on. */
interface Elsewhere extends Span {
  readonly host: string;
}

/** What is told of a host where no hosts are set, and isn't where they are. */
export interface AsideHit {
  readonly hit: Hit;
  readonly host: string;
}

/**
 * `told`: what is found under the setting; `free`: looks at the same file without it. Other vendors are nobody's business there,
 * either.
 */
export function asideIn(
  model: Model,
  hosts: readonly string[],
  told: readonly Hit[],
  free: () => readonly Hit[],
): AsideHit[] {
  const elsewhere = hosts.length === 0 ? [] : elsewhereIn(model, hosts);
  const [first] = elsewhere;
  if (!first) return [];
  const known = new Set(told.map(placeOf));
  const at = along(elsewhere);
  return [...free()]
    .filter((hit) => !known.has(placeOf(hit)))
    .sort((a, b) => a.start - b.start)
    .map((hit) => ({ hit, host: (at({ start: hit.start, end: hit.start }).at(-1) ?? first).host }));
}

const placeOf = ({ entry, start }: Hit): string => `${entry.rule} ${start}`;

function elsewhereIn({ paths, objects, texts, lists, loose }: Model, hosts: readonly string[]): Elsewhere[] {
  const within = (at: Span, host: string | undefined): Elsewhere[] =>
    host !== undefined && isForeign(host, hosts) ? [{ start: at.start, end: at.end, host }] : [];
  const ofContext = (at: Span, { urls, near }: Context): Elsewhere[] =>
    [...urls, ...near].flatMap((url) => within(at, hostOf(url)));
  return [
    ...paths.flatMap((use) => within(use.at, hostIn(use))),
    ...[...objects, ...texts, ...lists, ...loose].flatMap(({ at, context }) => ofContext(at, context)),
  ];
}
