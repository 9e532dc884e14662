// A plan as a page to read before signing: what would be paid, to whom, at what price, until when, and the signatures.
import { limitOf } from '../../approval/drift.ts';
import { type PlanFile, planId } from '../../approval/plan-format.ts';
import { type ApprovalPolicy, isNeeded } from '../../approval/policy.ts';
import { approvalState, isMaker } from '../../approval/signatures.ts';
import { plain, plainPath, shellQuoted } from '../../files/plain.ts';
import { inFull } from '../../interface/currencies.ts';
import { momentText } from '../../interface/instant.ts';
import { warnedTexts } from '../../words/issues.ts';
import { say } from '../../words/say.ts';
import type { Io } from '../io.ts';
import { inWords, linesText } from './print.ts';
import { listText } from './problems.ts';
import { plainTable, widthOf } from './table.ts';

/** At most so many lines of invalid rows are listed. */
const MOST_LINES = 20;

type Plan = PlanFile['plan'];

const utcText = (iso: string): string => momentText(new Date(iso), 'minute');

export function renderPlan(file: PlanFile, name: string, policy: ApprovalPolicy, io: Io): string {
  const { plan } = file;
  const width = widthOf(io);
  const facts = Object.entries(factsOf(file, name)).filter(([, value]) => value !== '');
  const isExpired = io.now() > Date.parse(plan.expiresAt);
  const parts = [
    plainTable([], facts, []),
    countsTable(plan),
    plan.kind === 'payouts' ? moneyTable(plan, width) : '',
    plan.largest.length > 0 ? largestTable(plan, width) : '',
    heldText(plan),
    invalidText(plan),
    plan.warnings.count === 0
      ? 'No warnings from the checks.'
      : listText('Warnings of the checks when the plan was made:', warnedTexts(plan.warnings, say)),
    isExpired ? `EXPIRED at ${utcText(plan.expiresAt)}: it can't be run any more` : '',
    signaturesText(file, policy, isExpired),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function factsOf(file: PlanFile, name: string): Record<string, string> {
  const { plan } = file;
  const { settings } = plan;
  const flags = [
    settings.useDeveloperFunds ? '--use-developer-funds' : '',
    settings.quote ? '' : '--no-quote: its prices are not known',
    settings.delimiter === null ? '' : `--delimiter ${JSON.stringify(settings.delimiter)}`,
    settings.sheet === null ? '' : `--sheet ${settings.sheet}`,
    settings.alikeOk ? '--alike-ok: possible duplicates are sent' : '',
  ];
  const profile = Object.entries(settings.changed).map(([key, value]) => `${key}: ${value}`);
  const user = plan.user === plan.maker ? '' : ` (as ${plain(plan.user)})`;
  const documents = plan.documents.length;
  return {
    Plan: `${plainPath(name)} (${planId(file).slice(0, 16)})`,
    File: plainPath(plan.file),
    'SHA-256': plan.digest,
    Batch: plan.batchId === plan.digest ? '' : plain(plan.batchId),
    Environment: plain(plan.environment),
    Ledger: `${plain(plan.ledgerId)} at entry ${plan.ledgerSequence}`,
    'Made by': `${plain(plan.maker)}${user} at ${utcText(plan.createdAt)}`,
    Expires: utcText(plan.expiresAt),
    Mapping: plan.map ? plainPath(plan.map.path) : '',
    Documents: documents > 0 ? `${documents}, in ${plainPath(plan.documentsDir)}` : '',
    Settings: plain(flags.filter((flag) => flag !== '').join('; '), 500),
    Profile: plain(profile.join('; '), 2000),
  };
}

function countsTable({ counts }: Plan): string {
  const words: Readonly<Record<string, string>> = { rows: 'in the file', alike: 'possible duplicate, held' };
  const rows = Object.entries(counts).map(([state, count]) => [
    words[state] ?? state.replaceAll('_', ' '),
    String(count),
  ]);
  return plainTable(['rows', ''], rows, [1]);
}

/** What would be paid, and the cost: debits and fees together. */
function moneyTable({ totals, held, cost, maxDrift }: Plan, width: number): string {
  const sums = (of: Readonly<Record<string, string>>, what: string): string[][] =>
    Object.entries(of)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, total]) => [plain(currency) + what, inFull(total, currency), '']);
  const costs = Object.entries(cost ?? {}).map(([currency, total]) => [
    `cost in ${plain(currency)} by the quotes, fees included`,
    ...[total, limitOf(total, maxDrift)].map((sum) => inFull(sum, currency)),
  ]);
  const rows = [...sums(totals, ''), ...sums(held?.totals ?? {}, ', held: not paid'), ...costs];
  return plainTable(['to be paid', 'total', 'at most'], rows, [1], width);
}

function largestTable({ largest }: Plan, width: number): string {
  const rows = largest.map(({ line, reference, amount, currency, payee, name = '' }) => [
    ...[String(line), reference, `${amount} ${currency}`, plain(name, 60), payee],
  ]);
  return `The largest rows:\n${plainTable(['line', 'reference', 'amount', 'payee', 'account'], rows, [0, 2], width)}`;
}

/** Rows that this plan never sends, and the payment that each may repeat. */
function heldText({ held, rows }: Plan): string {
  if (!held) return '';
  const likes = new Map(rows.map(({ line, like }) => [line, like]));
  const first = held.largest.map(({ line, reference, amount, currency, name = '', payee }) => {
    const like = likes.get(line);
    const what = [reference, `${amount} ${currency}`, name, payee].filter((word) => word !== '').join(', ');
    return { line, text: `${what}${like ? `, may repeat line ${like.line} of run ${like.run}` : ''}` };
  });
  const title = `${inWords(held.rows, 'possible duplicate')} held. This plan never sends ${held.rows === 1 ? 'it' : 'them'}:`;
  return listText(title, { count: held.rows, first });
}

function invalidText({ rows }: Plan): string {
  const lines = rows.filter(({ state }) => state === 'invalid').map(({ line }) => line);
  if (lines.length === 0) return '';
  const some = linesText(lines.slice(0, MOST_LINES), lines.length);
  return `Invalid, and never sent by this plan: ${some}. paybatch check prints the reasons.`;
}

/** Signatures that this config requires. Plans of customers need none. */
function signaturesNeeded({ kind, environment, totals }: Plan, policy: ApprovalPolicy): number {
  const [baseUrl = ''] = environment.split(' ');
  return kind === 'payouts' && isNeeded(policy, baseUrl, totals) ? (policy.require?.signatures ?? 1) : 0;
}

/** The command that comes next, on a separate line, so that it can be copied. */
export function nextStep(file: PlanFile, name: string, policy: ApprovalPolicy): string {
  const { approved } = approvalState(file, policy.approvers);
  const missing = signaturesNeeded(file.plan, policy) - approved.length;
  return missing > 0
    ? `It still needs ${inWords(missing, 'signature')}. An approver runs:\npaybatch approve ${shellQuoted(name)} --key KEY\n`
    : `Next:\npaybatch run --plan ${shellQuoted(name)}\n`;
}

/** `isOver`: the plan has expired, so no signature is missing. */
function signaturesText(file: PlanFile, policy: ApprovalPolicy, isOver: boolean): string {
  const { approved, rejected, ignored } = approvalState(file, policy.approvers);
  const wanted = signaturesNeeded(file.plan, policy);
  const missing =
    approved.length < wanted ? `: ${approved.length} of the ${wanted} signatures that it needs` : '';
  const lines = ignored.map((one) => `Not counted: ${plain(say(one))}`);
  if (approved.length > 0)
    lines.unshift(`Approved by ${approved.map((one) => plain(one)).join(', ')}${missing}`);
  else if (!isOver && !rejected) lines.unshift(unapprovedText(file.plan, wanted, policy));
  if (rejected) lines.unshift(`REJECTED by ${plain(rejected.name)}: ${plain(rejected.reason)}`);
  return lines.join('\n');
}

function unapprovedText(plan: Plan, wanted: number, policy: ApprovalPolicy): string {
  if (wanted === 0) return 'Not approved. The config here requires no approval';
  const people = policy.approvers.flatMap(({ name }) => (isMaker(plan, name) ? [] : [plain(name)]));
  return `Not approved yet: it needs ${inWords(wanted, 'signature')} of ${people.join(' or ')}`;
}
