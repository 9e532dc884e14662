// sandbox: the service on loopback until a signal comes.
import { parseFault } from '../../sandbox/faults.ts';
import { SANDBOX_CREDENTIALS, type SandboxOptions } from '../../sandbox/options.ts';
import { Sandbox } from '../../sandbox/server.ts';
import { type Args, text } from '../args.ts';
import { type Io, UsageError } from '../io.ts';

export async function sandboxCommand(args: Args, io: Io): Promise<number> {
  const options = readOptions(args, io);
  const sandbox = await Sandbox.start(options).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new UsageError(`--port ${String(args['port'])} is taken: choose another, or none`);
    throw error;
  });
  const { clientId, apiKey, apiSecret } = SANDBOX_CREDENTIALS;
  const environment = {
    PAYBATCH_BASE_URL: sandbox.url,
    PAYBATCH_AUTH_URL: sandbox.url,
    PAYBATCH_CLIENT_ID: clientId,
    PAYBATCH_API_KEY: apiKey,
    PAYBATCH_API_SECRET: apiSecret,
  };
  if (args['json'] === true) io.out(`${JSON.stringify({ url: sandbox.url, environment })}\n`);
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

function readOptions(args: Args, io: Io): Partial<SandboxOptions> {
  const integer = (name: string, max: number): number | undefined => {
    const value = text(args, name);
    if (value === undefined) return undefined;
    if (!/^\d+$/.test(value) || Number(value) > max)
      throw new UsageError(`--${name} ${value}: no whole number up to ${max}`);
    return Number(value);
  };
  const clock = text(args, 'clock');
  const startMs = clock === undefined ? undefined : Date.parse(clock);
  if (startMs !== undefined && Number.isNaN(startMs)) {
    throw new UsageError(`--clock ${clock ?? ''}: expected a date like 2026-10-31, or 2026-10-31T08:00:00Z`);
  }
  const offsetMs = startMs === undefined ? 0 : startMs - io.now();
  const balance = text(args, 'balance');
  if (balance !== undefined && !/^\d+(\.\d+)?$/.test(balance))
    throw new UsageError(`--balance ${balance}: no amount`);
  const faults = args['fault'] === undefined ? [] : [args['fault']].flat().map(String);
  const set = {
    port: integer('port', 65_535),
    seed: integer('seed', 2 ** 31),
    tokenLifetimeSeconds: integer('token-lifetime', 1e9),
    balance,
    idempotencyHeader: text(args, 'idempotency-header'),
  };
  const given = Object.entries(set).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    now: () => io.now() + offsetMs,
    faults: faults.map((fault) => {
      try {
        return parseFault(fault);
      } catch (error) {
        throw new UsageError(`--fault ${fault}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  };
}
