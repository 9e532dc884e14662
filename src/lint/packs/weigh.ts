// Whether a list of papers is what a business customer is onboarded with at this service. A list says it by its names and
// comments, the file by what it calls; anything that makes it another list (a part, a response, a person's, a refusal) ends it.
import { isTheirs, missing } from '../judge/documents.ts';
import { isVendor, type Surroundings } from '../judge/evidence.ts';
import { isRefusing } from '../judge/refusing.ts';
import type { Hit } from '../model/finding.ts';
import { NO_CONTEXT } from '../model/model.ts';
import type { Pack } from './gather.ts';
import type { Said } from './said.ts';

/** All of these look at texts of some thousand characters, word by word: names are taken apart into theirs before. */
const DOCS =
  /document|\bdocs?\b|paper|\bkyb|\bpacks?\b|\bpackets?\b|files?\b|requirement|required|checklist|upload|attach|hands? in|onboard/;
const BUSINESS =
  /customer|business|compan(?:y|ies)|merchant|corporat|legal entit|organi[sz]ation|\bkyb|onboard|\bshops?\b|\bsellers?\b|applicant/;
/** Bounded repetitions. */
const SERVICE =
  /payments?[\s_-]?(?:service|provider|platform|api|client|gateway|partner|sdk)|\b(?:fake_?)?payments(?:\s?[.:(]|\s?->|["']\)?;?$)|PAYMENTS?_(?:\w{1,30}_)?(?:URL|API|KEY|CLIENT|HOST|TOKEN|ID)|CustomersApi|api\/v1\/customers|business_?legal_?name|naics_?code|country_?of_?incorporation/im;
/** `uploadCustomerDocument(`, `payments.upload_document(`, `Send-CustomerDocument`, in any case. Bounded repetitions. */
const UPLOADS =
  /(?:upload|send|submit|add|attach|push|post|put|create|store|provide|deliver|transmit|hand)_?(?:\w{0,20}_?)(?:customer|onboarding|business|merchant|company|kyb|client)_?(?:\w{0,12}_?)(?:doc(?:ument)?s?|papers?|files?|pack)(?![a-z])|(?:customers?|payments?|onboarding|kyb)\w{0,30}(?:\.|->|::)_?(?:\w{1,20}(?:\.|->|::))?(?:upload|send|submit|add|attach|push|post|put|create)_?(?:\w{0,20}_?)(?:doc(?:ument)?s?|papers?|files?)(?![a-z])|(?:Send|Add|Submit|Push|New|Publish|Set)-\w{0,20}(?:Customer|Onboarding|Business|Kyb)\w{0,10}Documents?/i;

/** Names of a list that isn't all that a customer hands in: a part, a choice, what is known of each, other people's. */
const PART =
  /\b(?:optional|additional|extra|supporting|supplement\w*|conditional|common|shared|base|renew\w*|expir\w*|remind\w*|resubmi\w*|periodic|address|identity|translat\w*|notari\w*|ubos?|person|individuals?|directors?|shareholders?|owners?|ownership|signator\w*|natural|alternativ\w*|one of|any of|unsupported|supported|all|known|valid|allowed|sensitive|confidential)\b/;
const ABOUT_EACH =
  /\b(?:order|sort(?:ed|ing)?|labels?|titles?|icons?|colou?rs?|captions?|tooltips?|help|hints?|i18n|translations?|descriptions?|weights?|priorit(?:y|ies)|templates?|mime(?: types?)?|schemas?|expiry|max age|ttl|retention|ocr|classif\w*|detect\w*|patterns?|aliases|synonyms|keywords|choices|options|columns)\W*$/;
const READ =
  /\b(?:respon[sc]es?|webhooks?|events?|received|fetched|snapshots?|cassettes?|recorded|recordings?|returned|repl(?:y|ies)|changelog|statistics?|metrics?|analytics|logs?|report)\b/;
/** One of them is sent again, or each by itself. */
const AGAIN =
  /\b(?:replac\w*|renew\w*|re ?submi\w*|re ?upload\w*|re ?send\w*|refresh\w*|expir\w*|stale|outdated)\b/;
const EACH_ALONE =
  /\b(?:it|test|describe)\.each|parametri[sz]e|ValueSource|EnumSource|InlineData|TestCase\b|DataRow|rstest/;
const GONE =
  /no longer|deprecat|formerly|used to|retired|legacy|obsolete|superseded|nothing (?:here |of this )?(?:goes|is sent)|(?:never|not) (?:sent|uploaded|used|asked)|don't (?:send|upload)|until (?:release|version|v?\d)|before (?:release|version|v?\d)|one of (?:these|the following)|any of (?:these|the following)|either of|(?:all|every) (?:of )?(?:the )?(?:known )?(?:document )?types?\b|ever known|known to the|kept in/i;
const REFUSES =
  /refus|reject|incomplete|insufficient|missing|without|invalid|fails?(?![a-z])|throws?(?![a-z])|raises?(?![a-z])|422|\b400\b|not[\s_](?:be[\s_])?(?:complete|accept|allow|enough|ready)|toBe\(false\)|assertFalse|assert not|lacks?(?![a-z])|isFalse\(\)|be_?falsey/i;
const TEST =
  /(?:^|\/)(?:tests?|specs?|__tests__|cypress|e2e|features|fixtures)\/|[._-](?:test|spec|cy)\.|(?:Test|Tests|Spec|IT)\.\w+$|_test\.\w+$|(?:^|\/)test_/;
const KEPT =
  /["']?(?:created_?at|uploaded_?at|reviewed_?at|verified_?at|approved_?at|expires_?at|rejection_?reason|download_?url)["']?\s{0,4}[:=]|["']?status["']?\s{0,4}[:=]\s{0,4}["']?(?:approved|pending|rejected|verified|accepted|uploaded|received|active)/i;
/** Columns of what came. */
const KEPT_IN = /\w_(?:at|on)\b|\b(?:status|state|reviewed|hash)\b/i;
const DENIED =
  /assert(?:Throws|False|Raises)|toThrow|rejects\b|raise_error|pytest\.raises|expectException|ThrowsAsync|not_to\b/;
const OTHERS = /(?:^|[\s({[,|'"`])Other["'`,\s(=]|["']?\bOTHER\b/;

/** `KYB_DOCUMENTS` and `kybDocuments` are kyb documents. */
const wordsOf = (text: string): string =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();

/** What a list was given to, without what its type says. Bounded: 600 characters. */
const ownName = (name: string): string =>
  wordsOf(name.replace(/<[^<>]{0,80}>|:\s*[^=]{0,80}(?==)/g, ' ').replace(/[\s([{=:]+$/, ''));

export interface Seen {
  readonly path: string;
  /** The text without its comments; package and first comment. */
  readonly code: string;
  readonly text: string;
  readonly top: string;
  readonly prose: boolean;
  /** Another list of the file, alike, has statements. */
  readonly beside: boolean;
}

/** `undefined`: nothing is to be said of it. */
export function weigh(pack: Pack, said: Said, seen: Seen, around: Surroundings): Hit | undefined {
  const near = wordsOf(`${said.name} ${said.comment}`);
  if (isAnother(pack, said, seen, around)) return undefined;
  const isSent = UPLOADS.test(seen.code) || around.uploads === true;
  const isService = around.service || SERVICE.test(seen.text);
  if (
    !isSent &&
    !isService &&
    isVendor({ ...NO_CONTEXT, names: [seen.text.slice(0, 20_000)] }, around.clients)
  )
    return undefined;
  const further = wordsOf(`${said.outer.join('\n')}\n${seen.top}\n${seen.path}`);
  const tells = (words: RegExp): number => (words.test(near) ? 2 : 0) + (words.test(further) ? 1 : 0);
  const [docs, business] = [tells(DOCS), tells(BUSINESS)];
  if (docs === 0 || business === 0) return undefined;
  const kyb = /\bkyb|onboard/.test(near) || /\bkyb|onboard/.test(further) ? 1 : 0;
  const many = new Set(pack.items.map(({ text }) => text)).size > 2 ? 1 : 0;
  const points =
    docs + business + kyb + (isSent ? 3 : 0) + (isService ? 2 : 0) + (seen.beside ? 3 : 0) + many;
  const confidence = points >= 6 ? 'medium' : 'low';
  return missing(said.at, confidence, [
    isSent
      ? "lists papers beside a call that uploads a customer's documents"
      : 'lists papers of a business that is onboarded',
  ]);
}

/** Functions and types may be called what they like. Bounded: 200 characters. */
const DECLARES =
  /\b(?:class|function|def|func|fn|fun|interface|struct|enum|record|object|module|namespace|package)\b|=>|\)\s*\{?\s*$/;

function isAnother(
  pack: Pack,
  { name, comment, outer, body, behind }: Said,
  seen: Seen,
  around: Surroundings,
): boolean {
  const own = ownName(name);
  const heads = outer.slice(0, 3).map((one) => one.slice(0, 200));
  if (!seen.prose && (PART.test(own) || ABOUT_EACH.test(own))) return true;
  if (GONE.test(comment) || GONE.test(outer[0] ?? '')) return true;
  if ([own, ...heads, seen.path].some((one) => READ.test(wordsOf(one)) || AGAIN.test(wordsOf(one))))
    return true;
  const above = heads.slice(0, 2).filter((one) => !DECLARES.test(one));
  if (isRefusing({ ...NO_CONTEXT, names: [name, ...above] })) return true;
  const whose = [name, comment, ...heads.map((one) => one.replace(/<\/?\w{1,40}/g, ' '))];
  const nobody = { ...around, name: '' };
  if (isTheirs({ ...NO_CONTEXT, names: whose }, undefined, nobody)) return true;
  if (isTheirs({ ...NO_CONTEXT, names: [seen.path] }, undefined, nobody)) return true;
  if (isVendor({ ...NO_CONTEXT, names: [...whose, seen.path] }, around.clients)) return true;
  if (KEPT.test(body) || (/\binto\b/i.test(name) && KEPT_IN.test(name))) return true;
  if (pack.calls && DENIED.test(body)) return true;
  const told = [name, comment, behind, ...outer].join('\n');
  if (
    TEST.test(seen.path) &&
    (REFUSES.test(told) || EACH_ALONE.test(told) || /^\s*(?:it|specify|test)\b/.test(behind))
  )
    return true;
  return pack.members && (OTHERS.test(body) || !isWalked(`${name} ${body.slice(0, 200)}`, outer, seen.code));
}

/** A name of 80 letters, and what goes through all that it has. Bounded: 200 characters. */
const WALKED =
  /\b([A-Z]\w{0,80})(?:\.|::)(?:entries|values|allCases|cases|iter|all|members|VALUES|each|map|to_a|constants)\b|\b(?:values|keys|entries|list|GetValues|allOf|sorted|GetNames|tuple)\s?[(<]\s?(?:typeof\()?([A-Z]\w{0,80})|\b(?:for|foreach|each)\b[^\n]{0,60}\b(?:in|of)\s([A-Z]\w{0,80})\b(?!\.)/g;

/** Whether all members of an enumeration are gone through. */
function isWalked(head: string, outer: readonly string[], code: string): boolean {
  const name = /(?:enum|class)\s+(?:class\s+)?(\w+)/.exec(`${head} ${outer.slice(0, 2).join(' ')}`)?.[1];
  if (name === undefined) return false;
  for (const [, one, other, third] of code.matchAll(WALKED))
    if (one === name || other === name || third === name) return true;
  return false;
}
