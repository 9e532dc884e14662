// Transfers in a file that says whose they are, and not this service's: a table's columns, a service of its own over gRPC, a path
// of another product, a vendor's library. They are found with little confidence, unless the file names what this service alone has.
import type { Hit } from '../model/finding.ts';
import type { Format } from '../model/format-of.ts';
import { namesClient, namesHost } from '../model/settled.ts';
import { OWN_WORDS } from '../model/words.ts';
import type { Surroundings } from './evidence.ts';

const RULES = /^transfer-/;
/** Where it goes is seen, or what only this service has. Words only. */
const SEEN = /goes to|is in a function that|receiverAmount|useDeveloperFunds|isFirstParty/;

/** The service's own paths, written out, joined or as a resource of a client. Bounded words. */
const OURS = /\bapi\/v1\b|\bv1\/transfers|["'`}]\/?transfers(?:\/(?:quote|documents))?["'`?]|current-tenant/;
/** A path of another product: `/guild/transfers`, `/stock_transfers`. Bounded: parts of 40 characters. */
const THEIRS =
  /["'`}\w]\/(?:[\w{}.:-]{1,40}\/){0,3}(?:[a-z]{2,30}[_-]transfers|(?!v1\/|api\/)[a-z][\w-]{1,30}\/transfers)(?![\w-])/;

/** What makes the tables of a database. Bounded words. */
const MIGRATES =
  /\bMigrationBuilder\b|\bActiveRecord::Migration\b|\bop\.(?:create_table|add_column|batch_alter_table)\(|\bSchema::(?:create|table)\(|\bcreateTable\(|\b(?:create|alter) table\(:|\bcreate_table[ (]:|\bmigrations\.(?:CreateModel|AddField)\(|\bSchema\.createTable\b|\balterTable\(/;
/** A service of its own: messages of a package whose calls are no paths. Bounded: names of 80 characters. */
const PACKAGE = /^\s{0,8}package\s{1,8}[\w.]{1,80};/m;
const CALLS = /^\s{0,8}rpc\s{1,8}\w{1,80}\s{0,8}\(/m;
/** Packages of vendors that pay out. Bounded: 120 characters. */
const IMPORTED =
  /^[ \t]{0,8}(?:import|from|require|use|using)\b[^\n;]{0,100}["'\s:\\](?:increase|Increase|dwolla|stripe|Stripe|plaid|adyen|Adyen|wise|modern-treasury|moov|column|unit-node-sdk)(?:[-/.][\w/.-]{1,40})?["';\s]/m;

/** What little is known of transfers that stand in somebody else's file. */
export function withOthersTransfers(
  hits: readonly Hit[],
  { text, format }: { readonly text: string; readonly format: Format },
  around: Surroundings,
): Hit[] {
  const isDoubted = ({ entry, confidence, evidence }: Hit): boolean =>
    RULES.test(entry.rule) && confidence !== 'low' && !evidence.some((one) => SEEN.test(one));
  if (!hits.some(isDoubted) || !isOthers(text, format, around)) return [...hits];
  return hits.map((hit) => (isDoubted(hit) ? { ...hit, confidence: 'low' } : hit));
}

function isOthers(text: string, { kind }: Format, { hosts, clients, told }: Surroundings): boolean {
  if (namesHost(text, hosts) || namesClient(text, clients)) return false;
  if (kind === 'proto') return PACKAGE.test(text) && CALLS.test(text) && !/\bgoogle\.api\.http\b/.test(text);
  if (kind !== 'code' && kind !== 'markup') return false;
  if (MIGRATES.test(text)) return true;
  if (told?.base === true || OWN_WORDS.test(text) || OURS.test(text.replace(THEIRS_ALL, ' '))) return false;
  return THEIRS.test(text) || IMPORTED.test(text);
}

/** The same, each of them. Bounded: parts of 40 characters. */
const THEIRS_ALL = new RegExp(THEIRS.source, 'g');
