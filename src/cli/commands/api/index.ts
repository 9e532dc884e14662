// api: one call of any endpoint.
import { type ArgsOf, command } from '../../command.ts';
import { ACCEPT, COMMON, LEDGER, SANDBOX, TIMEOUT, YES } from '../../flags.ts';

export const api = command({
  name: 'api',
  does: 'call one endpoint; without an operation, list them',
  words: {
    operation: {
      type: 'string',
      required: false,
      values: 'operations',
      does: 'an operation, such as getDeveloperBalances',
    },
  },
  flags: {
    data: { type: 'string', path: '@small', does: 'the body as JSON, @FILE, or - for standard input' },
    set: { type: 'list', does: 'PATH=VALUE: a field of the body, or a parameter of the path; repeatable' },
    file: { type: 'string', path: 'file', does: 'the file to upload (as fileBlob)' },
    ...YES,
    reference: { type: 'string', does: 'your own key for what is created' },
    'batch-id': { type: 'string', does: 'name of the batch that it belongs to' },
    ...LEDGER,
    ...ACCEPT,
    ...TIMEOUT,
    ...SANDBOX,
    ...COMMON,
  },
  sends: true,
  examples: [
    { line: 'api', does: 'the operations' },
    { line: 'api getDeveloperBalances --sandbox', does: 'a call against an embedded service' },
    {
      line: 'api uploadTransferDocument --file samples/documents/invoice-1041.pdf --sandbox',
      does: 'an upload',
    },
  ],
});

export type ApiArgs = ArgsOf<typeof api>;
