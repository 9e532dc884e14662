// The service of a command: the configured one with its ledger, or the embedded sandbox with a temporary ledger.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FileSettings } from '../batch/input/settings.ts';
import type { LiveSettings } from '../batch/send/settings.ts';
import type { ClientOptions } from '../client/client.ts';
import { systemClock } from '../client/clock.ts';
import type { Profile } from '../interface/profile.ts';
import { FileLedger } from '../ledger/file/file-ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { approvalNeed, queuedCheck } from './approval.ts';
import type { PlanArgs } from './definitions/approval.ts';
import { type Io, refuseProblems } from './io.ts';
import { type LedgerFlags, openLedger } from './ledger-access.ts';
import { mayExist } from './ledger-place.ts';
import { warn } from './render/print.ts';
import type { Settings } from './settings.ts';
import { noteLedgerOpened, rowsAtOnce, SHORT_VERSION, VERSION } from './this-process.ts';

export interface Service {
  readonly environment: string;
  readonly embedded: boolean;
  readonly client: Omit<ClientOptions, 'profile' | 'concurrency'>;
  readonly openLedger: () => Ledger | Promise<Ledger>;
  /** Whether a ledger exists. */
  readonly hasLedger: () => boolean;
  /** The last line of the summary: what the sandbox did. */
  readonly epilogue: () => string;
  readonly close: () => Promise<void>;
}

export async function liveService(
  flags: LedgerFlags & { readonly sandbox: boolean; readonly balance?: ReadonlyMap<string, string> },
  settings: Settings,
  io: Io,
): Promise<Service> {
  const common = {
    rate: settings.values.rate,
    timeoutMs: settings.values.timeout * 1000,
    userAgent: `paybatch/${VERSION}`,
  };
  if (flags.sandbox) return embedded(common, settings.profile, io, flags.balance);
  refuseProblems('settings are missing or wrong', settings.problems('service'));
  const baseUrl = settings.require('baseUrl');
  const environment = settings.environment();
  const place = settings.ledgerPlace();
  return {
    environment,
    embedded: false,
    client: {
      baseUrl,
      authUrl: settings.require('authUrl'),
      credentials: settings.credentials(),
      proxy: settings.proxy(),
      ...common,
    },
    openLedger: () => openLedger(settings, { use: 'run', flags, io }),
    hasLedger: () => mayExist(place),
    epilogue: () => '',
    close: () => Promise.resolve(),
  };
}

async function embedded(
  common: Pick<ClientOptions, 'rate' | 'timeoutMs' | 'userAgent'>,
  profile: Profile,
  io: Io,
  balances: ReadonlyMap<string, string> = new Map(),
): Promise<Service> {
  const [{ Sandbox }, { SANDBOX_CREDENTIALS }] = await Promise.all([
    import('../sandbox/server.ts'),
    import('../sandbox/options.ts'),
  ]);
  const sandbox = await Sandbox.start({
    idempotencyHeader: profile.idempotency?.header ?? null,
    cutoffYear: profile.cutoffYear,
    balances,
  });
  const folder = mkdtempSync(join(tmpdir(), 'paybatch-sandbox-'));
  return {
    environment: `sandbox ${sandbox.url}`,
    embedded: true,
    client: { baseUrl: sandbox.url, authUrl: sandbox.url, credentials: SANDBOX_CREDENTIALS, ...common },
    openLedger: () => {
      noteLedgerOpened();
      const made = { create: true, accept: false, thread: io.singleThread !== true };
      const ledger = new FileLedger(join(folder, 'ledger.db'), 'sandbox', made);
      io.err('paybatch: created a test ledger for the sandbox. It is deleted at the end\n');
      return ledger;
    },
    hasLedger: () => false,
    epilogue: () => {
      const { transfers, documents, customers } = sandbox.store;
      const stored = [...customers.values()].reduce((sum, customer) => sum + customer.documents.length, 0);
      const did =
        customers.size > 0
          ? `created ${customers.size} customers and holds ${stored} of their documents`
          : `executed ${transfers.length} transfers and holds ${documents.size} documents`;
      return `The sandbox ${did}. Its test ledger is deleted.\n`;
    },
    close: async () => {
      await sandbox.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function concurrencyOf(settings: Settings, io: Io): number {
  const wanted = settings.values.concurrency;
  const possible = rowsAtOnce(wanted);
  if (possible < wanted)
    warn(
      io,
      `${possible} rows at once instead of ${wanted}: this system limits open files and connections (ulimit -n)`,
    );
  return possible;
}

type LiveFlags = Pick<PlanArgs, 'no-quote' | 'require-funds' | 'alike-ok' | 'accept-ledger'> & {
  readonly detach?: boolean;
};

/** All settings of a run or a quote. */
export function liveSettings(
  args: LiveFlags,
  settings: Settings,
  service: Service,
  file: FileSettings & { retry: string },
  io: Io,
): LiveSettings {
  return {
    ...file,
    client: service.client,
    openLedger: service.openLedger,
    concurrency: concurrencyOf(settings, io),
    quote: !args['no-quote'],
    haltAfter: settings.values.haltAfter,
    requireFunds: args['require-funds'],
    maxInDoubt: settings.values.maxInDoubt,
    alikeOk: args['alike-ok'],
    alikeDays: settings.values.alikeDays,
    acceptLedger: args['accept-ledger'],
    needsApproval: service.embedded ? undefined : approvalNeed(settings, service.client.baseUrl),
    ...(!service.embedded && { checkQueued: queuedCheck(settings) }),
    environment: service.environment,
    version: SHORT_VERSION,
    detach: args.detach === true,
    clock: systemClock,
    random: io.random,
  };
}
