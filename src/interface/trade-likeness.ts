// What a trade looks like: what is traded, by whom and between what. The fields of its request aren't shown (2.6), so each is
// told by its dotted name. All else that a caller puts beside them (a note, a time, a key of his own) makes no other trade. Pure.
import { bodyFingerprint, isFields } from './body-fingerprint.ts';
import { saysNothingOfIt, wordsOf } from './trade-words.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Letters that may stand anywhere in a name, in small letters without marks. */
const TRADED =
  /amount|quantity|volume|notional|currency|asset|token|symbol|instrument|wallet|account|network|chain|customer|benefic|direction|^(?:trade|order|swap)?type$|^(?:source|destination|from|to|base|counter|input|output|target)$/;
/** Words that are part of many others: they have to stand by themselves. */
const TRADED_WORDS: ReadonlySet<string> = new Set([
  ...['qty', 'size', 'units', 'value', 'total', 'sum', 'ccy', 'coin', 'pair', 'product', 'market'],
  ...['side', 'buy', 'sell'],
]);
const AMOUNT = /amount|quantity|volume|notional/;
const AMOUNT_WORDS: ReadonlySet<string> = new Set(['qty', 'size', 'units', 'value', 'total', 'sum']);

/** Names that say when, why or how a trade was asked for: not what is traded. */
const OF_A_CALL =
  /^(?:nonce|time|date|quote|ref|memo|notes?|comments?|remarks?|descriptions?|reason|labels?|tags?|message|title|expiry|ttl|deadline|valid(?:until|to|from|till))$|(?:quote|request|order|trace|trade|correlation|idempotency|client|external|transaction)(?:id|key|ref|reference|uuid|no|number)$|(?:auth|access|session|csrf|request|idempotency|bearer|refresh|api|device)token$|(?:memo|note|comment|description|label|reference|timestamp|expiry|expiration|metadata)$|(?:requested|submitted|created|placed|entered|approved|initiated|authori[sz]ed|updated)by$|(?:expires|created|requested|quoted|sent|executed|updated|valid)(?:at|until|on)$/;
/** An id by itself is that of the call, one inside a wallet is that of the wallet. */
const ID = /^(?:id|uuid|guid)$/;
/** What the market makes of it from one call to the next. */
const OF_THE_MARKET =
  /rate$|price$|(?:slippage|spread|fees?|commission|balance)$|(?:destination|target|output|receive|received|receiver|buy|to|quote|expected|min|minimum|max|maximum)amount(?:out|in)?$|^amountout$/;

/** One text for trades that are alike: without what differs with every call, and without the market's part as long as an amount is left. */
export function steadyTrade(body: unknown): string {
  const fields: Fields = isFields(body) ? body : {};
  const told = kept(fields, isTraded);
  const core = kept(told, (path) => isTraded(path) && !OF_THE_MARKET.test(last(path)));
  const steady = hasAmount(core) ? core : hasAmount(told) ? told : firm(fields);
  return bodyFingerprint('trades', Object.keys(steady).length === 0 ? body : steady);
}

/** Where no name speaks of an amount, all that isn't known to belong to the call alone. */
const firm = (fields: Fields): Fields => kept(fields, (path) => !isOfACall(path));

type Path = readonly string[];

/** Members at any depth, also in lists. What has none that is kept is left out. */
function kept(fields: Fields, isKept: (path: Path) => boolean, above: Path = []): Fields {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const path = [...above, ...name.split('.')];
    const inner = keptValue(value, isKept, path);
    return inner === undefined ? [] : [[name, inner]];
  });
  return Object.fromEntries(entries);
}

function keptValue(value: unknown, isKept: (path: Path) => boolean, path: Path): unknown {
  if (Array.isArray(value)) {
    const list = value.map((one) => keptValue(one, isKept, path)).filter((one) => one !== undefined);
    return list.length === 0 ? undefined : list;
  }
  if (!isFields(value)) return isKept(path) ? value : undefined;
  const inner = kept(value, isKept, path);
  return Object.keys(inner).length === 0 ? undefined : inner;
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');
const last = (path: Path): string => lettersOf(path.at(-1) ?? '');

const speaksOf = (path: Path, long: RegExp, words: ReadonlySet<string>): boolean =>
  path.some(
    (name) =>
      !saysNothingOfIt(name) && (long.test(lettersOf(name)) || wordsOf(name).some((word) => words.has(word))),
  );

const isTraded = (path: Path): boolean => speaksOf(path, TRADED, TRADED_WORDS) && !isOfACall(path);

function isOfACall(path: Path): boolean {
  if (ID.test(last(path))) return !speaksOf(path.slice(0, -1), TRADED, TRADED_WORDS);
  return saysNothingOfIt(path.at(-1) ?? '') || path.some((name) => OF_A_CALL.test(lettersOf(name)));
}

function hasAmount(fields: Fields): boolean {
  return paths(fields).some((path) => speaksOf(path, AMOUNT, AMOUNT_WORDS));
}

function paths(value: unknown, above: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((one) => paths(one, above));
  if (!isFields(value)) return [above];
  return Object.entries(value).flatMap(([name, one]) => paths(one, [...above, ...name.split('.')]));
}
