// A record's cells into a payout row, checked against the 1.32 schema and the profile. Nothing here looks at other
// rows, at the disk or at the ledger. The compiled schema is the authority; the slow path only finds words for its no.
import { compile } from 'zod';

import { type Header, printable } from '../../csv/header.ts';
import type { CsvRecord } from '../../csv/records.ts';
import { didYouMean } from '../../csv/suggest.ts';
import type { PayoutField } from '../../interface/columns.ts';
import { MINOR_UNITS, minorUnits } from '../../interface/currencies.ts';
import { fractionDigits, isZero, PLAIN_DECIMAL } from '../../interface/decimal.ts';
import { splitDocuments } from '../../interface/document-cell.ts';
import type { Profile } from '../../interface/profile.ts';
import { guid, type TransferBody, transferSchema } from '../../interface/transfer.ts';
import { booleanOf, type OpenSet, openSet, referenceIssue, tooManyCells } from './cells.ts';
import { type DocumentItem, type Issue, NO_CURRENCY, type PayoutRow } from './row.ts';
import type { Warnings } from './warnings.ts';

export interface RowRules {
  readonly header: Header;
  readonly profile: Profile;
  /** For rows whose own cell is empty. */
  readonly useDeveloperFunds: boolean;
  readonly warnings: Warnings;
}

const CURRENCIES = [...MINOR_UNITS.keys()];
const fastTransfer = compile(transferSchema);
const isId = (text: string): boolean => guid.safeParse(text).success;

/** Makes the reader for one file. */
export function payoutReader(rules: RowRules): (record: CsvRecord) => PayoutRow {
  const { header, profile, warnings } = rules;
  const width = header.names.length;
  const at = (field: PayoutField): number => header.index.get(field) ?? -1;
  const column = {
    reference: at('reference'),
    customerId: at('customerId'),
    sourceCurrency: at('source.currency'),
    network: at('source.network'),
    walletId: at('source.walletId'),
    currency: at('destination.currency'),
    account: at('destination.externalAccountId'),
    purpose: at('purposeOfPayment'),
    amount: at('receiverAmount'),
    memo: at('memo'),
    developerFunds: at('useDeveloperFunds'),
    approval: at('requireApproval'),
    documents: at('documents'),
    firstParty: at('isFirstParty'),
  };
  const required = profile.requiredTransferFields
    .filter((field) => field !== 'receiverAmount')
    .map((field) => ({ field, index: at(field) }));
  const purposes = openSet(profile.purposeOfPayment, 'purposeOfPayment');
  const networks = openSet(profile.networks, 'networks');

  return (record) => {
    const { cells, line } = record;
    const issues: Issue[] = [];
    const add = (index: number, field: string, message: string): void => {
      issues.push({ column: index + 1, field, message });
    };
    const cell = (index: number): string | undefined => {
      if (index === -1) return undefined;
      const text = (cells[index] ?? '').trim();
      return text === '' ? undefined : text;
    };
    const boolean = (index: number, field: string): boolean | undefined => {
      const text = cell(index);
      const value = text === undefined ? undefined : booleanOf(text);
      if (value === null) add(index, field, `"${printable(text ?? '')}" is neither true nor false`);
      return value ?? undefined;
    };
    if (cells.length !== width) add(-1, '', tooManyCells(cells.length, width));
    const sourceCurrency = cell(column.sourceCurrency);
    const network = cell(column.network);
    const walletId = cell(column.walletId);
    const currency = cell(column.currency);
    const externalAccountId = cell(column.account);
    const amount = cell(column.amount);
    const memo = column.memo === -1 ? undefined : cells[column.memo];
    const customerId = cell(column.customerId);
    const purposeOfPayment = cell(column.purpose);
    const ownDeveloperFunds = boolean(column.developerFunds, 'useDeveloperFunds');
    const useDeveloperFunds = ownDeveloperFunds ?? (rules.useDeveloperFunds ? true : undefined);
    const requireApproval = boolean(column.approval, 'requireApproval');
    const ownIsFirstParty = boolean(column.firstParty, 'isFirstParty');
    const documentCell = cell(column.documents);
    const documents: DocumentItem[] = documentCell === undefined ? [] : splitDocuments(documentCell, isId);

    const body: TransferBody = { receiverAmount: amount ?? '' };
    if (customerId !== undefined) body.customerId = customerId;
    if (sourceCurrency !== undefined || network !== undefined || walletId !== undefined) {
      body.source = {};
      if (sourceCurrency !== undefined) body.source.currency = sourceCurrency;
      if (network !== undefined) body.source.network = network;
      if (walletId !== undefined) body.source.walletId = walletId;
    }
    if (currency !== undefined || externalAccountId !== undefined) {
      body.destination = {};
      if (currency !== undefined) body.destination.currency = currency;
      if (externalAccountId !== undefined) body.destination.externalAccountId = externalAccountId;
    }
    if (purposeOfPayment !== undefined) body.purposeOfPayment = purposeOfPayment;
    if (memo !== undefined && memo !== '') body.memo = memo;
    if (useDeveloperFunds !== undefined) body.useDeveloperFunds = useDeveloperFunds;
    if (requireApproval !== undefined) body.requireApproval = requireApproval;

    const amountOk = amount !== undefined && PLAIN_DECIMAL.test(amount);
    if (amount === undefined) {
      add(column.amount, 'receiverAmount', 'is missing: it is required (2.3)');
    }
    const parsed = fastTransfer.safeParse(body);
    if (!parsed.success) {
      for (const issue of parsed.error.issues) {
        const field = issue.path.join('.');
        if (field === 'receiverAmount' && amount === undefined) continue;
        const index = header.index.get(field) ?? -1;
        const value = index === -1 ? '' : `"${printable((cells[index] ?? '').trim())}" `;
        add(index, field, `${value}${issue.message}`);
      }
    }
    for (const { field, index } of required) {
      if (cell(index) === undefined && !(field === 'useDeveloperFunds' && useDeveloperFunds !== undefined)) {
        add(index, field, 'is missing (the profile lists it in requiredTransferFields)');
      }
    }
    if (amountOk && currency !== undefined && fractionDigits(amount) > minorUnits(currency)) {
      const digits = minorUnits(currency);
      add(
        column.amount,
        'receiverAmount',
        `"${amount}" has ${fractionDigits(amount)} digits after the point; ${currency} has ${digits === 0 ? 'none' : `at most ${digits}`}`,
      );
    }
    checkCurrency(sourceCurrency, column.sourceCurrency, 'source.currency');
    checkCurrency(currency, column.currency, 'destination.currency');
    checkOpen(purposes, purposeOfPayment, column.purpose, 'purposeOfPayment');
    checkOpen(networks, network, column.network, 'source.network');

    const reference = cell(column.reference) ?? '';
    if (column.reference !== -1) {
      const wrong = referenceIssue(reference);
      if (wrong !== undefined) add(column.reference, 'reference', wrong);
    }
    return {
      kind: 'payouts',
      line,
      start: record.start,
      end: record.end,
      reference,
      body,
      isFirstParty: ownIsFirstParty ?? profile.defaultIsFirstParty ?? undefined,
      ownIsFirstParty,
      ownDeveloperFunds,
      documents,
      currency: currency ?? NO_CURRENCY,
      amount: amountOk && !isZero(amount) ? amount : '',
      issues,
    };

    function checkCurrency(code: string | undefined, index: number, field: string): void {
      if (code === undefined || MINOR_UNITS.has(code)) return;
      const hint = (): string => didYouMean(code, CURRENCIES);
      if (profile.closedCurrencies) add(index, field, `"${printable(code)}" is no known currency${hint()}`);
      else warnings.add(line, field, code, () => `is no currency of ISO 4217, USDC or USDCT${hint()}`);
    }

    function checkOpen(set: OpenSet, value: string | undefined, index: number, field: string): void {
      if (value === undefined || set.known.has(value)) return;
      const wrong = set.judge(line, field, value, warnings);
      if (wrong !== undefined) add(index, field, wrong);
    }
  };
}
