// What a source file tells others of its package: the texts of its constants, which types and results it hands to a call,
// which of its functions send what they are given.
import type { LanguageId } from '../model/language.ts';
import { camel } from '../model/model.ts';
import type { Told } from '../model/told.ts';
import {
  CUSTOMER_STRONG,
  isPaper,
  REMOVED_BREAKDOWN,
  REMOVED_FIELDS,
  TRANSFER_SHARED,
  TRANSFER_STRONG,
  TRANSFER_WEAK,
} from '../model/words.ts';
import type { Filled } from './bodies/filled.ts';
import type { TypeFlows } from './bodies/type-flows.ts';
import type { DataUrls } from './lists/data-urls.ts';
import { folderAt, idAt } from './names/go-packages.ts';
import type { Serialised } from './names/serialised.ts';
import type { Strings } from './names/strings.ts';
import { type Handed, isAnybodys } from './sides/handed.ts';
import { mendedIn } from './sides/mended.ts';
import { ENDPOINT, type UrlList } from './sides/url-list.ts';
import type { Places } from './tokens/places.ts';
import type { Token } from './tokens/token.ts';

const MAX_NAMES = 200;
const MAX_CANDIDATES = 300;
/** Bounded: 200 characters. */
const PATH = /^(?:https?:\/\/[^/]*|\{\})?\/?[\w{}.-]+(?:\/[\w{}.$:-]+)*\/?$/;
const SAYS_PATH = /current-tenant|transfers|customers|api\/v1|^\/?v1\/?$/;
/** Fields that a constant of another file may name. */
const FIELDS: ReadonlySet<string> = new Set([
  'amount',
  ...TRANSFER_STRONG,
  ...TRANSFER_SHARED,
  ...REMOVED_FIELDS.keys(),
  ...REMOVED_BREAKDOWN.keys(),
]);
/** Likewise, in a file that names one of those: by itself each is anybody's word. */
const BESIDE: ReadonlySet<string> = new Set([...TRANSFER_WEAK, ...CUSTOMER_STRONG]);
/** Names of functions that every class has: only the import tells them apart, and that isn't enough. */
const GENERAL =
  /^(get|set|post|put|patch|delete|send|call|run|handle|request|fetch|save|main|init|new|build|execute|apply|invoke|of|to|from|do|perform|process|constructor|exec|body|update|list|add)$/i;

const BUILT_IN =
  /^(CancellationToken|UUID|Map|String|List|Set|Object|Promise|Date|Number|Error|string|float64|int|int64|any|bool|byte|error|throw|config|Context|Request|Response|HttpClient|Dictionary|IDictionary|HashMap|LinkedHashMap|JSONObject|JsonObject|ObjectNode|Decimal|BigDecimal|Guid|NewReader|array_replace_recursive|require|retrieve|env|getenv|print|println|len|int|dict|list|open|super|async|function)$/;

export interface TellsReader {
  readonly tokens: readonly Token[];
  readonly places: Places;
  readonly language: LanguageId;
  readonly strings: Strings;
  readonly urls: UrlList;
  readonly handed: Handed;
  readonly flows: TypeFlows;
  readonly filled: Filled;
  readonly dataUrls: DataUrls;
  readonly serialised: readonly Serialised[];
}

export function tellsOf(
  reader: TellsReader,
): Omit<Told, 'base' | 'uploads' | 'speaks' | 'from' | 'renamed' | 'coded' | 'papersAt'> {
  const { urls, serialised, tokens, dataUrls } = reader;
  const sends = urls.functions().filter(([, all]) => all.some((url) => ENDPOINT.test(url)));
  return {
    names: namesOf(reader),
    endpoint: urls.hasEndpoint(),
    ...(urls.hasEndpoint() ? flowsOf(reader) : { flows: {}, answers: [], fills: {} }),
    functions: Object.fromEntries(
      sends
        .filter(([name]) => !GENERAL.test(name) && !isAnybodys(name) && reader.handed.forwardsAny(name))
        .slice(0, MAX_NAMES)
        .map(([name, all]) => [name, all.filter((url) => ENDPOINT.test(url)).slice(0, 8)]),
    ),
    makers: dataUrls.makers().slice(0, MAX_NAMES),
    mended: mendedIn(tokens, reader.places).slice(0, MAX_NAMES),
    documents: serialised
      .filter(({ written }) => camel(written) === 'documents')
      .flatMap(
        (one) => tokens.find((token) => token.kind === 'name' && one.renames(token, tokens))?.text ?? [],
      )
      .slice(0, MAX_NAMES),
  };
}

function namesOf({ strings }: TellsReader): Record<string, string> {
  const all = strings.all().filter(([, text]) => text.length < 200);
  const namesFields = all.some(([, text]) => FIELDS.has(text));
  const told = all.filter(
    ([, text]) =>
      (PATH.test(text) && SAYS_PATH.test(text)) ||
      FIELDS.has(text) ||
      isPaper(text) ||
      (namesFields && BESIDE.has(text)),
  );
  return Object.fromEntries(told.slice(0, MAX_NAMES));
}

/** Types and functions that are not declared here: what becomes of their values. */
function flowsOf({
  tokens,
  language,
  flows,
  filled,
}: TellsReader): Pick<Told, 'flows' | 'answers' | 'fills'> {
  const declared = new Set(tokens.map(({ scope }) => scope.name));
  const candidates = new Set<string>();
  tokens.forEach(({ kind, text, passive }, at) => {
    if (kind !== 'name' || passive || text.length < 3) return;
    const elsewhere = folderAt(tokens, at, language) !== undefined;
    if (!elsewhere && declared.has(text)) return;
    if (isAnybodys(text) || GENERAL.test(text) || BUILT_IN.test(text)) return;
    const called = tokens[at + 1]?.text === '(';
    if (
      /^[A-Z]/.test(text) ||
      called ||
      /^[*\])]$/.test(tokens[at - 1]?.text ?? '') ||
      tokens[at - 1]?.kind === 'name'
    )
      candidates.add(elsewhere ? idAt(tokens, at, language) : text);
  });
  const found: Record<string, readonly string[]> = {};
  const answers: string[] = [];
  const fills: Record<string, readonly string[]> = {};
  for (const name of [...candidates].slice(0, MAX_CANDIDATES)) {
    const { urls, reading } = flows.of(name);
    const reached = urls.filter((url) => ENDPOINT.test(url));
    if (reached.length > 0) found[name] = reached.slice(0, 8);
    else if (reading) answers.push(name);
    for (const [index, all] of filled.givenTo(name)) {
      const ends = all.filter((url) => ENDPOINT.test(url));
      if (ends.length > 0) fills[`${name} ${index}`] = ends.slice(0, 8);
    }
  }
  return { flows: found, answers, fills };
}
