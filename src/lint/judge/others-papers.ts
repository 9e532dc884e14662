// Document types in a file that says whose they are, and not this service's: another vendor's client, or what a table of
// one's own may hold. They are found with little confidence, unless the file itself names this service's paths.
import type { Hit } from '../model/finding.ts';
import { namesClient, namesHost } from '../model/settled.ts';
import type { Surroundings } from './evidence.ts';

const RULES = /^onboarding-(?:removed-document-type|missing-bank-statements)$/;

/** The service's own: its paths, a field that is an address of it, a call that says it uploads a customer's documents. Bounded. */
const OURS =
  /\bapi\/v1\b|\/customers\/[^\s"'`]{1,80}\/documents\b|\/(?:transfers|current-tenant|developer)\b|(?:upload|send|submit|add|attach|post)_?(?:customer|onboarding|business|kyb)_?(?:document|doc|paper)/i;

/** Whom a file calls: hosts, and what is imported from packages. Bounded: names of 120 characters. */
const CALLED =
  /https?:\/\/([\w.-]{1,120})|^[ \t]{0,8}(?:import|from|require|use|using|require_once|alias|library|extern crate)\b[^\n;]{0,200}|\brequire\(\s?["'][^"'\n]{1,120}["']\)|^[ \t]{0,8}"[\w./@-]{1,120}"$/gm;
const MAX_CALLED = 400;

/** Vendors that ask a business for its papers, too. Words only. */
const VENDORS =
  /sumsub|onfido|veriff|trulioo|middesk|jumio|complyadvantage|shuftipro|fourthline|\bidnow\b|withpersona|persona-?(?:api|sdk|node)|dowjones|lexisnexis|creditsafe|kyckr|stripe|adyen|mangopay|\bwise\b|transferwise|airwallex|modulr|currencycloud|\bplaid\b|modern_?-?treasury|rapyd|nium\b|thunes|treezor|swan\.io|lemonway|dlocal|payoneer|tipalti|bridge\.xyz|\bcircle\b/i;

/** Classes and columns of libraries that keep objects in tables. Bounded words. */
const TABLES =
  /\bmodels\.(?:Model|TextChoices|CharField)\b|\bTextChoices\b|\b(?:ApplicationRecord|ActiveRecord::Base)\b|@(?:Entity|Enumerated)\b|@Column\(|\bDataTypes\.ENUM\b|\bnew (?:mongoose\.)?Schema\(|\bdeclarative_base\b|\bmapped_column\(|\bColumn\(|\bDeclarativeBase\b|\bpgEnum\(|\bmysqlEnum\(|\bextends (?:Eloquent|Model)\b|\bgorm:"|\buse Ecto\.Schema\b|\bEcto\.Enum\b|\bDbContext\b|\bHasConversion</;

/** What little is known of hits that stand in somebody else's file. */
export function withOthers(hits: readonly Hit[], text: string, path: string, around: Surroundings): Hit[] {
  const isDoubted = (hit: Hit): boolean => RULES.test(hit.entry.rule) && hit.confidence !== 'low';
  if (!hits.some(isDoubted)) return [...hits];
  if (!isOthers(text, path, around)) return withoutOwnNames(hits, text, around);
  return hits.map((hit) => (isDoubted(hit) ? { ...hit, confidence: 'low' } : hit));
}

function isOthers(text: string, path: string, around: Surroundings): boolean {
  if (around.uploads === true || around.neighbour || around.told?.base === true) return false;
  if (namesHost(text, around.hosts) || namesClient(text, around.clients)) return false;
  if (OURS.test(text)) return false;
  return VENDORS.test(path) || isVendors(text) || TABLES.test(text);
}

function isVendors(text: string): boolean {
  let count = 0;
  for (const [called] of text.matchAll(CALLED)) {
    if (VENDORS.test(called)) return true;
    if (++count > MAX_CALLED) return false;
  }
  return false;
}

/** Members of an enumeration that have a value of their own, in small letters: that goes over the wire, and no service knows it. Bounded. */
const OWN_VALUE =
  /(?:^|[\s,{])([A-Z]\w{2,40})\s{0,20}=\s{0,8}["']([a-z][a-z0-9]{0,40}(?:[-_.][a-z0-9]{1,40}){1,6})["']/g;
/** A file about documents. Words only. */
const OF_DOCUMENTS = /document|upload|onboard|kyb/i;

/** Types that are a file's own names: of its enumeration's members, or of components that it shows. */
function withoutOwnNames(hits: readonly Hit[], text: string, around: Surroundings): Hit[] {
  const own = ownNamesIn(hits, text, around);
  if (own.size === 0) return [...hits];
  const isOwn = ({ entry, field, start }: Hit): boolean =>
    entry.where === 'onboarding-document' &&
    own.has(field) &&
    (own.get(field) === 'shown' || !isQuoted(text, start));
  const left = hits.filter((hit) => !isOwn(hit));
  const isLeft = left.some(({ entry }) => entry.where === 'onboarding-document');
  return isLeft ? left : left.filter(({ entry }) => !RULES.test(entry.rule));
}

function ownNamesIn(
  hits: readonly Hit[],
  text: string,
  around: Surroundings,
): Map<string, 'valued' | 'shown'> {
  const own = new Map<string, 'valued' | 'shown'>();
  if (around.uploads === true) return own;
  if (/\benum\b|\bEnum\b/.test(text))
    for (const [, name = '', value = ''] of text.matchAll(OWN_VALUE))
      if (value.replace(/[-_.]/g, '') === name.toLowerCase()) own.set(name, 'valued');
  const shown = new Set(
    hits.flatMap(({ entry, field }) => (entry.where === 'onboarding-document' ? [field] : [])),
  );
  if (!OURS.test(text) && !OF_DOCUMENTS.test(text) && [...shown].every((name) => isComponent(text, name)))
    for (const name of shown) own.set(name, 'shown');
  return own;
}

const isComponent = (text: string, name: string): boolean =>
  ['', '/'].some((sign) => text.includes(`<${name}${sign} `) || text.includes(`<${name}${sign}>`)) ||
  text.includes(`<${name}\n`);

const isQuoted = (text: string, at: number): boolean => /["'`]/.test(text[at - 1] ?? '');
