// spec: the interface as a document.
import { type ArgsOf, command } from '../../command.ts';
import { COMMON } from '../../flags.ts';

export const spec = command({
  name: 'spec',
  does: 'print the interface as OpenAPI 3.1, or one body as JSON Schema',
  words: {},
  flags: {
    'json-schema': {
      type: 'choice',
      of: ['transfer', 'transferQuote', 'transferDocument', 'customer', 'token', 'config'],
      does: 'one body alone, or the config file',
    },
    config: COMMON.config,
  },
  examples: [
    { line: 'spec', does: 'the whole interface' },
    { line: 'spec --json-schema transfer', does: 'the body of a transfer' },
  ],
});

export type SpecArgs = ArgsOf<typeof spec>;
