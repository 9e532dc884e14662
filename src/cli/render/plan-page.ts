// A plan as a page to read before signing: what would be paid, to whom, at what price, until when, and who has said what.
import { type PlanFile, planId } from '../../approval/plan-format.ts';
import type { ApprovalPolicy } from '../../approval/policy.ts';
import { withRows } from '../../batch/input/warnings.ts';
import type { Progress } from '../../batch/plan/approved/plan-runs.ts';
import { plain, plainPath } from '../../files/plain.ts';
import { countRows, moneyRows, rowsTable } from './plan-money.ts';
import { overLines, signaturesText, utcText } from './plan-standing.ts';
import { prose } from './prose.ts';
import { plainTable } from './table.ts';

export interface PlanPage {
  readonly file: PlanFile;
  readonly name: string;
  readonly policy: ApprovalPolicy;
  readonly width: number;
  /** What has become of its rows, where that is known. */
  readonly progress?: Progress | undefined;
  readonly nowMs: number;
}

export function planPage({ file, name, policy, width, progress, nowMs }: PlanPage): string {
  const { plan } = file;
  const { settings } = plan;
  const flags = [
    settings.useDeveloperFunds ? '--use-developer-funds' : '',
    settings.quote ? '' : '--no-quote: its prices are not known',
    unpriced(plan),
    settings.delimiter === null ? '' : `--delimiter ${JSON.stringify(settings.delimiter)}`,
    settings.sheet === null ? '' : `--sheet ${settings.sheet}`,
    settings.alikeOk ? '--alike-ok: payments that look like earlier ones are meant' : '',
  ].filter((flag) => flag !== '');
  const facts: [string, string][] = [
    ['Plan', `${plainPath(name)} (${planId(file).slice(0, 16)})`],
    ['File', plainPath(plan.file)],
    ['SHA-256', plan.digest],
    ...(plan.batchId === plan.digest ? [] : [['Batch', plain(plan.batchId)] as [string, string]]),
    ['Environment', plain(plan.environment)],
    ['Ledger', `${plain(plan.ledgerId)} at entry ${plan.ledgerSequence}`],
    [
      'Made by',
      `${plain(plan.maker)}${plan.user === plan.maker ? '' : ` (as ${plain(plan.user)})`} at ${utcText(plan.createdAt)}`,
    ],
    ['Expires', `${utcText(plan.expiresAt)}, ${lifeText(plan)} after it was made`],
    ...(plan.map ? [['Mapping', plainPath(plan.map.path)] as [string, string]] : []),
    ...(plan.documents.length > 0
      ? [['Documents', `${plan.documents.length}, in ${plainPath(plan.documentsDir)}`] as [string, string]]
      : []),
    ...(flags.length > 0 ? [['Settings', plain(flags.join('; '), 500)] as [string, string]] : []),
    ...Object.entries(settings.changed).map(([key, value]): [string, string] => [
      `Profile`,
      plain(`${key}: ${value}`, 200),
    ]),
  ];
  const over = overLines(file, progress, nowMs);
  const isOver = nowMs > Date.parse(plan.expiresAt) || progress?.left === 0;
  const standing = [...over, signaturesText(file, policy, isOver)].filter((line) => line !== '');
  const parts = [
    prose(plainTable([], facts, []), width, nameWidth(facts)),
    plainTable(['rows', ''], countRows(file), [1]),
    ...(plan.kind === 'payouts'
      ? [plainTable(['to be paid', 'total', 'at most'], moneyRows(file), [1], width)]
      : []),
    ...(plan.largest.length > 0 ? [rowsTable('the largest', plan.largest, width)] : []),
    ...heldLines(file, width),
    ...objectionLines(file, width),
    prose(standing.join('\n'), width),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function lifeText({ createdAt, expiresAt }: PlanFile['plan']): string {
  const minutes = Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2 * 1440 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
}

/** Where the values begin. */
const nameWidth = (facts: readonly (readonly [string, string])[]): number =>
  Math.max(...facts.map(([name]) => name.length)) + 2;

/** A row whose quote said no figure has no limit, until a quote says one: then it isn't sent. */
function unpriced({ rows, cost }: PlanFile['plan']): string {
  if (cost === null) return '';
  const meant = rows.filter(({ state }) => state === 'new' || state === 'resumed');
  const without = meant.filter(({ debit, fee }) => debit === undefined && fee === undefined).length;
  if (without === 0) return '';
  return `the quotes of ${without} ${without === 1 ? 'row' : 'rows'} name no price, so there is no limit for ${without === 1 ? 'it' : 'them'}`;
}

/** Rows that this plan never sends, and the payment that each may repeat. */
function heldLines({ plan: { held, rows } }: PlanFile, width: number): string[] {
  if (!held) return [];
  const { rows: count, largest } = held;
  const likes = new Map(rows.map(({ line, like }) => [line, like]));
  const all = `${count} row${count === 1 ? ' is a possible duplicate' : 's are possible duplicates'}, held. This plan never sends ${count === 1 ? 'it' : 'them'}:`;
  const named = largest.map(({ line, reference, amount, currency, name = '', payee }) => {
    const like = likes.get(line);
    const what = [reference, `${amount} ${currency}`, name, payee]
      .filter((word) => word !== '')
      .map((word) => plain(word));
    const of = like ? `: line ${like.line} of run ${plain(like.run)}` : '';
    return `  line ${line} (${what.join(', ')})${of}`;
  });
  const more = count > largest.length ? [`  and ${count - largest.length} more`] : [];
  return [prose([all, ...named, ...more].join('\n'), width)];
}

/** What a person has to weigh before signing; said as well where there is nothing. */
function objectionLines({ plan }: PlanFile, width: number): string[] {
  const { warnings, invalid, held } = plan;
  const list = ({ count, first }: PlanFile['plan']['warnings'], title: string): string => {
    const lines = first.map(({ line, text, rows }) => `  line ${line}: ${plain(withRows(text, rows), 1100)}`);
    const more = count > first.length ? [`  and ${count - first.length} more`] : [];
    return prose([title, ...lines, ...more].join('\n'), width, 4);
  };
  return [
    ...(invalid ? [list(invalid, 'Invalid, and never sent by this plan:')] : []),
    warnings.count === 0
      ? `No ${held || invalid ? 'other ' : ''}warnings about its rows.`
      : list(warnings, 'Warnings of the checks that were made with it:'),
  ];
}
