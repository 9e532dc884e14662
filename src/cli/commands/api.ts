// api: one call of any endpoint. A call that creates something goes through the ledger, as a row of a file does. A
// call that moves money needs a yes on a terminal, and --yes elsewhere.
import { basename, dirname, resolve } from 'node:path';

import { parse, stringify } from 'lossless-json';

import { newRunId, RunControl } from '../../batch/input/control.ts';
import { DocumentFolder, whyNoDocument } from '../../batch/input/documents.ts';
import { CREATING } from '../../batch/input/row.ts';
import { messageOf } from '../../batch/results/messages.ts';
import { CircuitBreaker, stopsRun } from '../../batch/send/breakers.ts';
import { signIn, stopOnSignal } from '../../batch/send/service.ts';
import type { CallRow } from '../../batch/single/call-row.ts';
import { createOnce } from '../../batch/single/create.ts';
import {
  buildRequest,
  parseFields,
  pathParameters,
  type Request,
  wrongRequest,
} from '../../batch/single/request.ts';
import { setFields } from '../../batch/single/set-fields.ts';
import { type CreatingOperation, ServiceClient } from '../../client/client.ts';
import { systemClock } from '../../client/clock.ts';
import type { CallOutcome } from '../../client/outcome.ts';
import { didYouMean } from '../../csv/suggest.ts';
import { EXIT, type ExitStatus, PaybatchError } from '../../errors.ts';
import { placed } from '../../files/input-error.ts';
import { plain, plainLines } from '../../files/plain.ts';
import { SMALL } from '../../files/small-file.ts';
import { ENDPOINT_IDS, type EndpointId, ENDPOINTS } from '../../interface/endpoints.ts';
import { warningText } from '../../words/issues.ts';
import { say } from '../../words/say.ts';
import { approvalNeed } from '../approval.ts';
import type { ApiArgs } from '../definitions/tools.ts';
import { type Io, readNamed, SettingError, UsageError } from '../io.ts';
import { contradictionsText } from '../render/doubt.ts';
import { makeNotice } from '../render/log.ts';
import { isConfirmed, printJson, printTable, warn } from '../render/print.ts';
import { stopOnSignals } from '../render/progress.ts';
import { MASK } from '../secrets.ts';
import { liveService, type Service } from '../service.ts';
import { Settings } from '../settings.ts';

const MOVES_MONEY: readonly string[] = ['createTransfer', 'createTrade'];

interface Call {
  readonly args: ApiArgs;
  readonly io: Io;
  readonly service: Service;
  readonly client: ServiceClient;
  /** Of a call that creates something: a signal trips it. */
  readonly breaker: CircuitBreaker;
  readonly settings: Settings;
}

export async function apiCommand(args: ApiArgs, io: Io): Promise<number> {
  const name = args.operation;
  if (name === undefined) return printOperations(args, io);
  const operation = ENDPOINT_IDS.find((id) => id === name);
  if (!operation)
    throw new UsageError(
      `${name} is not an operation of the service${didYouMean(name, ENDPOINT_IDS)}. See paybatch api`,
    );
  const settings = new Settings(args, io);
  const { profile } = settings;
  const request = await readRequest(operation, args, io, settings);
  if (MOVES_MONEY.includes(operation) && !args.yes && !io.interactive)
    throw new SettingError(`${operation} moves money: without a terminal, --yes is required`);
  for (const warning of request.warnings) warn(io, warningText(warning, warning.count, say));
  const service = await liveService(args, settings, io);
  const client = new ServiceClient({ ...service.client, profile, concurrency: 1 });
  const breaker = new CircuitBreaker(Infinity);
  const control = new RunControl();
  stopOnSignal(control, breaker, client);
  // Otherwise a signal would leave the call in doubt.
  if (request.row) stopOnSignals(control, io, 'the request in progress finishes');
  try {
    await signIn(client, { notice: makeNotice(io), creates: request.row !== undefined });
    const call: Call = { args, io, service, client, breaker, settings };
    if (operation === 'token') return await showToken(call);
    if (request.row && request.body !== null) return await created(request.row, request.body, call);
    const outcome = await client.send(operation, request.body, request.parameters);
    const exitCode = exitOfOutcome(outcome);
    const isAccepted = outcome.outcome === 'accepted';
    const errorCode = isAccepted ? '' : outcome.code;
    const message = isAccepted ? '' : plain(say(outcome.message));
    printResponse(outcome.text, { status: outcome.outcome, errorCode, message, exitCode }, call);
    if (!isAccepted) io.err(`paybatch: ${message}\n`);
    return exitCode;
  } finally {
    await client.close();
    await service.close();
  }
}

function printOperations({ json }: ApiArgs, io: Io): number {
  const operations = ENDPOINT_IDS.map((operation) => {
    const { method, path } = ENDPOINTS[operation];
    return { operation, method, path, parameters: pathParameters(operation) };
  });
  const rows = operations.map(({ operation, method, path }) => [operation, method, path]);
  if (json) printJson(io, { operations });
  else printTable(io, ['operation', 'method', 'path'], rows);
  return EXIT.ok;
}

/** As a run of one row ends. */
function exitOfOutcome(outcome: CallOutcome): ExitStatus {
  if (outcome.outcome === 'accepted') return EXIT.ok;
  if (outcome.outcome === 'in_doubt') return EXIT.inDoubt;
  return stopsRun(outcome) ? EXIT.stopped : EXIT.refusedRows;
}

/** How a call ended. */
interface CallEnd {
  readonly status: string;
  readonly errorCode: string;
  readonly message: string;
  readonly exitCode: number;
}

/**
 * Programs get the response as it came, people get it indented. Numbers keep their digits. With --json, the end of the
 * call takes the place of a response that is not JSON.
 */
function printResponse(text: string, end: CallEnd, { io, args: { json } }: Call): void {
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    if (json) printJson(io, end);
    else if (text !== '') io.out(`${plainLines(text)}\n`);
    return;
  }
  const isRaw = json || !io.outTerminal;
  io.out(`${isRaw ? text.trimEnd() : plainLines(stringify(value, undefined, 2) ?? '')}\n`);
}

async function showToken({ client, io }: Call): Promise<number> {
  const token = await client.token();
  if ('outcome' in token) throw new ServiceRefusal('token', plain(say(token.message)), exitOfOutcome(token));
  printJson(io, { token: MASK, expiresAt: new Date(token.expiresAtMs).toISOString() });
  return EXIT.ok;
}

async function created(row: CallRow, body: string, call: Call): Promise<number> {
  const { args, io, service, client, breaker, settings } = call;
  const ledger = await service.openLedger();
  try {
    const end = await createOnce(row, body, {
      ...{ client, ledger, breaker, clock: systemClock },
      ...{ random: io.random, runId: newRunId(io) },
      batchId: args['batch-id'],
      alikeOk: args['alike-ok'],
      alikeDays: settings.values.alikeDays,
      needsApproval: service.embedded ? undefined : approvalNeed(settings, service.client.baseUrl),
      confirm: () => confirm(CREATING[row.kind], body, call),
    });
    const { exitCode } = end;
    const { status, createdId, errorCode } = end.result;
    const why = messageOf(row.kind, end.result);
    const before = end.sent ? '' : `created before (${plain(createdId)}): nothing was sent now`;
    const message = why ? io.asTyped(plain(say(why))) : before;
    printResponse(end.answer, { status, errorCode, message, exitCode }, call);
    if (message !== '') io.err(`paybatch: ${why ? `${status}: ` : ''}${message}\n`);
    const alarms = await ledger.contradictions();
    io.err(contradictionsText(alarms), 'error');
    return alarms.length > 0 ? EXIT.inDoubt : exitCode;
  } finally {
    await ledger.close();
  }
}

/** The service gave no token, or no price for a trade: nothing was created. */
class ServiceRefusal extends PaybatchError {
  override readonly name = 'ServiceRefusal';

  constructor(code: string, message: string, exitStatus: ExitStatus) {
    super(code, message, { exitStatus });
  }
}

/**
 * Called for a payment that the ledger does not know. A trade is quoted, and the quote is printed before the question.
 */
async function confirm(
  operation: CreatingOperation,
  body: string,
  { args, io, service, client }: Call,
): Promise<'no' | { readonly quote: string | null }> {
  let quote: string | null = null;
  if (operation === 'createTrade') {
    const quoted = await client.send('quoteTrade', body);
    if (quoted.outcome !== 'accepted') {
      const why = `no quote, so nothing was traded: ${say(quoted.message)}`;
      throw new ServiceRefusal('no_quote', why, exitOfOutcome(quoted));
    }
    quote = quoted.text;
    io.err(`Quote: ${plain(quote)}\n`);
  }
  if (args.yes || service.embedded || !MOVES_MONEY.includes(operation)) return { quote };
  const question = `${operation} ${plain(body)} at ${service.client.baseUrl}?`;
  return (await isConfirmed(io, question)) ? { quote } : 'no';
}

async function readRequest(
  operation: EndpointId,
  args: ApiArgs,
  io: Io,
  { profile }: Settings,
): Promise<Request> {
  if (operation === 'token') return { parameters: {}, body: null, warnings: [] };
  const field = uploadField(operation, profile);
  const [data, place] = await bodyText(args, io, field === undefined);
  const fields = data === undefined ? {} : parseFields(data, place);
  setFields(fields, operation, args.set);
  if (args.file !== undefined && field !== undefined)
    fields[field] = await documentText(resolve(io.cwd, args.file), profile);
  return buildRequest(operation, fields, { profile, reference: args.reference });
}

/** The field of an uploaded file; `undefined` for an operation that uploads none. */
function uploadField(operation: EndpointId, profile: Settings['profile']): string | undefined {
  if (operation === 'uploadTransferDocument') return 'fileBlob';
  return operation === 'uploadCustomerDocument' ? profile.customerDocumentFields.file : undefined;
}

/** The body that was typed, and where. `isBody`: --file has it, too. Errors: {@link UsageError} for two bodies. */
async function bodyText(
  { data, file }: ApiArgs,
  io: Io,
  isBody: boolean,
): Promise<readonly [string | undefined, place: string]> {
  if (data === '-') return [(await io.readInput()).toString('utf8'), 'standard input'];
  if (file === undefined || !isBody) return [data, '--data'];
  if (data !== undefined) throw new UsageError('--data and --file both give the body: leave one out');
  const place = `--file ${file}`;
  return [readNamed(resolve(io.cwd, file), SMALL.report, place), place];
}

async function documentText(path: string, profile: Settings['profile']): Promise<string> {
  const folder = new DocumentFolder(dirname(path), profile.maxDocumentBytes);
  try {
    return await folder.load(basename(path));
  } catch (error) {
    throw wrongRequest(placed('at_place', { file: `--file ${basename(path)}`, what: whyNoDocument(error) }));
  }
}
