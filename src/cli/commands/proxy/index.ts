// proxy: in front of a real service.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';

export const proxy = command({
  name: 'proxy',
  does: 'Forward calls to the service unchanged, and count deprecated uses',
  group: 'Migration',
  manual: 'readiness',
  words: {},
  flags: {
    to: { type: 'string', value: 'URL', does: 'The address of the service (required)' },
    port: { type: 'integer', min: 0, max: 65_535, does: 'The port on 127.0.0.1', default: 'a free one' },
    ...COMMON,
  },
  examples: [
    {
      line: 'proxy --to https://payments.example.com --port 8080',
      does: 'Until Ctrl-C; then print the counts',
    },
    { line: 'proxy --to https://payments.example.com --json', does: 'The counts as JSON' },
  ],
});

export type ProxyArgs = ArgsOf<typeof proxy>;
