// A secret comes only from the environment, or from a file that the environment names.
import { expect, it } from 'vitest';

import { COMMANDS } from '../../src/cli/command-table.ts';
import { sectionsSchema } from '../../src/cli/settings-schema.ts';
import { SETTING_NAMES, settingOf } from '../../src/cli/settings-table.ts';

it('no flag and no key of the config file takes a secret', () => {
  const SECRET = /secret|password|passphrase|token|credential|api-?key/i;
  const flags = COMMANDS.flatMap((command) =>
    Object.keys(command.flags).map((name) => `${command.name} --${name}`),
  );
  expect(flags.filter((one) => SECRET.test(one))).toEqual([]);
  const secrets = SETTING_NAMES.filter((name) => settingOf(name).secret);
  expect(secrets).toEqual(expect.arrayContaining(['apiKey', 'apiSecret', 'ledgerPassword']));
  for (const name of secrets) {
    expect(settingOf(name).flag).toBeUndefined();
    expect({ name, taken: sectionsSchema().safeParse({ [name]: 'x' }).success }).toEqual({
      name,
      taken: false,
    });
  }
});
