// doctor: every look is taken, whatever the others find. Creates nothing, sends a token request and two GETs.
import type { DoctorArgs } from '../../definitions/tools.ts';
import type { Io } from '../../io.ts';
import { prose } from '../../render/prose.ts';
import { widthOf } from '../../render/table.ts';
import { Settings } from '../../settings.ts';
import { settingProblems } from '../../settings-check.ts';
import { withoutPassword } from '../../without-password.ts';
import { type CheckName, CHECKS, faultOf, type Finding, skipped } from './finding.ts';
import * as local from './local-checks.ts';
import * as service from './service-checks.ts';

export async function doctorCommand(args: DoctorArgs, io: Io): Promise<number> {
  const found = await looks(args, io);
  const checks = found.map((check) => ({
    ...check,
    message: withoutPassword(check.message),
    fix: withoutPassword(io.asTyped(check.fix)),
  }));
  const exitCode = checks.some(({ status }) => status === 'fault') ? 1 : 0;
  if (args.json) io.out(`${JSON.stringify({ checks, exitCode })}\n`);
  else io.out(prose(`${checks.map(line).join('\n')}\n`, widthOf(io), MESSAGE_AT));
  return exitCode;
}

async function looks(args: DoctorArgs, io: Io): Promise<Finding[]> {
  try {
    const settings = new Settings(args, io);
    return [local.settings(settings, io), ...(await otherLooks(settings, io))];
  } catch (error) {
    const wrong = faultOf('settings', error, 'Correct it; paybatch config shows what is read');
    return [wrong, ...(await withoutConfig(args, io))];
  }
}

/** What flags, variables and defaults lead to. */
async function withoutConfig(args: DoctorArgs, io: Io): Promise<Finding[]> {
  const why = 'not known without the config file';
  try {
    const rest = await otherLooks(new Settings(args, io, null), io);
    return rest.map((check) =>
      check.status === 'skipped'
        ? check
        : { ...check, message: `${check.message} (without the config file)` },
    );
  } catch {
    return CHECKS.slice(1).map((name) => skipped(name, why)); // a flag or a variable is wrong as well
  }
}

async function otherLooks(settings: Settings, io: Io): Promise<Finding[]> {
  const addresses = addressesOf(settings);
  const timeoutMs = (settings.positive('timeout') ?? 30) * 1000;
  const found = addresses && (await service.probes(addresses, timeoutMs, settings, io));
  const ofService = (name: CheckName, look: (seen: service.Probes) => Finding): Finding =>
    found ? look(found) : skipped(name, 'no address to ask');
  return [
    ofService('address', service.address),
    ofService('certificate', service.certificate),
    ofService('clock', service.clock),
    await credentials(found, settings, timeoutMs),
    await local.ledger(settings, addresses),
    local.disk(settings, io),
    local.backup(settings, io),
    ofService('timeouts', (seen) => service.timeouts(seen, timeoutMs, settings)),
  ];
}

function addressesOf(settings: Settings): service.Addresses | undefined {
  try {
    settings.refuseUncheckedTls();
    return { baseUrl: settings.baseUrl(), authUrl: settings.authUrl() };
  } catch {
    return undefined; // the look at the settings says why
  }
}

async function credentials(
  found: service.Probes | undefined,
  settings: Settings,
  timeoutMs: number,
): Promise<Finding> {
  if (!found) return skipped('credentials', 'no address to ask');
  return settingProblems(settings, 'token').length === 0
    ? await service.credentials(found, settings, timeoutMs)
    : skipped('credentials', 'the settings come first');
}

/** Column of the messages. */
const MESSAGE_AT = 22;

function line({ name, status, message, fix }: Finding): string {
  const first = `${status.padEnd(8)} ${name.padEnd(12)} ${message}`;
  return fix === '' ? first : `${first}\n${' '.repeat(MESSAGE_AT)}-> ${fix}`;
}
