// config: each setting, its value (secrets masked) and where it came from.
import { DEFAULT_CHECKS } from '../../batch/input/settings.ts';
import { EXIT } from '../../errors.ts';
import { plain } from '../../files/plain.ts';
import { DEFAULT_PROFILE } from '../../interface/profile.ts';
import type { ConfigArgs } from '../definitions/tools.ts';
import { attempt, type Io, refuseProblems } from '../io.ts';
import { printJson, printTable, warn } from '../render/print.ts';
import { fileOfSecret, MASK, shownHook, withoutPassword } from '../secrets.ts';
import { Settings } from '../settings.ts';
import { SETTING_NAMES, type SettingName, settingOf, unreadVariables } from '../settings-table.ts';

export function configCommand(args: ConfigArgs, io: Io): number {
  const settings = new Settings(args, io, { lenient: true });
  const all = [...plainSettings(settings), ...sectionKeys(settings)];
  for (const text of unreadVariables(io.env)) warn(io, plain(text));
  const wrong = settings.problems('config');
  for (const { message } of wrong) io.err(`paybatch: ${plain(message)}\n`, 'error');
  const { problem } = attempt(() => refuseProblems('settings are wrong', wrong));
  const end = problem && { error: { code: problem.code, message: withoutPassword(problem.message) } };
  const shown = Object.fromEntries(all.map(({ name, ...rest }) => [name, rest]));
  if (args.json) printJson(io, { ...shown, ...(end && { ...end, exitCode: EXIT.unusable }) });
  else {
    const rows = all.map(({ name, value, source }) => [name, source, cellOf(value)]);
    printTable(io, ['setting', 'from', 'value'], rows);
  }
  return wrong.length > 0 ? EXIT.unusable : EXIT.ok;
}

interface ShownSetting {
  readonly name: string;
  /** With its type in JSON. */
  readonly value: unknown;
  readonly source: string;
}

const plainSettings = (settings: Settings): ShownSetting[] =>
  SETTING_NAMES.map((name) => {
    const { value = null, source } = settings.resolve(name);
    return { name, value: typeof value === 'string' ? masked(name, value) : value, source };
  });

function masked(name: SettingName, value: string): string {
  const { secret, hook } = settingOf(name);
  // A file's name without any folder may be the secret itself.
  if (secret || (name === 'apiSecretFile' && fileOfSecret(value) !== value)) return MASK;
  return hook ? shownHook(value) : withoutPassword(value);
}

/** The sections of the config file, each key with its default; `null`: there is none. */
const SECTIONS = [
  ['checks', DEFAULT_CHECKS],
  ['guards', { minCount: null, maxInvalid: null, maxAmount: null, maxTotal: null }],
  ['lint', { ignore: [], hosts: [], clients: [], rules: {} }],
  ['profile', DEFAULT_PROFILE],
] as const;

function sectionKeys({ values, file }: Settings): ShownSetting[] {
  const shown = (name: string, own: unknown, fallback: unknown): ShownSetting =>
    own === undefined
      ? { name, value: fallback, source: fallback === null ? 'not set' : 'default' }
      : { name, value: own, source: file ?? '' };
  const { payee, requireApproval, approvers } = values;
  const sections = SECTIONS.flatMap(([section, defaults]) => {
    const own = new Map(Object.entries(values[section] ?? {}));
    return Object.entries(defaults).map(([key, fallback]) =>
      shown(`${section}.${key}`, own.get(key), fallback),
    );
  });
  return [
    shown('payee', payee, null),
    shown('requireApproval', requireApproval, false),
    shown(
      'approvers',
      approvers?.map(({ name }) => name),
      [],
    ),
    ...sections,
  ];
}

const cellOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
