// The sentence of every message that the rooms below make.
import { speakWith } from '../errors.ts';
import type { Message, Say } from '../message.ts';
import { APPROVAL } from './approval.ts';
import { CLIENT } from './client.ts';
import { CSV } from './csv.ts';
import { FILES } from './files.ts';
import { FUNDS } from './funds.ts';
import { GUARDS } from './guards.ts';
import { HOSTS } from './hosts.ts';
import { IMPORTS } from './imports.ts';
import { INPUT } from './input.ts';
import { LEDGER, LEDGER_COPY, LEDGER_EVIDENCE, ROW_NOTES } from './ledger.ts';
import { LEDGER_FILE } from './ledger-file.ts';
import { LEDGER_POSTGRES } from './ledger-postgres.ts';
import { MIGRATE } from './migrate.ts';
import { HISTORY, KNOWN, PLAN } from './plan.ts';
import { RECONCILE } from './reconcile.ts';
import { RESULTS } from './results.ts';
import { ROW_ISSUES } from './row-issues.ts';
import { ROWS } from './rows.ts';
import { SENDING } from './sending.ts';
import { SINGLE } from './single.ts';

type Sentence = (params: never, say: Say) => string;

/** One table for each room. A code is in one of them. */
export const TABLES: readonly Readonly<Record<string, Sentence>>[] = [
  { verbatim: ({ text }: { readonly text: string }) => text },
  ...[APPROVAL, CLIENT, CSV, FILES, FUNDS, GUARDS, HISTORY, HOSTS],
  ...[IMPORTS, INPUT, KNOWN, MIGRATE, PLAN, RECONCILE, RESULTS],
  ...[LEDGER, LEDGER_COPY, LEDGER_EVIDENCE, LEDGER_FILE, LEDGER_POSTGRES],
  ...[ROWS, ROW_ISSUES, ROW_NOTES, SENDING, SINGLE],
];

const SENTENCES = new Map(TABLES.flatMap((table) => Object.entries(table)));

/** A message that was edited, or written by another version. */
const asItIs = ({ code, params }: Message): string => `${code} ${JSON.stringify(params)}`;

export function say(message: Message): string {
  // The types of the tables ensure the right parameters.
  const sentence = SENTENCES.get(message.code) as ((params: object, say: Say) => string) | undefined;
  try {
    return sentence?.(message.params, say) ?? asItIs(message);
  } catch {
    return asItIs(message);
  }
}

/** Empty for no message. */
export const sayOf = (message: Message | undefined): string => (message === undefined ? '' : say(message));

speakWith(say);
