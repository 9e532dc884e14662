// sandbox: the service on loopback until a signal comes.
import { instantMs } from '../../interface/instant.ts';
import { type FaultSpec, parseFault } from '../../sandbox/faults.ts';
import { type SandboxOptions, sandboxVariables } from '../../sandbox/options.ts';
import { Sandbox } from '../../sandbox/server.ts';
import type { SandboxArgs } from '../definitions/tools.ts';
import { type Io, UsageError } from '../io.ts';
import { printJson } from '../render/print.ts';
import { Settings } from '../settings.ts';
import { startedOn } from '../this-process.ts';

export async function sandboxCommand(args: SandboxArgs, io: Io): Promise<number> {
  const options = readOptions(args, io);
  const sandbox = await startedOn(args.port ?? 0, Sandbox.start(options));
  const environment = sandboxVariables(sandbox.url);
  if (args.json) printJson(io, { url: sandbox.url, environment });
  else {
    const exports = Object.entries(environment).map(([name, value]) => `export ${name}=${value}`);
    io.out(
      `${exports.join('\n')}\n# what it really executed: ${sandbox.url}/__sandbox/state   (Ctrl-C ends it)\n`,
    );
  }
  await new Promise<void>((resolve) => io.onSignal(() => resolve()));
  await sandbox.stop();
  return 0;
}

function readOptions(args: SandboxArgs, io: Io): Partial<SandboxOptions> {
  const { clock, port, seed, fault } = args;
  const startMs = clock === undefined ? io.now() : instantMs(clock);
  if (startMs === undefined)
    throw new UsageError(
      `--clock ${clock ?? ''}: expected a date that exists, like 2026-10-31 or 2026-10-31T08:00:00Z`,
    );
  const offsetMs = startMs - io.now();
  return {
    cutoffYear: new Settings(args, io).profile.cutoffYear,
    ...(port !== undefined && { port }),
    ...(seed !== undefined && { seed }),
    balances: args.balance,
    idempotencyHeader: args['idempotency-header'] ?? null,
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
