// What ledger verify found, in words: findings, heads that it was compared with, acceptances. Pure.
import { plain } from '../../../files/plain.ts';
import { momentText } from '../../../interface/instant.ts';
import { type Verified } from '../../../ledger/evidence/verify.ts';
import { type Acceptance, type Finding, type Heads } from '../../../ledger/finding.ts';

/** So many of the last ones are printed: a nightly job with --accept-ledger makes many. */
const TOLD = 10;

/** A line for each, each with its line break. */
export function acceptancesText(all: readonly Acceptance[]): string {
  const more = all.length > TOLD ? `${all.length - TOLD} earlier acceptances (--accept-ledger).\n` : '';
  return `${more}${all
    .slice(-TOLD)
    .map((one) => `${text(one)}\n`)
    .join('')}`;
}

function text({ at, reason, sequence, markSequence }: Acceptance): string {
  const time = at === null ? 'At a time that was edited' : `On ${momentText(at)}`;
  const seen =
    markSequence !== null && markSequence > sequence
      ? `, although its mark had seen entry ${markSequence}`
      : '';
  return `${time}, at entry ${sequence}, a person accepted it (--accept-ledger)${seen}: ${plain(reason)}`;
}

/** Whether there are heads, and it has every one of them. */
export const isOwn = ({ own, after, before, goOn }: Heads): boolean => own > 0 && after + before + goOn === 0;

/** A line for each, each after a line break; empty where it has every head. */
export function headsText(
  { heads, tip }: Pick<Verified, 'heads' | 'tip'>,
  kind: 'ledger' | 'export',
): string {
  const { own, after, before, goOn } = heads;
  if (after + before + goOn === 0) return '';
  const name = kind === 'export' ? 'export' : 'copy';
  const lines = [
    own > 0 && `${counted(own)} that it was compared with ${own === 1 ? 'is' : 'are'} its own.`,
    goOn > 0 &&
      `${goOn === 1 ? 'A file' : `${goOn} files`} that it was compared with ${goOn === 1 ? 'has' : 'have'} its last head, and ${goOn === 1 ? 'goes' : 'go'} on after it: the same chain, further on.`,
    after > 0 &&
      `${counted(after)} ${after === 1 ? 'lies' : 'lie'} after the end of this ${name} (entry ${tip.sequence}): it says nothing of ${them(after)}; compare ${them(after)} with the ledger itself.`,
    before > 0 &&
      `${counted(before)} ${before === 1 ? 'lies' : 'lie'} before the beginning of this ${name}: it says nothing of ${them(before)}; compare ${them(before)} with the ledger itself.`,
  ];
  return lines.flatMap((line) => (line === false ? [] : [`\n${line}`])).join('');
}

const counted = (count: number): string => (count === 1 ? '1 head' : `${count} heads`);
const them = (count: number): string => (count === 1 ? 'it' : 'them');

export function findingText(finding: Finding): string {
  return `${placeText(finding)}: ${whatText(finding)}`;
}

const THINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    rows: 'row',
    runs: 'run',
    run_rows: "run's row",
    run_parts: "run's page",
    batches: 'batch',
    uploads: 'uploaded document',
    environments: 'environment',
    acceptances: 'acceptance',
    backups: 'record of a backup',
    exports: 'record of an export',
    habits: 'what an account is paid as a rule',
    payees: 'what account a payee has',
    file_totals: 'what files came to',
    history_mark: 'how far earlier payments were taken in',
    items: 'queued row',
    submissions: 'what was queued with run',
    summaries: 'the summary of earlier payments',
    moves: 'record of a move',
    links: 'the hash chain',
    meta: "the ledger's id and birth",
    mark: "the ledger's end",
  }),
);

function placeText({ where, key, entry, link, at }: Finding): string {
  const time = at === null ? '' : `, ${momentText(at)}`;
  if (where === 'entries') return `entry ${entry ?? '?'}${key === '' ? '' : ` (${plain(key)})`}${time}`;
  const name = `${THINGS.get(where) ?? plain(where)}${key === '' ? '' : ` ${plain(key)}`}`;
  const place = entry === null ? '' : ` at entry ${entry}`;
  return `${name}${where === 'links' && link !== null ? `, link ${link}` : ''}${place}${time}`;
}

function whatText({ kind, where, detail }: Finding): string {
  switch (kind) {
    case 'changed':
      return where.includes(':')
        ? `says entry ${detail} beside the head of another entry: these results were edited`
        : 'differs from what was written: it was changed or restored';
    case 'missing':
      return 'was written, and is missing';
    case 'added':
      return 'exists without a record: it was added by hand';
    case 'broken':
      return "doesn't follow from the link before: the chain itself was edited, or a part of it was taken out";
    case 'shorter':
      if (where !== 'mark') return lostText(detail);
      return `here the ledger ends, but its mark has seen entry ${detail}, or more of the chain: its end was cut off, or an older copy replaced it`;
    case 'forked':
      return `another chain than this one was seen here under the same ledger id: a copy was used elsewhere, or the chain was made anew${detail === 'last' ? '. Or it was seen later, before another entry was written: compare it with the ledger itself' : ''}`;
    case 'other':
      return `is of another ledger (${plain(detail)})`;
    case 'unmarked':
      return 'the mark beside the ledger is gone: whether its end was cut off can no longer be told';
    case 'damaged':
      return `isn't built as it has to be: ${plain(detail)}`;
    default:
      return kind satisfies never;
  }
}

/** `end`: where the ledger that is verified ends; empty where the ledger in use is what ends. */
const lostText = (end: string): string =>
  end === ''
    ? 'the ledger in use ends here, before the end of the other file: its end was cut off, or an older copy replaced it'
    : `was seen of this ledger, which ends at entry ${end}: its end was cut off, an older copy replaced it, or a copy was used elsewhere`;
