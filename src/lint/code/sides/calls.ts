// What a call does with what it is given: sends it (or looks at what was sent), makes up or looks at an answer, or keeps
// it somewhere. Told by the names of the call; nothing here looks at values.

import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';
import { METHOD } from './side-words.ts';

export type CallRole = 'sends' | 'reads' | 'keeps';

/** Calls that make up an answer or look at one. */
const READS =
  /^(reply|replyWithJson|jsonify|toEqual|toStrictEqual|toMatchObject|toBe|toContainEqual|assertEqual|assertEquals|assertThat|assert_eq|assert_equal|isEqualTo|mockResolvedValue|mockResolvedValueOnce|mockReturnValue|mockReturnValueOnce|mockImplementation|mockImplementationOnce|thenReturn|thenAnswer|willReturn|willReturnJson|okJson|jsonResponse|returns|Returns|ReturnsAsync|and_return|resolves|returnValue|JsonResponse|JSONResponse|HttpResponse|NextResponse|MockResponse|to_return|respond_with|respond|Respond|RespondWith|ThenRespond|andRespond|WithBody|WithBodyAsJson|RespondWithJson|return_value|objectContaining|flush|to_return_json|respond_with_json|setBodyResponse|fulfill|json_response|render|Ok|ok|Created|Json|JSON|H|respondWithJson|pluck|only|except|pick|withSuccess|sendJson|toJSON|enqueue|fromJson|from_json|decode|parse|readValue|WillReturn)$/;
/** What Elixir's tests answer with: `Req.Test.json(conn, %{...})`, `Plug.Conn.resp(conn, 201, ...)`. */
const PLUG = /^(?:Test\.(?:json|text|html)|Conn\.(?:resp|send_resp))$/;
const READ_ROOTS =
  /^(res|resp|response|reply|ctx|expect|assert|HttpResponse|NextResponse|Response|ResponseEntity|Results|TypedResults|jest|vi|sinon|mock|responses|requests_mock|httpx_mock|aioresponses|fetchMock|renderer|render)$/i;
/** Of a handler's context, what is answered with; anything else is a service that it holds: `ctx.payments.createTransfer(...)`. */
const OF_ANSWER = /^(?:res|resp|response|reply|body|state|json|send|status|render|req|request)$/;
/** Looks at what was sent, or makes a mock answer only for it. */
const SENT =
  /^(toHaveBeenCalledWith|toHaveBeenLastCalledWith|toHaveBeenNthCalledWith|toBeCalledWith|assert_called_with|assert_called_once_with|assert_any_call|assert_awaited_with|assert_awaited_once_with|calledWith|calledOnceWith|calledWithMatch|calledWithExactly|with|withRequestBody|equalToJson|json_params_matcher|urlencoded_params_matcher|json_matcher|onPost|onPatch|withArgs|AssertCalled|shouldReceive|MatchType|content|match_body|matchBody|body_json|body_partial_json)$/;
const VERB = /^(get|post|put|patch|delete|request)$/i;
/** Where things are kept, told or queued: nothing of it goes to the service. */
const STORES =
  /prisma|(^|_)db$|database|repo(sitory)?s?$|knex|sequelize|mongo|mongoose|collection|tables?$|dao$|ledger|journal|audit|analytics|metrics|logger|^log$|^logging$|sentry|segment|mixpanel|posthog|datadog|statsd|events?$|eventbus|emitter|(^|_)bus$|publisher|producer|kafka|rabbit|amqp|pubsub|sns$|sqs$|queue|redis|cache|outbox|console|mailer|email|notifier|notifications?|slack|telemetry|tracer|span$|entitymanager|dynamo|firestore|supabase|storage|cookies/i;
/** Of those, where a mock stands for a store and nothing else. */
const KEPT_IN =
  /prisma|(^|_)db$|^database$|repo(sitory)?$|^knex$|sequelize|mongo|mongoose|dao$|entitymanager|dynamo|firestore|supabase/i;
/** What a mock of a store is called for. */
const ASSERTS_CALL = /^(?:to\w{1,20}With|assert_\w{1,30}_with|assert_any_call|[cC]alled\w{0,12}With\w{0,8})$/;
const TELLS =
  /^(emit|publish|dispatch|track|log|info|debug|warn|warning|error|fatal|trace|audit|notify|enqueue|perform_later|perform_async|perform_in|println|print|printf|Printf|Println|captureMessage|captureException|setState|increment|observe|broadcast|sendEmail|insertOne|insertMany|insert_one|updateOne|findOne|findOneAndUpdate|findMany|updateMany|upsert|bulkCreate|bulk_create|save|persist|saveAll|SaveChanges|filter|where|find_by|findBy|find_or_create_by|instrument|setTag|addBreadcrumb|setAttributes?|postMessage|Infow|Errorw|Debugw)$/;
/** Calls that declare a table or a collection of one's own. */
const TABLES =
  /^(pgTable|mysqlTable|sqliteTable|defineTable|createTable|Schema|EntitySchema|defineModel|modelFor|pgView|collection|defineEntity)$/;
const AFTER =
  /^(then|map|flatMap|subscribe|thenApply|thenAccept|thenCompose|tap|pipe|done|success|fold|onSuccess|and_then|forEach|each|filter|reduce|catch|let|also|mapNotNull|Select|ContinueWith|collect|setQueryData|setResult)$/;
const ANSWERS = /^(data|res|resp|response|result|results|answer|reply|json|payload|r|rows|items|await)$/i;

/** `urls`: the call's own arguments name a URL; `inExpect`: names inside the brackets of `expect(...)`. */
export function roleOf(
  chain: readonly string[],
  urls: boolean,
  expected: readonly string[],
): CallRole | undefined {
  const last = chain.at(-1) ?? '';
  const [root = ''] = chain;
  if (ASSERTS_CALL.test(last) && [...chain.slice(0, -1), ...expected].some((name) => KEPT_IN.test(name)))
    return 'keeps';
  if (SENT.test(last) && (last !== 'with' || chain.length > 1)) return 'sends';
  if (
    root === 'expect' &&
    expected.some((name) => /body|payload|request|calls?$|sent|args|posted/i.test(name))
  )
    return 'sends';
  const bare =
    chain.length === 1 &&
    !/^[A-Z]/.test(root) &&
    !/jsonify|_response$|okJson|[rR]espond|jsonResponse/.test(root) &&
    !root.includes('mock');
  if (TABLES.test(last)) return 'keeps';
  // `insert(payouts).values(...)`.
  if (last === 'values' && chain.some((name) => /^(insert|update)$/.test(name))) return 'keeps';
  // What a mock is to match: `Matcher::Json(...)`, `gock.New(host).Post(path).JSON(body)` before any reply.
  if (
    last.toLowerCase() === 'json' &&
    chain.slice(0, -1).some((name) => /^(Matcher|Post|Put|Patch)$/.test(name))
  )
    return chain.some((name) => /^Reply/.test(name)) ? 'reads' : 'sends';
  if (PLUG.test(chain.slice(-2).join('.'))) return 'reads';
  if (READS.test(last) && !bare) return 'reads';
  const isContext = root === 'ctx' && chain.length > 2 && !OF_ANSWER.test(chain[1] ?? '');
  if (READ_ROOTS.test(root) && chain.length > 1 && !isContext && !(urls && /^(nock)$/.test(root)))
    return 'reads';
  if (urls && VERB.test(last)) return 'sends';
  if (TELLS.test(last) && (chain.length > 1 || !/^(filter|where|save|trace|error|find)$/.test(last)))
    return 'keeps';
  // An ORM's model: `Payment.create!(...)`.
  if (
    !urls &&
    /^(create|insert|new_record|objects|find_or_initialize_by|update)$/.test(last) &&
    /^[A-Z][a-z]/.test(root) &&
    chain.length === 2 &&
    !/Transfer|Payout|Quote|Customer|Object|Api|Client/.test(root)
  )
    return 'keeps';
  const stores = (name: string): boolean => STORES.test(name) && !/^Collection$/.test(name);
  return chain.slice(0, -1).some(stores) && !urls ? 'keeps' : undefined;
}

/** A call that only asks: its parameters are no body. */
export const onlyAsks = (chain: readonly string[]): boolean => GETS.test(chain.at(-1) ?? '');
const GETS =
  /^(get|Get|GET|head|getForObject|getForEntity|GetAsync|GetStringAsync|GetFromJsonAsync|getJSON|get_json|GetJsonAsync)$/;

/** Calls that are given what came back: `.then(`, and `.map(` of an answer's rows. */
export function takesAnswer(chain: readonly string[], receiverHasUrl: boolean): boolean {
  if (!AFTER.test(chain.at(-1) ?? '') || chain.length < 2) return false;
  return receiverHasUrl || chain.slice(0, -1).some((name) => ANSWERS.test(name));
}

export const isAfter = (name: string): boolean => AFTER.test(name);

/** What looks at answers, or makes them up. */
export const isReader = (root: string): boolean => READ_ROOTS.test(root);

export const isMade = (name: string): boolean => READS.test(name);

/** Ruby's `Transfer.create!(...)`: a model of one's own; no client raises so. */
export function isSaved({ parent, position }: Group, tokens: readonly Token[]): boolean {
  const name = tokenOf(parent?.items[position - 1], tokens)?.text ?? '';
  return /^(create|insert|update|upsert|find_or_create_by|create_or_find_by)!$/.test(name);
}

/** Calls that only make a literal, and say nothing of it. */
export const MAKERS = /^(mapOf|mutableMapOf|hashMapOf|linkedMapOf|dict|of|ofEntries|json|hash|Map|HashMap)$/;

/** A verb among the other arguments: `request('GET', path)`, `HttpMethod.Get`, `method: 'GET'` is another matter. */
export function hasMethod(group: Group, position: number, tokens: readonly Token[]): boolean {
  return group.items.slice(Math.max(0, position - 8), position).some((item) => {
    const token = tokenOf(item, tokens);
    return (
      token !== undefined &&
      (METHOD.test(token.text) || /^Method(Get|Post|Put|Patch|Delete)$/.test(token.text))
    );
  });
}
