// api: one call of any endpoint.
import { type ArgsOf, command } from '../../command.ts';
import { ACCEPT, COMMON, LEDGER, SANDBOX, TIMEOUT, YES } from '../../flags.ts';

export const api = command({
  name: 'api',
  does: 'Call one operation of the service, or list the operations',
  group: 'Tools',
  manual: 'single-calls',
  words: {
    operation: {
      type: 'string',
      required: false,
      values: 'operations',
      does: 'An operation, such as getDeveloperBalances',
    },
  },
  flags: {
    data: {
      type: 'string',
      path: '@small',
      value: 'JSON',
      does: 'The body: JSON, @FILE, or - for standard input',
    },
    set: {
      type: 'list',
      value: 'PATH=VALUE',
      does: 'A field of the body, or a parameter of the path; repeatable',
    },
    file: { type: 'string', path: 'file', value: 'FILE', does: 'The file to upload' },
    reference: { type: 'string', value: 'TEXT', does: 'Your own key for what is created' },
    'batch-id': { type: 'string', value: 'ID', does: 'The batch that it belongs to' },
    ...YES,
    ...ACCEPT,
    ...SANDBOX,
    ...TIMEOUT,
    ...LEDGER,
    ...COMMON,
  },
  sends: true,
  examples: [
    { line: 'api getDeveloperBalances --sandbox', does: 'Call the embedded test service' },
    {
      line: 'api uploadTransferDocument --file samples/documents/invoice-1041.pdf --sandbox',
      does: 'Upload a file',
    },
  ],
});

export type ApiArgs = ArgsOf<typeof api>;
