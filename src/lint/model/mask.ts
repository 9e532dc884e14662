// A line without its values: names, accounts, amounts, documents, secrets. Only words of the interface and common words of
// programs are shown, whatever the language and wherever in the line. Every other word becomes dots, so that columns hold.
import { camel } from './facts.ts';
import { INTEREST, REMOVED_TYPES, typeNamed } from './vocabulary.ts';

/** Words of programs in any language, of requests, and of this service's paths. */
const SHOWN: ReadonlySet<string> = new Set(
  (
    'abs abstract accept accounts amount and any api append application apply args array as async attr ' +
    'auth authorization await axios balances base base64 be bearer begin block body bool boolean build ' +
    'builder byte call case catch chain char class client code collect column config configuration ' +
    'const constructor content context create created crypto curl currency current customer customers ' +
    'data datetime decimal declare decode def default defer delete deposit deprecated developer dict ' +
    'dictionary do doc document documents done double dto dumps each echo elif else elsif encode end ' +
    'endpoint enum env err error errors esac event except export extends extern false fetch fi fiat ' +
    'field fields file files final finally float fmt fn for form format from fun func function get go ' +
    'guard handler hash head header headers host http https if image impl implements import in include ' +
    'init input instance instruction instructions int integer interface internal into is item items ' +
    'jpeg jq json key keys kind lambda len let list load local logger long loop make map match message ' +
    'method model module mut mutable name namespace new nil none not null number object of ok on ' +
    'onboarding open operator option optional options or out output override package pair param params ' +
    'parse part pass patch path payload payment payments payout payouts pdf png post print private ' +
    'promise property protected proto public purpose push put query quote quotes raise raw read ' +
    'readonly receiver record request requests require required res resource response rest result ' +
    'results return row rows sandbox sdk sealed select self send serialize service set setup sh size ' +
    'start static str string stringify struct sub super switch symbol sync table target tenant test ' +
    'text then this throw throws tmp to token trades transfer transfers true try tuple type typed ' +
    'types undefined unit unknown until update upload uri url use using util utils v1 val value values ' +
    'var vec void webhook wget when where while with wrap write xml yaml yield'
  ).split(' '),
);

/** A name as programs write it. */
const NAME = /[\p{L}\p{M}\p{N}_-]+/gu;
/** The words of a name: `customer` and `Url` of `customerUrl`. */
const WORD = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|[^\p{L}_-]+|[^_-]/gu;

function isShown(name: string): boolean {
  if (SHOWN.has(name) || INTEREST.has(camel(name)) || REMOVED_TYPES.has(typeNamed(name))) return true;
  return (name.match(WORD) ?? []).every((word) => SHOWN.has(word.toLowerCase()));
}

/** `start` and `end`: a name that was found and stays, whatever it is. */
export function masked(line: string, start = 0, end = 0): string {
  const shown = line.replace(NAME, (name) => (isShown(name) ? name : '.'.repeat(name.length)));
  return shown.slice(0, start) + line.slice(start, end) + shown.slice(end);
}

/** Networks and assets that the interface names. */
const IN_PATHS: ReadonlySet<string> = new Set(['ethereum', 'USDC', 'USDCT']);

/** A path as messages name it: words of the interface and variables stay. Any other field stays as it is. */
export function withoutValues(field: string): string {
  if (!/^\/?api\/|\/current-tenant(?:\/|$)/.test(field)) return field;
  return field
    .split('/')
    .map((part) => (/[${}<>:*%]/.test(part) || IN_PATHS.has(part) || isShown(part) ? part : '...'))
    .join('/');
}
