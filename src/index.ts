// The library's door: what programs may import. Everything else in here may change from one release to the next.

// A file, as the command line runs it.
export { checkFile, runFile, type FileRequest, type RunRequest } from './batch/run-file.ts';
export { Refusal, RunControl, StoppedEarly, type RunEnd, type RunHooks } from './batch/options.ts';
export { InputError } from './csv/errors.ts';
export { LedgerError, type RowStatus, type RunKind } from './ledger/ledger.ts';

// The service, one method for each endpoint.
export {
  ServiceClient,
  quoteText,
  transferText,
  type ClientOptions,
  type OpenBody,
} from './client/client.ts';
export type { Accepted, AttemptRecord, CallOutcome, NotAccepted } from './client/outcome.ts';
export type { Credentials } from './client/token.ts';

// The interface as data: schemas (zod), endpoints, what ends and when, what is left open.
export { customerSchema, type CustomerBody } from './spec/customer.ts';
export {
  quoteSchema,
  transferDocumentSchema,
  transferSchema,
  type QuoteBody,
  type TransferBody,
} from './spec/transfer.ts';
export { tokenSchema } from './spec/token.ts';
export { ENDPOINTS, ENDPOINT_IDS, type Endpoint, type EndpointId } from './spec/endpoints.ts';
export { DEPRECATIONS, type Deprecation } from './spec/deprecations.ts';
export { DEFAULT_PROFILE, PROFILE, profileSchema, type Profile } from './spec/profile.ts';
export { jsonSchema, openApi } from './spec/openapi.ts';

// The service, locally: for tests of your own.
export { Sandbox } from './sandbox/server.ts';
export { SANDBOX_CREDENTIALS, type SandboxOptions } from './sandbox/options.ts';
