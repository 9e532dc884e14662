// sandbox: the service on loopback until a signal comes.
import { instantMs } from '../../interface/instant.ts';
import { parseFault } from '../../sandbox/faults.ts';
import { SANDBOX_CREDENTIALS, type SandboxOptions } from '../../sandbox/options.ts';
import { Sandbox } from '../../sandbox/server.ts';
import type { SandboxArgs } from '../definitions/tools.ts';
import { type Io, UsageError } from '../io.ts';
import { Settings } from '../settings.ts';
import { sandboxBalances, startedOn } from '../test-service.ts';

export async function sandboxCommand(args: SandboxArgs, io: Io): Promise<number> {
  const options = readOptions(args, io);
  const sandbox = await startedOn(args.port ?? 0, Sandbox.start(options));
  const { clientId, apiKey, apiSecret } = SANDBOX_CREDENTIALS;
  const environment = {
    PAYBATCH_BASE_URL: sandbox.url,
    PAYBATCH_AUTH_URL: sandbox.url,
    PAYBATCH_CLIENT_ID: clientId,
    PAYBATCH_API_KEY: apiKey,
    PAYBATCH_API_SECRET: apiSecret,
  };
  if (args.json) io.out(`${JSON.stringify({ url: sandbox.url, environment })}\n`);
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
  const clock = args.clock;
  const startMs = clock === undefined ? undefined : instantMs(clock);
  if (clock !== undefined && startMs === undefined) {
    throw new UsageError(
      `--clock ${clock}: expected a date that exists, like 2026-10-31 or 2026-10-31T08:00:00Z`,
    );
  }
  const offsetMs = startMs === undefined ? 0 : startMs - io.now();
  const { cutoffYear } = new Settings(args, io).profile;
  const set = {
    cutoffYear,
    port: args.port,
    seed: args.seed,
    tokenLifetimeSeconds: args['token-lifetime'],
    ...sandboxBalances(args.balance),
    idempotencyHeader: args['idempotency-header'],
  };
  const given = Object.entries(set).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    now: () => io.now() + offsetMs,
    faults: args.fault.map((fault) => {
      try {
        return parseFault(fault);
      } catch (error) {
        throw new UsageError(`--fault ${fault}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }),
  };
}
