// config: each setting, its value (secrets masked) and where it came from.
import { judgePolicy, type Requirement } from '../../approval/policy.ts';
import { EXIT, PaybatchError } from '../../errors.ts';
import { plain } from '../../files/plain.ts';
import { PROFILE, type ProfileKey } from '../../interface/profile.ts';
import { approvalHere } from '../approval.ts';
import type { ConfigArgs } from '../definitions/tools.ts';
import type { Io } from '../io.ts';
import { prose } from '../render/prose.ts';
import { plainTable, widthOf } from '../render/table.ts';
import { Settings } from '../settings.ts';
import { wrongSettings } from '../settings-check.ts';
import { type Setting, SETTINGS } from '../settings-table.ts';
import { unreadVariables } from '../unread-variables.ts';
import { shownHook } from '../watch/webhooks.ts';
import { fileOfSecret, withoutPassword } from '../without-password.ts';

function shown({ secret, hook, env }: Setting, value: string): string {
  // A file's name without any folder may be the secret itself.
  const isSecret = secret === true || (env === 'PAYBATCH_API_SECRET_FILE' && fileOfSecret(value) !== value);
  if (isSecret) return '********';
  return hook === true ? shownHook(value) : withoutPassword(value);
}

interface Shown {
  readonly name: string;
  /** Of its own type, as JSON has it. */
  readonly value: unknown;
  readonly source: string;
}

function shownSettings(settings: Settings): Shown[] {
  const own = SETTINGS.map((setting: Setting) => {
    const { value, source } = settings.get(setting.name);
    const isNumber = setting.type === 'integer' || setting.type === 'number';
    const number = value !== null && isNumber ? Number(value) : NaN;
    // A value that is not a number is shown as it was written: a command that needs it refuses it.
    const text = value === null ? null : shown(setting, value);
    return { name: setting.name, value: Number.isNaN(number) ? text : number, source };
  });
  const { checks, payee } = settings.history();
  const { config } = settings;
  const from = (isSet: boolean): string => (isSet && config ? config.path : 'default');
  const at = (name: string, value: unknown, isSet: boolean): Shown => ({ name, value, source: from(isSet) });
  const { approvers, require } = settings.policy();
  const approval = [
    at('requireApproval', required(require), require !== undefined),
    // Their names alone: what a key is, its own file says.
    at(
      'approvers',
      approvers.map(({ name }) => name),
      approvers.length > 0,
    ),
  ];
  const lint = (['ignore', 'hosts', 'clients', 'rules'] as const).map((key) => {
    const value = config?.lint[key];
    return at(`lint.${key}`, value ?? (key === 'rules' ? {} : []), value !== undefined);
  });
  const compared = Object.entries(checks).map(([name, value]) => ({
    name: `checks.${name}`,
    value: value as unknown,
    source: from(Object.hasOwn(config?.checks ?? {}, name)),
  }));
  const profile = (Object.keys(PROFILE) as ProfileKey[]).map((key) => ({
    name: `profile.${key}`,
    value: settings.profile[key],
    source: from(config?.profile[key] !== undefined),
  }));
  const guards = (['minCount', 'maxInvalid', 'maxAmount', 'maxTotal'] as const).map((key) => {
    const value = config?.guards[key];
    return {
      name: `guards.${key}`,
      value: value ?? null,
      source: value === undefined ? 'not set' : from(true),
    };
  });
  const who = { name: 'payee', value: payee ?? null, source: payee === undefined ? 'not set' : from(true) };
  return [...own, ...compared, who, ...guards, ...approval, ...lint, ...profile];
}

/** As the config file has it, with the number of signatures where there is more to say than yes or no. */
function required(require: Requirement | undefined): unknown {
  if (!require || Object.keys(require).length === 0) return require !== undefined;
  return { ...require, signatures: require.signatures ?? 1 };
}

export function configCommand(args: ConfigArgs, io: Io): Promise<number> {
  const settings = new Settings(args, io);
  const all = shownSettings(settings);
  for (const text of unreadVariables(io.env)) io.err(`paybatch: warning: ${plain(text)}\n`, 'warn');
  const wrong = wrongSettings(settings);
  for (const text of wrong) io.err(`paybatch: ${plain(text)}\n`, 'error');
  const code = wrong.length > 0 ? EXIT.unusable : EXIT.ok;
  if (args.json) {
    io.out(`${JSON.stringify(Object.fromEntries(all.map(({ name, ...rest }) => [name, rest])))}\n`);
    return Promise.resolve(code);
  }
  const rows = all.map(({ name, value, source }) => [name, source, cellOf(name, value)]);
  io.out(`${plainTable(['setting', 'from', 'value'], rows, [], widthOf(io))}\n`);
  const words = approvalWords(settings);
  if (words !== undefined) io.out(prose(`\n${words}\n`, widthOf(io)));
  return Promise.resolve(code);
}

/** Where an approval is wanted at all, for which environments; `undefined` where that can't be said, which doctor tells. */
function approvalWords(settings: Settings): string | undefined {
  const policy = settings.policy();
  if (!policy.require) return undefined;
  try {
    judgePolicy(policy);
    return `Approval: ${approvalHere(policy, settings.baseUrl())}`;
  } catch (error) {
    if (error instanceof PaybatchError) return `Approval: ${plain(error.message)}`;
    throw error;
  }
}

function cellOf(name: string, value: unknown): string {
  if (value === null && !name.startsWith('profile.')) return '';
  if (name === 'approvers' && Array.isArray(value) && value.length > 0)
    return `${value.length}: ${value.join(', ')}`;
  return typeof value === 'string' && !name.startsWith('profile.') ? value : JSON.stringify(value);
}
