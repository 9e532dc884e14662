// Records of what was: change logs, release notes, incidents, decisions. What they name was so on their day, and nobody has to change it;
// a mend there would tell of a release or an incident that never was.
import type { Hit } from '../model/finding.ts';
import type { Format } from '../model/format-of.ts';
import { unfixed } from './unfixed.ts';

/** Files by their name. Bounded: names of 200 characters, as a path's parts are. */
const FILES =
  /(?:^|[/\\])(?:\d{4}-\d\d-\d\d[^/\\]{0,200}|[^/\\]{0,60}(?:change[-_ ]?log|changes|history|release[-_ ]?notes?|releases|news|what[-_']?s[-_ ]?new|novedades|änderungen|versionshinweise|historique|journal[-_ ]des[-_ ]modifications|変更履歴|post[-_ ]?mortem|incident)[^/\\]{0,60})\.(?:md|mdx|markdown|txt|rst|adoc|asciidoc)$/i;
/** Folders of such files. */
const FOLDERS =
  /(?:^|[/\\])(?:\.?changes(?:ets?)?|changelogs?|changelog\.d|release[-_]?notes|adrs?|decisions|post[-_]?mortems|incidents|retros?|minutes|journal)[/\\][^/\\]{1,200}\.(?:md|mdx|markdown|txt|rst|adoc|asciidoc)$/i;

/** Without an ending. */
const BARE = /(?:^|[/\\])(?:CHANGE[-_]?LOG|CHANGES|HISTORY|NEWS|RELEASE[-_]?NOTES)$/;

export const isHistory = (path: string): boolean => FILES.test(path) || FOLDERS.test(path) || BARE.test(path);

const RECORD = 'stands in a record of what was';

/** Hits of a record: told on request, and never mended. */
export function withHistory(hits: readonly Hit[], path: string, { kind }: Format): Hit[] {
  if ((kind !== 'markdown' && kind !== 'text') || hits.length === 0 || !isHistory(path)) return [...hits];
  return hits.map((hit) => ({
    ...unfixed(hit, RECORD),
    confidence: 'low',
    evidence: [...hit.evidence, RECORD],
  }));
}
