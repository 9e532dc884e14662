// Answers that a source makes up: of a mock, of a fixture, of a handler of one's own. They stand beside the path and the
// body of the request that they answer, often in the same statement. Told by the calls around them and by a status that
// stands beside them; nothing here looks at values.
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

/** What is given to these is an answer, whatever it is wrapped in: `.willReturn(okJson("{...}"))`. */
const GIVE =
  /^(willReturn|andRespond|andReturn|andReply|thenRespond\w*|thenReturn|thenAnswer|doReturn|doAnswer|[rR]espond(With)?|respond_with\w*|respondWith\w*|Respond\w*|reply\w*|to_return\w*|and_return|mockResolvedValue(Once)?|mockReturnValue(Once)?|mockResponses?(Once)?|fulfill|withSuccess|withCreatedEntity|okJson|jsonResponse|send_resp|resp|sendResp|Returns(Async|Response|JsonResponse)?|set_body_(json|string|raw|bytes)|New\w*Responder\w{0,40})$/;
/** An answer by its type: `new Response(...)`, `ResponseTemplate::new(201)`, `HTTPStubsResponse(...)`. */
const TYPE = /^[A-Z]\w*Response(Template|Builder|Entity|Definition)?$|^Response$/;
/** Members that only an answer has: `aResponse().withStatus(201).withBody(...)`. */
const STATUS =
  /^(with_?)?(set_?)?(http_?)?(status|response)(_?code)?$|^(WithStatusCode|withStatusCode|StatusCode|Status)$/i;
const BODY = /^(body|json|data|text|content|payload|jsonBody|bodyAsJson|json_body|response|string)$/i;
/** Of requests, though the names are an answer's. */
const ASKED = /^(match_json|match_content|match_body|matchBody|match|matchers?)$/i;
const MAX_BESIDE = 60;

/** Whether a call is given an answer; one that sends, or whose request is told of, isn't. */
export function isAnswered(chain: readonly string[]): boolean {
  const last = chain.at(-1) ?? '';
  if (GIVE.test(last) && (chain.length > 1 || !/^(reply|resp|respond|fulfill)$/.test(last))) return true;
  if (chain[0] === 'cy' && /^(intercept|route)$/.test(last)) return true;
  if (TYPE.test(last) || (chain.length > 1 && TYPE.test(chain[0] ?? ''))) return true;
  return /body|json|content$|text$/i.test(last) && chain.slice(0, -1).some((name) => STATUS.test(name));
}

/** `{ statusCode: 201, body: { ... } }`: no request has a status. */
export function hasStatusBeside(group: Group, at: number, key: string, tokens: readonly Token[]): boolean {
  if (!BODY.test(key) || group.items.length > MAX_BESIDE) return false;
  return group.items.some((item, i) => {
    if (i >= at - 2 && i <= at) return false;
    const text = tokenOf(item, tokens)?.text ?? '';
    return /^(status|statusCode|status_code|StatusCode)$/.test(text) && isSign(group, i + 1, tokens);
  });
}

/** What an event is of, and what happened. */
const EVENT_DATA = /^(?:data|payload|object|detail|resource|attributes)$/i;
const EVENT_TYPE = /^(?:type|event|name|topic|kind|event_?type|event_?name|detail_?type)$/i;
/** Bounded: 80 characters. */
const HAPPENED = /^[a-z][\w-]{0,40}(?:[.:/][\w-]{1,40}){0,3}(?:ed|sent|paid|done|held|lost|won)$/;

/** `{ type: 'document.reviewed', data: { ... } }`: what happened is told. */
export function hasEventBeside(group: Group, key: string, tokens: readonly Token[]): boolean {
  if (!EVENT_DATA.test(key) || group.items.length > MAX_BESIDE) return false;
  return group.items.some((item, i) => {
    const token = tokenOf(item, tokens);
    if (token?.kind !== 'string' || !/[.:/]/.test(token.text) || !HAPPENED.test(token.text)) return false;
    return isSign(group, i - 1, tokens) && EVENT_TYPE.test(tokenOf(group.items[i - 2], tokens)?.text ?? '');
  });
}

const isSign = ({ items }: Group, i: number, tokens: readonly Token[]): boolean =>
  /^(:|=|=>|to)$/.test(tokenOf(items[i], tokens)?.text ?? '');

/** `[201, {}, body]` and `(201, body)`: what a Rack app, a stub or a callback answers. */
export function isTriple(group: Group, at: number, tokens: readonly Token[]): boolean {
  if (at < 2 || (group.open !== '[' && group.open !== '(')) return false;
  const first = tokenOf(group.items[0], tokens);
  if (first?.kind !== 'number' || !/^[2-5]\d\d$/.test(first.text)) return false;
  return tokenOf(group.items[1], tokens)?.text === ',' && calleeOf(group, tokens).length === 0;
}

export const isAsked = (key: string): boolean => ASKED.test(key);

const MAX_CLIMB = 6;

/** Whether what is built at a token is handed to a call that makes up an answer. */
export function isInAnswer(at: number, places: Places, tokens: readonly Token[]): boolean {
  let group: Group | undefined = places.of(at)?.group;
  for (let depth = 0; group && depth < MAX_CLIMB; depth++) {
    if (group.open === '(' && isAnswered(calleeOf(group, tokens))) return true;
    group = group.parent;
  }
  return false;
}
