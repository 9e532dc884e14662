// spec: the interface as a document, and the files that a person writes for paybatch.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';

export const spec = command({
  name: 'spec',
  does: 'print the interface as OpenAPI 3.1, or one body as JSON Schema',
  words: {},
  flags: {
    'json-schema': {
      type: 'choice',
      of: ['transfer', 'transferQuote', 'transferDocument', 'customer', 'token', 'config', 'profile'],
      does: 'one body alone, the config file, or the import profile (--map)',
    },
    config: COMMON.config,
  },
  examples: [
    { line: 'spec', does: 'the whole interface' },
    { line: 'spec --json-schema transfer', does: 'the body of a transfer' },
    { line: 'spec --json-schema profile', does: 'what an import profile may hold, for an editor' },
  ],
});

export type SpecArgs = ArgsOf<typeof spec>;
