// A plan as a page to read before signing: what would be paid, to whom, at what price, until when, and who has said what.
import { type PlanFile, planId, type ShownRow } from '../../approval/plan-format.ts';
import { type ApprovalPolicy, isNeeded } from '../../approval/policy.ts';
import { standingOf } from '../../approval/signatures.ts';
import { type Progress, sentText, usedUpText } from '../../batch/plan/approved/progress.ts';
import { plain, plainPath } from '../../files/plain.ts';
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
    ['File', `${plainPath(plan.file)} (SHA-256 ${plan.digest})`],
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
  const parts = [
    prose(plainTable([], facts, []), width, nameWidth(facts)),
    plainTable(['rows', ''], countRows(file), [1]),
    ...(plan.kind === 'payouts'
      ? [plainTable(['to be paid', 'total', 'at most'], moneyRows(file), [1], width)]
      : []),
    ...(plan.largest.length > 0 ? [rowsTable('the largest', plan.largest, width)] : []),
    ...firstTable(file, width),
    ...alikeLines(file, width),
    ...besideLines(file, width),
    ...objectionLines(file, width),
    prose([...overLines(file, progress, nowMs), signaturesText(file, policy)].join('\n'), width),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** As times are written everywhere else. */
export const utcText = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

function lifeText({ createdAt, expiresAt }: PlanFile['plan']): string {
  const minutes = Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2 * 1440 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
}

/** Where the values begin. */
const nameWidth = (facts: readonly (readonly [string, string])[]): number =>
  Math.max(...facts.map(([name]) => name.length)) + 2;

const countRows = ({ plan: { counts } }: PlanFile): string[][] =>
  Object.entries(counts).map(([state, rows]) => [
    state === 'rows' ? 'in the file' : state === 'alike' ? 'held beside a doubt' : state.replaceAll('_', ' '),
    String(rows),
  ]);

function moneyRows({ plan }: PlanFile): string[][] {
  const totals = [...sorted(plan.totals)].map(([currency, total]) => [plain(currency), total, '']);
  const held = sorted(plan.besideDoubts?.totals ?? {}).map(([currency, total]) => {
    return [`${plain(currency)}, held beside a doubt: not paid`, total, ''];
  });
  const cost = Object.entries(plan.cost ?? {}).map(([currency, total]) => {
    return [`cost in ${plain(currency)}, by its quotes with fees`, total, `${plan.maxDrift} more`];
  });
  return [...totals, ...held, ...cost];
}

const sorted = (amounts: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(amounts).sort(([a], [b]) => (a < b ? -1 : 1));

/** A row whose quote said no figure has no limit, until a quote says one: then it isn't sent. */
function unpriced({ rows, cost }: PlanFile['plan']): string {
  if (cost === null) return '';
  const meant = rows.filter(({ state }) => state === 'new' || state === 'resumed');
  const without = meant.filter(({ debit, fee }) => debit === undefined && fee === undefined).length;
  if (without === 0) return '';
  return `the quotes of ${without} ${without === 1 ? 'row' : 'rows'} name no price, so there is no limit for ${without === 1 ? 'it' : 'them'}`;
}

/** What --alike-ok waives: whoever signs says that these are further payments. */
function alikeLines({ plan: { alike, settings } }: PlanFile, width: number): string[] {
  if (!settings.alikeOk) return [];
  if (!alike) return ['No row looks like an earlier payment.'];
  const { rows, first } = alike;
  const all = `${rows} row${rows === 1 ? ' looks like a payment' : 's look like payments'} made before, and would be paid once more:`;
  const named = first.map(({ line, like }) => `  line ${line}: like ${plain(like, 200)}`);
  const more = rows > first.length ? [`  and ${rows - first.length} more`] : [];
  return [prose([all, ...named, ...more].join('\n'), width)];
}

/** Rows that this plan never sends, and what each may be the same payment as. */
function besideLines({ plan: { besideDoubts, rows } }: PlanFile, width: number): string[] {
  if (!besideDoubts) return [];
  const { rows: count, largest } = besideDoubts;
  const likes = new Map(rows.map(({ line, like }) => [line, like]));
  const [are, each] = count === 1 ? ['is', 'it'] : ['are', 'each'];
  const all = `${count} row${count === 1 ? '' : 's'} ${are} held, since ${each} may be the same payment as one that was in doubt when this plan was made. This plan never sends ${count === 1 ? 'it' : 'them'}, whatever becomes of the doubt:`;
  const named = largest.map(({ line, reference, amount, currency, payee }) => {
    const like = likes.get(line);
    const what = [reference, `${amount} ${currency}`, payee]
      .filter((word) => word !== '')
      .map((word) => plain(word));
    return `  line ${line} (${what.join(', ')}): like line ${like?.line ?? 0} of run ${plain(like?.run ?? '')}`;
  });
  const more = count > largest.length ? [`  and ${count - largest.length} more`] : [];
  return [prose([all, ...named, ...more].join('\n'), width)];
}

/** What a person has to weigh before signing; said as well where there is nothing. */
function objectionLines({ plan: { warnings, invalid } }: PlanFile, width: number): string[] {
  const list = ({ count, first }: PlanFile['plan']['warnings'], title: string): string => {
    const lines = first.map(({ line, text }) => `  line ${line}: ${plain(text, 500)}`);
    const more = count > first.length ? [`  and ${count - first.length} more`] : [];
    return prose([title, ...lines, ...more].join('\n'), width, 4);
  };
  return [
    ...(invalid ? [list(invalid, 'Invalid, and never sent by this plan:')] : []),
    warnings.count === 0
      ? 'Nothing speaks against its rows: no warning.'
      : list(warnings, 'What speaks against it, by the checks that were made with it:'),
  ];
}

/** Accounts that were never paid: where a payee was made up, they are these. */
function firstTable({ plan }: PlanFile, width: number): string[] {
  const { kind, firstPayments } = plan;
  const { rows, accounts, largest } = firstPayments;
  const isAbove = JSON.stringify(largest) === JSON.stringify(plan.largest);
  if (kind !== 'payouts') return [];
  if (rows === 0) return ['Every account was paid before.'];
  const all = `${rows} row${rows === 1 ? '' : 's'} to ${accounts} account${accounts === 1 ? ' that was' : 's that were'} never paid before`;
  if (isAbove) return [prose(`${all}, the largest above among them.`, width)];
  return [
    `${prose(`${all}:`, width)}\n${rowsTable(rows > largest.length ? 'the largest of them' : 'all of them', largest, width)}`,
  ];
}

function rowsTable(title: string, shown: readonly ShownRow[], width: number): string {
  const rows = shown.map(({ line, reference, amount, currency, payee }) => [
    String(line),
    reference,
    amount,
    currency,
    payee,
  ]);
  const wide = plainTable(['line', title, 'amount', '', 'account'], rows, [0, 2]);
  if (wide.split('\n').every((line) => line.length <= width)) return wide;
  // An account that is cut in two can't be compared with another: it gets a line of its own.
  const lines = plainTable(
    ['line', title, 'amount', ''],
    rows.map((row) => row.slice(0, 4)),
    [0, 2],
  ).split('\n');
  const heads = lines.length - rows.length;
  if (lines.some((line) => line.length > width))
    return plainTable(['line', title, 'amount', '', 'account'], rows, [0, 2], width);
  return lines
    .flatMap((line, at) => (at < heads ? [line] : [line, `      to ${plain(rows[at - heads]?.[4] ?? '')}`]))
    .join('\n');
}

/** Why it can't be run any more, or what a run of it has done. */
function overLines({ plan }: PlanFile, progress: Progress | undefined, nowMs: number): string[] {
  const lines: string[] = [];
  if (progress && progress.rows > progress.left) {
    const { rows, left } = progress;
    const gone = rows - left;
    lines.push(
      left === 0
        ? `USED UP: ${usedUpText(progress)}`
        : `Run: ${gone} of its ${rows} rows ${gone === 1 ? 'was' : 'were'} sent ${sentText(progress)}, ${left} ${left === 1 ? 'is' : 'are'} left or in doubt`,
    );
  }
  if (nowMs > Date.parse(plan.expiresAt))
    lines.push(`EXPIRED at ${utcText(plan.expiresAt)}: it can't be run any more`);
  return lines;
}

/** `wanted`: signatures that it needs here. */
function approvedText(file: PlanFile, approved: readonly string[], wanted: number): string[] {
  if (approved.length === 0) return unapproved(file, wanted);
  const [given, names] = [approved.length, approved.map((one) => plain(one)).join(', ')];
  const missing = given < wanted ? `: ${given} of the ${wanted} signatures that it needs` : '';
  return [`Approved by ${names}${missing}`];
}

function unapproved({ plan: { kind, rows } }: PlanFile, wanted: number): string[] {
  if (kind === 'payouts' && wanted === 0)
    return ['Not approved, and by the config here no approval is needed'];
  if (kind === 'payouts')
    return [wanted === 1 ? 'Not approved yet' : `Not approved yet: it needs ${wanted} signatures`];
  const count = rows.filter(({ state }) => state === 'new' || state === 'resumed').length;
  return [
    `${count} customer${count === 1 ? '' : 's'} would be created; nobody is paid, so no approval is needed`,
  ];
}

function signaturesText(file: PlanFile, policy: ApprovalPolicy): string {
  const { approved, rejected, ignored } = standingOf(file, policy.approvers);
  const [baseUrl = ''] = file.plan.environment.split(' ');
  const wanted = isNeeded(policy, baseUrl, file.plan.totals) ? (policy.require?.signatures ?? 1) : 0;
  const lines = [
    ...(rejected ? [`REJECTED by ${plain(rejected.name)}: ${plain(rejected.reason)}`] : []),
    ...approvedText(file, approved, wanted),
    ...ignored.map((one) => `Not counted: ${plain(one)}`),
  ];
  return lines.join('\n');
}
