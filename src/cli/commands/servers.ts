// sandbox and proxy: servers on loopback until a signal comes.
import { checkAddress } from '../../client/address.ts';
import { instantMs } from '../../interface/instant.ts';
import { type FaultSpec, parseFault } from '../../sandbox/faults.ts';
import { type SandboxOptions, sandboxVariables } from '../../sandbox/options.ts';
import { Proxy } from '../../sandbox/proxy.ts';
import { Sandbox } from '../../sandbox/server.ts';
import type { ProxyArgs } from '../definitions/migration.ts';
import type { SandboxArgs } from '../definitions/tools.ts';
import { type Io, refuseUncheckedTls, UsageError } from '../io.ts';
import { inWords, printJson, printTable } from '../render/print.ts';
import { Settings } from '../settings.ts';
import { startedOn } from '../this-process.ts';

export async function sandboxCommand(args: SandboxArgs, io: Io): Promise<number> {
  const options = readOptions(args, io);
  const sandbox = await startedOn(args.port ?? 0, Sandbox.start(options));
  const environment = sandboxVariables(sandbox.url);
  if (args.json) printJson(io, { url: sandbox.url, environment });
  else {
    const exports = Object.entries(environment).map(([name, value]) => `export ${name}=${value}`);
    io.out(`${exports.join('\n')}\n# executed: ${sandbox.url}/__sandbox/state (Ctrl-C ends it)\n`);
  }
  await signalled(io);
  await sandbox.stop();
  return 0;
}

function readOptions(args: SandboxArgs, io: Io): Partial<SandboxOptions> {
  const { clock, port, seed, fault } = args;
  const startMs = clock === undefined ? io.now() : instantMs(clock);
  if (startMs === undefined)
    throw new UsageError(`--clock ${clock ?? ''}: expected a date that exists, like 2026-10-31T08:00:00Z`);
  const offsetMs = startMs - io.now();
  const { cutoffYear, idempotency } = new Settings(args, io).profile;
  return {
    cutoffYear,
    ...(port !== undefined && { port }),
    ...(seed !== undefined && { seed }),
    balances: args.balance,
    idempotencyHeader: idempotency?.header ?? null,
    now: () => io.now() + offsetMs,
    faults: fault.map(faultOf),
  };
}

function faultOf(text: string): FaultSpec {
  try {
    return parseFault(text);
  } catch (error) {
    throw new UsageError(`--fault ${text}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Forwards to a real service, and counts deprecated uses. */
export async function proxyCommand(args: ProxyArgs, io: Io): Promise<number> {
  const { to, port = 0 } = args;
  refuseUncheckedTls(io);
  const options = { to: checkAddress('--to', to), port, now: () => io.now() };
  const proxy = await startedOn(port, Proxy.start(options));
  io.err(`${proxy.url} forwards everything to ${options.to}. Ctrl-C ends it and prints the counts\n`);
  await signalled(io);
  await proxy.stop();
  const uses = proxy.uses();
  const { requests, unread } = proxy;
  if (args.json) {
    printJson(io, { requests, unread, uses });
    return 0;
  }
  const head = ['times', 'method', 'path', 'field', 'rule', 'last'];
  const rows = uses.map(({ count, method, path, field, rule, last }) => {
    return [String(count), method, path, field, rule, last];
  });
  if (rows.length > 0) printTable(io, head, rows, [0]);
  const large = unread > 0 ? `; too large to be looked at: ${unread}` : '';
  const all = uses.reduce((sum, { count }) => sum + count, 0);
  const found = all === 0 ? 'no deprecated use' : inWords(all, 'deprecated use');
  io.out(`${inWords(requests, 'request')} forwarded, ${found}${large}.\n`);
  return 0;
}

const signalled = (io: Io): Promise<void> => new Promise((resolve) => io.onSignal(() => resolve()));
