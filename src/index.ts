// The library's door: what programs may import. Everything else in here may change from one release to the next.

// A file, as the command line runs it.
export { RunControl } from './batch/input/control.ts';
export { Refusal, StoppedEarly } from './batch/input/control.ts';
export type { RunHooks } from './batch/results/hooks.ts';
export type { RunEnd } from './batch/results/run-end.ts';
export { InputError } from './files/input-error.ts';
export { LedgerError, type RowStatus, type RunKind } from './ledger/ledger.ts';
export type { Message } from './message.ts';
export { checkFile, type FileRequest, runFile, type RunRequest } from './run-file.ts';
export { sayOf as say } from './words/say.ts';

// The service: a call of any endpoint.
export { CallError } from './client/address.ts';
export { paymentText } from './client/body-text.ts';
export { type ClientOptions, ServiceClient } from './client/client.ts';
export type { Accepted, AttemptRecord, CallOutcome, NotAccepted } from './client/outcome.ts';
export { type ProxySettings, proxySettings } from './client/proxy.ts';
export type { Credentials } from './client/token.ts';

// The interface as data: schemas (zod), endpoints, what ends and when, what is left open.
export { type CustomerBody, customerSchema } from './interface/customer.ts';
export { type Deprecation, DEPRECATIONS } from './interface/deprecations.ts';
export { type Endpoint, ENDPOINT_IDS, type EndpointId, ENDPOINTS } from './interface/endpoints.ts';
export { openApi } from './interface/openapi.ts';
export { DEFAULT_PROFILE, PROFILE, type Profile, profileSchema } from './interface/profile.ts';
export { tokenSchema } from './interface/token.ts';
export {
  type QuoteBody,
  quoteSchema,
  type TransferBody,
  transferDocumentSchema,
  transferSchema,
} from './interface/transfer.ts';

// The service, locally: for tests of your own.
export { SANDBOX_CREDENTIALS, type SandboxOptions } from './sandbox/options.ts';
export { Sandbox } from './sandbox/server.ts';
