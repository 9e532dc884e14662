// spec: the interface as a document, and the schemas of files that a person writes for paybatch.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';

export const spec = command({
  name: 'spec',
  does: 'Print the interface as OpenAPI 3.1, or one JSON Schema',
  group: 'Tools',
  manual: 'library-use',
  words: {},
  flags: {
    'json-schema': {
      type: 'choice',
      of: ['transfer', 'transferQuote', 'transferDocument', 'customer', 'token', 'config', 'profile'],
      value: 'NAME',
      does: 'The schema of one body, of the config file, or of an import profile',
    },
    config: COMMON.config,
  },
  examples: [
    { line: 'spec', does: 'The whole interface' },
    { line: 'spec --json-schema profile', does: 'What an import profile may contain, for an editor' },
  ],
});

export type SpecArgs = ArgsOf<typeof spec>;
