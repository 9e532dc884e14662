// What is never a finding, as tables of names and marks: a response or mock; a pattern, deletion or import; a test
// that refuses; something compared; a route; a stored row or event; another vendor's call; a kind of file.
import type { Key, Mark, Obj, Place } from '../model/facts.ts';
import { OTHER_VENDORS } from './endpoints.ts';
import type { FileSummary } from './file-summary.ts';

/** Every mark silences a place, except the marks about how it is called or described. */
const NOT_SILENT: ReadonlySet<Mark> = new Set(['called', 'prose']);

/** What only an answer, a row or an event is called: the nearest name's last word. */
const RESPONSES = /(?:respon[sc]e|result|reply|answer|webhook|received|fetched|resp|res|output|outcome)s?$/i;
const STORED =
  /(?:event|record|row|entity|view|summary|report|history|ledger|charge|refund|intent|posting|notification|column|migration|snapshot|audit|state|store|log|statement|invoice|receipt|page|props|form_?values?|payment_?line|entry|doc(?:ument)?_?model|model)s?$/i;

/** Last names of calls that delete, compare or store: their arguments are not part of a request. */
const SILENT_CALLS: readonly RegExp[] = [
  /^(?:pop|remove|delete|except|omit|unset|without|discard|reject|del|drop|exclude|drop_columns?|delete_if|splice|array_diff_key|removeAll|removeProperty|del_in|dissoc|Omit|unsetProperty|Remove|RemoveAll|Reject)!?$/,
  /^(?:includes?\??|contains?|has|hasOwn|hasOwnProperty|has_key\??|key\??|equals?|eq|eql\??|startsWith|endsWith|startswith|endswith|starts_with|ends_with|match(?:es)?\??|test|indexOf|in_array|array_key_exists|isset|HasPrefix|HasSuffix|Contains|containsKey|ContainsKey|StartsWith|EndsWith|Equals|EqualFold|assert\w*|toBe|toEqual|toHaveProperty|toStrictEqual|toContain|toMatch|toMatchObject|not\.\w+|equal|deepEqual|strictEqual|get|fetch|getOrDefault|getString|getItem|dig|at|opt\w*|isEqualTo|hasFieldOrProperty|doesNotContainKey|refute|require\.\w+|member\??|find|findIndex|grep|rg|filter|some|every)$/,
  /^(?:insert|insertOne|insertMany|insert_all|upsert|save|emit|publish|track|log|info|debug|warn|warning|error|trace|dispatch|setState|create_table|add_column|addColumn|createTable|table|print|println|printf|capture\w*|enqueue|broadcast|push_event|res\.json|render|jsonify|to_csv|writeRow|writerow|Printf|Println|Errorf|Field|Column|column|index|t|i18n|translate|gettext|_|useState|useForm|console|logger|raise|Schema|\w*Table|mongoose\w*|prisma\w*|Error|TypeError|ValueError|Exception|label|describe|it|test|context|specify|notify)$/,
];

/** Routes of the company's server, and mocks of other servers. */
export const ROUTES =
  /^(?:app|router|routes?|server|mux|fastify|r|api_?router|blueprint|bp|e|srv|http\.HandleFunc|web|scope|group|Route)\.(?:get|post|put|patch|delete|all|use|route|any|GET|POST|PUT|PATCH|DELETE|HandleFunc|Handle|Get|Post|Put|Patch|Delete|MapGet|MapPost|MapPut|MapPatch|MapDelete|add_url_rule|add_api_route|match)$|(?:^|\.)(?:HandleFunc|MapGet|MapPost|MapPatch|MapPut|RequestMapping|resources?|get_route|add_url_rule|mount|namespace|re_path|Controller|RestController|Route)$|^(?:re_path|resources|forward)$/;
export const MOCKS =
  /(?:^|\.)(?:nock|intercept|when|whenever|givenThat|stub_request|stubFor|onGet|onPost|onPatch|onPut|onDelete|urlEqualTo|urlPathEqualTo|MockHttp\w*|mock|respx|requests_mock|responses|http\.get|http\.post|rest\.get|rest\.post|HttpResponse|expectGET|expectPOST|Bypass|bypass|mockResolvedValue\w*|mockReturnValue\w*|thenReturn|andReturn|and_return|reply|willReturn|respondWith|respond)\b/;

/** A function that only builds a value or logs it is no evidence about it. */
const NEUTRAL =
  /^(?:mapOf|mutableMapOf|hashMapOf|listOf|setOf|dict|\w*Map\.of|List\.of|Set\.of|Object\.(?:assign|freeze)|JSON\.stringify|json\.dumps|HashMap|Map|Set|Array|frozenset|OrderedDict|asdict|freeze|json_encode|jsonEncode|Jason\.encode!?|Poison\.encode!?|JSON\.generate|to_json|Arrays\.asList|map\[string\]\w*|string|interface|any|object|serde_json\.json|json|gson\.toJson|\w*[mM]apper\.writeValueAsString|JsonConvert\.SerializeObject|JsonSerializer\.Serialize|tuple|list)$/;
/** Lists and objects of fields that are no longer accepted. */
const REFUSED =
  /removed|deprecated|forbidden|obsolete|refused|rejected|disallowed|banned|blocked|unsupported|stripped|invalid|dropped|no_?longer|retired|denied|ignored|renamed|replace(?:d|ment)|old_?to_?new/i;
/** Functions that read what came. */
const PARSES =
  /^(?:parse|decode|deserialize|unmarshal|read|hydrate)(?=[A-Z_])|^from_?(?:json|response|api|row|record|map|dict)/i;
const MODELS =
  /^(?:Model|Entity|Document|ApplicationRecord|ActiveRecord|Schema|Record|SQLModel|Event|Response)$/;

export const isRefusedName = (names: readonly string[]): boolean =>
  names.slice(0, 3).some((name) => REFUSED.test(name));

/** Calls that give a mock its response. */
const MOCK_REPLIES =
  /(?:^|\.)(?:responses|HttpResponse|requests_mock|respx)\b|(?:^|[.)])(?:reply|respond|respondWith|mock(?:Resolved|Return)Value\w*|thenReturn|andReturn|and_return|to_return|willReturn\w*|returns|Returns|ReturnsAsync|jsonResponse)$/;
/** Types of the company's database and of events, also where a function passes one on. */
const RECORDS = /^(?:Stored|Saved|Db|Local)[A-Z]|[a-z](?:Entity|Row|Record|Event)$/;
/** What happened, and what is kept by a library for that. */
const PAST_EVENTS =
  /[a-z](?:Created|Sent|Completed|Updated|Failed|Received|Paid|Succeeded)$|^prisma\.|\.objects\.(?:create|filter|get)/;
/** The last name of `a.b().c`. */
export const lastName = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(')')) + 1);

export const isSilentByMarks = (marks: ReadonlySet<Mark>): boolean =>
  [...marks].some((mark) => !NOT_SILENT.has(mark));

/** Of one key: taken apart, taken out, compared. */
export const isSilentKey = ({ marks }: Key): boolean => marks !== undefined && isSilentByMarks(marks);

/** By a call that the thing is an argument of. */
export const isSilentByCall = ({ names }: Place, depth = 2): boolean =>
  names
    .filter((name) => !NEUTRAL.test(name))
    .slice(0, depth)
    .some((name) => SILENT_CALLS.some((pattern) => pattern.test(lastName(name))));

function isVendors({ names, outer, urls }: Place, { clients }: FileSummary, hasOwnPath: boolean): boolean {
  const all = names.join(' ');
  if (clients.some((client) => all.includes(client))) return false;
  if (OTHER_VENDORS.test(all) || urls.some((url) => OTHER_VENDORS.test(url))) return true;
  if (hasOwnPath) return false;
  return outer.some((name) => OTHER_VENDORS.test(name));
}

/** For an object: by marks, calls, and names of things that are read or stored. */
export function isSilent(object: Obj, file: FileSummary, isSent: boolean): boolean {
  const { place, kind } = object;
  if (isSilentByMarks(place.marks) || file.isForPeople || isVendors(place, file, isSent)) return true;
  const [nearest = '', next = ''] = place.names.filter((one) => !NEUTRAL.test(one));
  const name = kind === 'type' ? nearest : lastName(nearest);
  if (place.names.some((name) => MOCK_REPLIES.test(name) || (MOCKS.test(name) && !isSent))) return true;
  if (kind === 'type' && (RECORDS.test(name) || place.outer.slice(0, 6).some((one) => MODELS.test(one))))
    return true;
  // A file of data is called as its owner likes.
  const given = file.kind === 'data' ? place.names.filter((one) => one !== file.name) : place.names;
  if (PAST_EVENTS.test(nearest) || isRefusedName(given) || isCaptions(object)) return true;
  if (RESPONSES.test(name)) return true;
  if (isSent) return false;
  if (isSilentByCall(place, 1)) return true;
  if (kind === 'literal' && PARSES.test(place.outer[0] ?? '')) return true;
  if (file.kind === 'data' && nearest === file.name) return false;
  if (STORED.test(name) || (kind === 'type' && /[a-z]ed$/.test(name))) return true;
  return kind === 'literal' && RESPONSES.test(lastName(next));
}

/** Names for people: keys whose texts repeat the key in words. */
function isCaptions({ keys, kind }: Obj): boolean {
  const letters = (text: string): string => text.replace(/[^A-Za-z]/g, '').toLowerCase();
  return (
    kind === 'literal' &&
    keys.length > 0 &&
    keys.every(({ value }) => value.kind === 'text') &&
    keys.some(
      ({ name, value }) =>
        value.kind === 'text' && value.text.includes(' ') && letters(value.text) === letters(name),
    )
  );
}
