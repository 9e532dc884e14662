// proxy: in front of a real service.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';

export const proxy = command({
  name: 'proxy',
  does: 'stand in front of the service and count deprecated uses as they pass; changes and stores nothing',
  words: {},
  flags: {
    to: { type: 'string', does: 'address of the service' },
    port: { type: 'integer', min: 0, max: 65_535, does: 'port on 127.0.0.1 (a free one)' },
    ...COMMON,
  },
  examples: [
    { line: 'proxy --to https://payments.example.com --port 8080', does: 'until Ctrl-C; then the counts' },
    { line: 'proxy --to https://payments.example.com --json', does: 'on a free port; the counts as JSON' },
  ],
});

export type ProxyArgs = ArgsOf<typeof proxy>;
