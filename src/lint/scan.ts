// One file: read, judged, held against its suppressions and the clock. What comes out are findings with their places.
import { basename, extname } from 'node:path';

import { REQUIRED_DOCUMENT_TYPE } from '../interface/document-types.ts';
import { type Confidence, type Finding, type Fix, type Hit, RANK } from './finding.ts';
import { findingOf, hashOf, linedOf } from './finding-of.ts';
import { type Format, formatOf } from './format-of.ts';
import { onlyCertain } from './judge/certain.ts';
import type { Surroundings } from './judge/evidence.ts';
import { judgeModel } from './judge/file.ts';
import { withHistory } from './judge/history.ts';
import { withOthers } from './judge/others-papers.ts';
import { withOthersTransfers } from './judge/others-transfers.ts';
import { type Serves, servesItself, withBare } from './judge/own-route.ts';
import { withoutRefusedInText } from './judge/refused-in-text.ts';
import { leftIfGone } from './judge/said-gone.ts';
import { withoutSpoken } from './judge/spoken-of.ts';
import { Lines } from './lines.ts';
import { isLone } from './lone.ts';
import { hitsOfPacks } from './packs/packs.ts';
import { type Read, readModel } from './read-model.ts';
import { isGenerated } from './source.ts';
import { suppressedBy, suppressionsIn, unusedIn } from './suppress.ts';
import type { Told } from './told.ts';
import { withAll } from './whole-fix.ts';
import { BASE_PATH, SERVICE_WORDS, STRONG_WORDS, UPLOAD_PATH } from './words.ts';

export interface ScanSettings {
  readonly asOf: string;
  readonly cutoff: string;
  readonly minConfidence: Confidence;
  readonly hosts: readonly string[];
  readonly clients: readonly string[];
  readonly map?: ReadonlyMap<string, string> | undefined;
}

/** What other files say of this one. */
export interface Hints {
  /** A file that this one imports speaks of the service. */
  readonly neighbour: boolean;
  /** It is looked at for the papers that it names alone: of anything else it has no word, or nobody says whose it is. */
  readonly papersAlone?: boolean;
  /** Where it is sent: `curl -d @file URL`. */
  readonly urls?: readonly string[];
  readonly sends?: (file: string, urls: readonly string[]) => void;
  /** What other source files of its package tell it. */
  readonly told?: Told | undefined;
}

export interface Scanned {
  readonly findings: Finding[];
  /** What `paybatch-ignore` takes out. */
  readonly suppressed: readonly Finding[];
  readonly notes: { readonly line: number; readonly message: string }[];
  /** It defines a route that has the name of an ended path. */
  readonly serves?: Serves;
  /** It names other paths or fields of this service. */
  readonly service?: true;
  /** What it tells others of its package. */
  readonly told?: Told;
  /** Why more may be in it than was found. */
  readonly cut?: string;
}

/** `path` as findings name it. */
export async function scanText(
  path: string,
  text: string,
  hints: Hints,
  settings: ScanSettings,
): Promise<Scanned> {
  const format = formatOf(path, text);
  const name = basename(path, extname(path));
  const read = await readModel(text, format, { name, path, map: settings.map, ...hints });
  const { model, comments } = read;
  const around = surroundingsOf(text, { format, name, read, hints, settings });
  const base = BASE_PATH.test(text);
  const weighed = judgeModel(model, base || hints.told?.base === true, around);
  const lines = new Lines(text);
  const certain = onlyCertain(weighed, model.paths, { text, comments: comments ?? [], format, around });
  const judged = leftIfGone(certain, model.paths, lines, format);
  const packs = hitsOfPacks({ text, path, format }, model, judged, around);
  const all = hints.papersAlone === true ? packs : [...judged, ...packs];
  const sent = withoutRefusedInText(all, text, path, format);
  const spoken = withoutSpoken(sent, lines, text, format);
  const others = withOthersTransfers(withOthers(spoken, text, path, around), { text, format }, around);
  const hits = withHistory(withBare(others, model.paths, text), path, format)
    .filter((hit) => RANK[hit.confidence] >= RANK[settings.minConfidence])
    .sort((a, b) => a.start - b.start);
  const places = model.paths.filter(({ also }) => also !== undefined && also.length > 0);
  const source = linedOf(path, lines, format, read);
  const isMade = isGenerated(path, text);
  const suppressions = suppressionsIn(text, comments, (offset) => lines.at(offset).line);
  const silent = (line: number): boolean => /^\s*(#|\/\/|\/\*|\*|<!--|--|;|@)/.test(lines.text(line));
  const findings: Finding[] = [];
  let of: string | undefined;
  const fixOf = ({ fix }: Hit): Fix | undefined => fix && { ...fix, of: (of ??= hashOf(text)) };
  const suppressed: Finding[] = [];
  const seen = { findings: new Map<string, number>(), suppressed: new Map<string, number>() };
  for (const hit of hits) {
    const { line } = lines.at(hit.start);
    const by = suppressedBy(suppressions, hit.entry.rule, line, silent);
    if (by) {
      by.used = true;
      suppressed.push(findingOf(hit, undefined, source, settings, seen.suppressed));
      continue;
    }
    const whole = isMade ? { ...hit, fix: undefined } : withAll(hit, places, text);
    findings.push(findingOf(whole, fixOf(whole), source, settings, seen.findings));
  }
  const { strong: speaks } = around;
  const told = read.tells && { ...read.tells, base, speaks, uploads: UPLOAD_PATH.test(text) };
  const notes = [...suppressions.notes, ...unusedIn(suppressions, findings)];
  const serves = servesItself(model.paths, path, text, around.service);
  const service = around.service ? { service: true as const } : {};
  const more = {
    ...(serves ? { serves } : {}),
    ...service,
    ...(told ? { told } : {}),
    ...(model.cut ? { cut: model.cut } : {}),
  };
  return { findings, suppressed, notes, ...more };
}

interface Asked {
  readonly format: Format;
  readonly name: string;
  readonly read: Read;
  readonly hints: Hints;
  readonly settings: ScanSettings;
}

const surroundingsOf = (text: string, { format, name, read, hints, settings }: Asked): Surroundings => ({
  strong: STRONG_WORDS.test(text),
  service: SERVICE_WORDS.test(text),
  // Prose that names a field means it.
  lone: format.kind !== 'markdown' && isLone(text),
  statements: text.includes(REQUIRED_DOCUMENT_TYPE) || text.includes('BANK_STATEMENTS'),
  uploads: UPLOAD_PATH.test(text) || hints.told?.uploads === true,
  neighbour: hints.neighbour,
  data: format.kind !== 'code' && format.kind !== 'markup' && format.kind !== 'notebook',
  name,
  hosts: settings.hosts,
  clients: settings.clients,
  ...mendedOf(read, hints, text),
  told: hints.told,
});

const mendedOf = (
  { tells }: Read,
  hints: Hints,
  text: string,
): { mended: ReadonlySet<string>; handsOn: boolean } => ({
  mended: new Set([...(tells?.mended ?? []), ...(hints.told?.mended ?? [])]),
  handsOn: tells?.endpoint === false && handsOn(text, hints),
});

/** A name of a class's method counts where both are spoken of. */
const handsOn = (text: string, { told }: Hints): boolean =>
  told?.mended.some((name) => {
    const [type = '', method] = name.split('.');
    return text.includes(type) && (method === undefined || text.includes(`.${method}(`));
  }) === true;
