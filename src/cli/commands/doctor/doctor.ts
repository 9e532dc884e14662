// doctor: makes every check, whatever the others find. It creates nothing. It sends a token request and two GETs.
import { EXIT } from '../../../errors.ts';
import type { DoctorArgs } from '../../definitions/tools.ts';
import type { Io } from '../../io.ts';
import { printJson, printTable } from '../../render/print.ts';
import { withoutPassword } from '../../secrets.ts';
import { Settings } from '../../settings.ts';
import { backup, checkLedger, checkSettings, disk } from './local-checks.ts';
import { address, certificate, clock, credentials, timeouts } from './service-checks.ts';
import { type CheckResult, type Setup, setupOf } from './setup.ts';

type Check = (setup: Setup) => CheckResult | Promise<CheckResult>;

/** In the order in which they are printed. */
export const CHECKS = {
  ...{ settings: checkSettings, address, certificate, clock, credentials },
  ...{ ledger: checkLedger, disk, backup, timeouts },
} as const satisfies Readonly<Record<string, Check>>;

export interface DoctorFinding extends CheckResult {
  readonly name: string;
}

export async function doctorCommand(args: DoctorArgs, io: Io): Promise<number> {
  // Wrong settings are reported by their check. The other checks use the rest.
  const setup = await setupOf(new Settings(args, io, { lenient: true }), io);
  const checks: DoctorFinding[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    const { status, message, fix } = await check(setup);
    checks.push({ name, status, message: withoutPassword(message), fix: withoutPassword(fix) });
  }
  const exitCode = checks.some(({ status }) => status === 'fault') ? EXIT.refusedRows : EXIT.ok;
  const typed = checks.map((one) => ({ ...one, fix: io.asTyped(one.fix) }));
  if (args.json) printJson(io, { checks: typed, exitCode });
  else {
    const rows = typed.flatMap(({ status, name, message, fix }) => [
      [status, name, message],
      ...(fix === '' ? [] : [['', '', `-> ${fix}`]]),
    ]);
    printTable(io, ['result', 'check', 'message'], rows);
  }
  return exitCode;
}
