// A whole run for programs: the settings that matter, defaults for the rest. The command line does the same with
// settings of its own.
import { dirname } from 'node:path';

import { check } from './batch/check.ts';
import { newRunId, RunControl } from './batch/input/control.ts';
import type { Guards } from './batch/input/guards.ts';
import { importsOfMap } from './batch/input/imports/imports.ts';
import type { FileSettings } from './batch/input/settings.ts';
import { ALIKE_DAYS } from './batch/plan/duplicates.ts';
import type { RunHooks } from './batch/results/hooks.ts';
import { resultsName, retryName } from './batch/results/results-path.ts';
import type { RunEnd } from './batch/results/run-end.ts';
import { run } from './batch/run.ts';
import type { LiveSettings } from './batch/send/settings.ts';
import { checkAddress } from './client/address.ts';
import type { ClientOptions } from './client/client.ts';
import { type Clock, type Random, systemClock } from './client/clock.ts';
import type { Credentials } from './client/token.ts';
import { environmentName } from './interface/environment.ts';
import type { FileKind } from './interface/file-kind.ts';
import { DEFAULT_PROFILE, type Profile } from './interface/profile.ts';
import { FileLedger } from './ledger/file/file-ledger.ts';
import { say } from './words/say.ts';

export interface FileRequest {
  /** Path of the CSV file. */
  readonly file: string;
  /** Where the results go; `payouts.csv` gives `payouts.results.csv` (`payouts.check.csv` for a check) beside it. */
  readonly results?: string;
  /** Told by the header without it. */
  readonly kind?: FileKind;
  /** What the specification leaves open; defaults for what isn't named. */
  readonly profile?: Partial<Profile>;
  /** For rows whose own cell is empty. */
  readonly useDeveloperFunds?: boolean;
  /** The folder that documents are relative to and may not leave; the file's without it. */
  readonly documentsDir?: string;
  /** SHA-256 of the file's bytes without it. */
  readonly batchId?: string;
  readonly guards?: Partial<Guards>;
  /** Header of the file -> our field. */
  readonly map?: ReadonlyMap<string, string>;
  readonly hooks?: Partial<RunHooks>;
  /** The way in for signals: the first drains, the second stops at once. */
  readonly control?: RunControl;
  readonly clock?: Clock;
  /** Names the run in the ledger; made of time and chance without it. */
  readonly runId?: string;
}

/** Settings of a run, each with the command's default. */
const DEFAULTS = {
  concurrency: 8,
  quote: true,
  haltAfter: 5,
  maxInDoubt: 10,
  alikeOk: false,
  alikeDays: ALIKE_DAYS,
  acceptLedger: false,
  requireFunds: false,
  random: Math.random,
} as const satisfies Partial<LiveSettings>;

export interface RunRequest extends FileRequest, Partial<Pick<LiveSettings, keyof typeof DEFAULTS>> {
  /** Must be https, loopback aside. */
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly credentials: Credentials;
  /** Path of the ledger: the only memory of what was sent. Never a throw-away file but against a sandbox. */
  readonly ledger: string;
  /** Requests a second at the most; no limit without it. */
  readonly rate?: number;
  /** For one whole answer, in milliseconds (30,000). */
  readonly timeoutMs?: number;
  readonly client?: Partial<Pick<ClientOptions, 'ca' | 'limits' | 'userAgent'>>;
}

/**
 * Checks a file of payouts (2.3, 2.4) or customers (2.1) and sends nothing. Resolves to counts, exact totals and the
 * exit code that the command would have. Rejects with `InputError` or `Refusal`, one sentence for a person.
 */
export function checkFile(request: FileRequest): Promise<RunEnd> {
  const { clock, hooks, control, runId } = commandOf(request);
  return check({ ...fileSettings(request, 'check'), clock }, hooks, control, runId);
}

/**
 * Creates every payout or customer of a file, each at most once: the ledger is asked before and written before and
 * after each. Rejects before anything is sent (`InputError`, `Refusal`, `LedgerError`); afterwards every row has a
 * result, and rows in doubt are never sent again by themselves.
 */
export function runFile(request: RunRequest): Promise<RunEnd> {
  const baseUrl = checkAddress('baseUrl', request.baseUrl);
  const authUrl = checkAddress('authUrl', request.authUrl);
  const { credentials, rate, timeoutMs, ledger } = request;
  const environment = environmentName(baseUrl, credentials.clientId);
  const file = fileSettings(request, 'results');
  const names = Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]; // the table above
  const given = Object.fromEntries(names.map((name) => [name, request[name] ?? DEFAULTS[name]]));
  const own = given as Pick<LiveSettings, keyof typeof DEFAULTS>; // each has its value or its default
  const { clock, hooks, control, runId } = commandOf(request, own.random);
  const settings: LiveSettings = {
    ...{ ...file, ...own, environment, clock },
    retry: retryName(request.file, file.results, 'results'),
    client: { ...request.client, baseUrl, authUrl, credentials, rate, timeoutMs },
    openLedger: () =>
      new FileLedger(ledger, environment, { create: true, accept: own.acceptLedger, thread: true }),
  };
  return run(settings, hooks, control, runId);
}

function commandOf(
  { hooks = {}, control = new RunControl(), clock = systemClock, runId }: FileRequest,
  random: Random = Math.random,
) {
  const own = runId ?? newRunId({ now: () => clock.now(), random });
  return { clock, control, runId: own, hooks };
}

function fileSettings(request: FileRequest, ending: 'results' | 'check'): FileSettings {
  const { file, guards } = request;
  const none: ReadonlyMap<string, string> = new Map();
  return {
    file,
    results: request.results ?? resultsName(file, ending),
    kind: request.kind,
    imports: request.map && importsOfMap(request.map),
    profile: { ...DEFAULT_PROFILE, ...request.profile },
    useDeveloperFunds: request.useDeveloperFunds ?? false,
    documentsDir: request.documentsDir ?? dirname(file),
    say,
    batchId: request.batchId,
    guards: { expectTotal: none, maxAmount: none, maxTotal: none, ...guards },
  };
}
