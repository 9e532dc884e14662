// One file: read, judged, held against its suppressions and the clock. What comes out are findings with their places.
import { basename, extname } from 'node:path';

import { REQUIRED_DOCUMENT_TYPE } from '../../interface/document-types.ts';
import type { RuleId } from '../../interface/rules.ts';
import { onlyCertain } from '../calls/certain.ts';
import { withDeliberate } from '../calls/deliberate.ts';
import { withHistory } from '../calls/history.ts';
import { inWords } from '../calls/in-words.ts';
import type { Serves } from '../calls/own-route.ts';
import { otherPlaces, withPairs } from '../calls/pairs.ts';
import { leftIfGone } from '../calls/said-gone.ts';
import { withTies } from '../calls/tied.ts';
import { unfixed } from '../calls/unfixed.ts';
import { Whose } from '../calls/whose.ts';
import { isGenerated } from '../files/source.ts';
import type { Surroundings } from '../judge/evidence.ts';
import { withOthers } from '../judge/others-papers.ts';
import { withOthersTransfers } from '../judge/others-transfers.ts';
import { withoutRefusedInText } from '../judge/refused-in-text.ts';
import { withoutSpoken } from '../judge/spoken-of.ts';
import {
  type Confidence,
  type Finding,
  type Fix,
  type Held,
  type Hit,
  type Owned,
  RANK,
} from '../model/finding.ts';
import { type Format, formatOf } from '../model/format-of.ts';
import { Lines } from '../model/lines.ts';
import type { Told } from '../model/told.ts';
import { BASE_PATH, SERVICE_BESIDES, SERVICE_WORDS, STRONG_WORDS, UPLOAD_PATH } from '../model/words.ts';
import { hitsOfPacks } from '../packs/packs.ts';
import { type Read, readModel } from '../read/read-model.ts';
import { keptBy, suppressedBy, type Suppression, suppressionsIn, unusedIn } from '../read/suppress.ts';
import { asideIn } from './aside.ts';
import { judgeModel } from './file.ts';
import { findingOf, hashOf, linedOf } from './finding-of.ts';
import { isLone } from './lone.ts';
import { type Said, saidOfFile } from './said-of-file.ts';
import { withAll } from './whole-fix.ts';

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
  /** Other resources of this service that it answers itself. */
  readonly offers?: readonly string[];
  /** The line of it, where that is seen. */
  readonly servedIn?: number | undefined;
  /** A type of it names an ended path, which no call can be changed without. */
  readonly typed?: true;
  /** It names other paths or fields of this service. */
  readonly service?: true;
  /** On whom it calls this service, by the names there. */
  readonly ours?: readonly Owned[];
  /** What it tells others of its package. */
  readonly told?: Told;
  /** Why more may be in it than was found. */
  readonly cut?: string;
  /** Of a test: what it names, told of or not. */
  readonly held?: readonly Held[];
  /** What isn't told for its host, which `hosts` doesn't name: with its 1-based line. */
  readonly aside?: readonly { readonly rule: RuleId; readonly host: string; readonly line: number }[];
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
  const lines = new Lines(text);
  const around = surroundingsOf(text, { format, name, read, hints, settings });
  const base = BASE_PATH.test(text);
  const whose = new Whose({ text, path, isData: around.data, comments: comments ?? [] });
  const toJudge = { path, text, format, lines, read, around, hints, base, whose };
  const isSure = ({ confidence }: Hit): boolean => RANK[confidence] >= RANK[settings.minConfidence];
  // What --fix leaves decides about what it changes, whatever is shown of it: `high` is asked for once all of that is decided.
  const isKept = (hit: Hit): boolean => hit.confidence === 'medium' || isSure(hit);
  const hits = withHistory(judgedIn(toJudge), path, format)
    .filter(isKept)
    .sort((a, b) => a.start - b.start);
  const free = (): Hit[] => judgedIn({ ...toJudge, around: { ...around, hosts: [] } }).filter(isSure);
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
    if (isSuppressed(suppressedBy(suppressions, hit.entry.rule, line, silent))) {
      suppressed.push(findingOf(hit, undefined, source, settings, seen.suppressed));
      continue;
    }
    const kept = hit.fix && keptBy(suppressions, hit.entry.rule, line, silent);
    const open = kept === undefined ? hit : { ...hit, fix: undefined, left: kept };
    const whole = isMade ? unfixed(hit, MADE) : withAll(open, places, text);
    findings.push(findingOf(whole, fixOf(whole), source, settings, seen.findings));
  }
  const place = (hit: Hit): number => lines.at(hit.start).line;
  const aside = asideIn(model, settings.hosts, hits, free)
    .filter(({ hit }) => !isSuppressed(suppressedBy(suppressions, hit.entry.rule, place(hit), silent)))
    .map(({ hit, host }) => ({ rule: hit.entry.rule, host, line: place(hit) + 1 }));
  const notes = [...suppressions.notes, ...unusedIn(suppressions, findings)];
  return { findings, suppressed, notes, ...saidOfFile(toJudge), ...(aside.length > 0 ? { aside } : {}) };
}

function isSuppressed(by: Suppression | undefined): boolean {
  if (by) by.used = true;
  return by !== undefined;
}

const MADE = 'stands in what a program makes: change what it is made from';

interface Judged extends Said {
  readonly hints: Hints;
}

/** What stands in one file, as sure as all of the file makes it, with the fixes that nothing speaks against. */
function judgedIn({ path, text, format, lines, read, around, hints, base, whose }: Judged): Hit[] {
  const { model, comments = [] } = read;
  const weighed = judgeModel(model, base || hints.told?.base === true, around);
  const certain = onlyCertain(weighed, model.paths, { text, comments, format, around });
  const judged = leftIfGone(certain, model.paths, lines, format);
  const packs = hitsOfPacks({ text, path, format }, model, judged, around);
  const all = hints.papersAlone === true ? packs : [...judged, ...packs];
  const sent = withoutRefusedInText(all, text, path, format);
  const spoken = withoutSpoken(sent, lines, text, format);
  const others = withOthersTransfers(withOthers(spoken, text, path, around), { text, format }, around);
  const tied = withTies(others, model.paths, {
    ...{ text, comments, around, path, whose },
    isProse: format.kind === 'markdown' || format.kind === 'text',
    isScript: isOfBrowser(format, text),
  });
  const paired = { path, text, comments, format, uses: model.paths, hosts: around.hosts };
  const meant = withDeliberate(tied, paired);
  return inWords(withPairs(meant, otherPlaces(meant, paired), paired), paired);
}

interface Asked {
  readonly format: Format;
  readonly name: string;
  readonly read: Read;
  readonly hints: Hints;
  readonly settings: ScanSettings;
}

/** What a browser may run, or a tool that asks one's own server. */
const isOfBrowser = (format: Format, text: string): boolean =>
  format.kind !== 'code' ||
  (/^(?:typescript|tsx|javascript)$/.test(format.language) && !SERVER_SIDE.test(text));
/** What only Node runs. */
const SERVER_SIDE =
  /(?:require\(|from )['"](?:node:\w+|fs|http|https|express|fastify|koa|hono|server-only|@nestjs\/\w{1,20})['"]|^import ['"]server-only['"]|['"]use server['"]|process\.env\.(?!NODE_ENV|NEXT_PUBLIC_|REACT_APP_|VUE_APP_|VITE_)\w|process\.env\[/m;

/** Bounded: a host of 253 characters. */
const MENDED = /https?:\/\/([\w.-]{1,253})(?::\d{1,5})?\/api\/v1\/developer(?![\w-])/g;

const surroundingsOf = (text: string, { format, name, read, hints, settings }: Asked): Surroundings => ({
  strong: STRONG_WORDS.test(text),
  service: SERVICE_WORDS.test(text),
  besides: SERVICE_BESIDES.test(text),
  mendedHosts: [...text.matchAll(MENDED)].map(([, host = '']) => host.toLowerCase()),
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
