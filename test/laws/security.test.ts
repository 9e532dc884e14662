// Secrets have one way in: the environment, or a file that it names.
import { expect, it } from 'vitest';

import { COMMANDS } from '../../src/cli/command-table.ts';
import { configSchema } from '../../src/cli/config-schema.ts';
import { SETTINGS } from '../../src/cli/settings-table.ts';

it('no flag takes a secret, and no key of a config file', () => {
  const SECRET = /secret|password|passphrase|token|credential|api-?key/i;
  const flags = COMMANDS.flatMap(({ command }) =>
    Object.keys(command.flags).map((name) => `${command.name} --${name}`),
  );
  expect(flags.filter((one) => SECRET.test(one))).toEqual(['sandbox --token-lifetime']);
  const secrets = SETTINGS.filter((one) => 'secret' in one);
  expect(secrets.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['apiKey', 'apiSecret', 'ledgerPassword']),
  );
  for (const { name, flag } of secrets) {
    expect({ name, flag }).toEqual({ name, flag: null });
    expect({ name, taken: configSchema.safeParse({ [name]: 'x' }).success }).toEqual({ name, taken: false });
  }
});
