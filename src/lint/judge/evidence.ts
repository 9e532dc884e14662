// What speaks for and against an object being sent to this service. Pure: words in, a score out.
import type { Confidence } from '../model/finding.ts';
import { hostOf } from '../model/hosts.ts';
import type { Context, List, Obj } from '../model/model.ts';
import { namesClient } from '../model/settled.ts';
import type { Told } from '../model/told.ts';
import { withoutTrailing } from '../model/trailing.ts';
import { isOthersCall, VENDORS } from '../model/vendors.ts';
import { isRefusedObject } from './refusing.ts';

export interface Surroundings {
  /** The file itself names the service's paths or fields that nobody else has. */
  readonly strong: boolean;
  /** It names paths or fields of the service other than current-tenant, which several products serve. */
  readonly service: boolean;
  /** It names such besides the paths that came with 1.32, which --fix writes, too. */
  readonly besides?: boolean;
  /** Hosts at which it calls those. */
  readonly mendedHosts?: readonly string[];
  /** All it names of the service is one field that other products have, too. */
  readonly lone?: boolean;
  /** An object of the file has receiverAmount: what else holds an amount and isn't sent is one's own. */
  readonly migrated?: boolean;
  /** A customer of the file has what came with 1.32 and nothing that went: what else isn't sent is one's own. */
  readonly mendedCustomer?: boolean;
  /** It names BankStatements: a list of nothing but removed types is then one of those that are gone. */
  readonly statements?: boolean;
  /** Its lists that name BankStatements and are seen whole. */
  readonly complete?: readonly List[];
  /** It names the path that a customer's documents are uploaded to. */
  readonly uploads?: boolean;
  /** It names a base path that ends in /api/v1. */
  readonly base?: boolean;
  /** A file that it imports does. */
  readonly neighbour: boolean;
  /** Data, not code: no calls are to be seen. */
  readonly data: boolean;
  /** File name without its extension. */
  readonly name: string;
  /** Hosts and client names of the service, from the config file. */
  readonly hosts: readonly string[];
  readonly clients: readonly string[];
  /** Functions and types whose `amount` leaves as `receiverAmount`, here or in another file of the package. */
  readonly mended: ReadonlySet<string>;
  /** It calls something of another file that gives the amount its new name. */
  readonly handsOn?: boolean;
  /** What other files of the package say. */
  readonly told?: Told | undefined;
}

export type Endpoint = 'transfer' | 'quote' | 'customer' | 'onboarding' | 'upload' | 'other';

/** Which endpoint a URL or path is, as far as it is written out. */
export function endpointOf(url: string, hosts: readonly string[]): Endpoint | undefined {
  const host = hostOf(url);
  const rest = url.replace(/^https?:\/\/[^/]*/i, '').replace(/^\{\}/, '');
  const path = withoutTrailing(rest.split(/[?#]/, 1)[0] ?? '', '/');
  if (host !== undefined && isForeign(host, hosts)) return 'other';
  if (/(^|\/)transfers\/quote$/.test(path)) return 'quote';
  if (/(^|\/)transfers\/documents$/.test(path)) return 'upload';
  if (/(^|\/)transfers$/.test(path)) return versionOf(path) ? 'transfer' : 'other';
  if (/(^|\/)customers\/[^/]+\/documents$/.test(path)) return 'onboarding';
  if (/(^|\/)customers$/.test(path)) return versionOf(path) ? 'customer' : 'other';
  // A base address says nothing of where a call goes.
  if (/(^|\/|\{\})(api\/)?v1$|\/api$/.test(path)) return undefined;
  if (/\.(json|csv|ts|js|py|pdf|html?|png)$/.test(path) || path === '' || /^[\w-]+\/[\w.+-]+$/.test(url))
    return undefined;
  return /^\/|^\{\}|^https?:/i.test(url) ? 'other' : undefined;
}

/** `/api/v1/...` or a part of it; another version or prefix is another interface. */
function versionOf(path: string): boolean {
  const before = path.replace(/\/?(transfers|customers)$/, '');
  // Below a resource of its own (`accounts/{}`) or another version it is another interface.
  if (before.split('/').some((part) => part !== '' && !/\{\}|^(api|v1)$/.test(part)) && before.endsWith('{}'))
    return false;
  return (
    before === '' || before.endsWith('{}') || /(^|\/)(api\/)?v1$/.test(before) || /(^|\/)api$/.test(before)
  );
}

export function isForeign(host: string, hosts: readonly string[]): boolean {
  if (hosts.some((own) => host === own || host.endsWith(`.${own}`))) return false;
  return hosts.length > 0 ? !/^(localhost|127\.)/.test(host) : VENDORS.test(host);
}

/** The whole path of this service outweighs what a function is called: `stripeFallback` may be what takes a vendor's place. */
const OWN = /(?:^|\})\/api\/v1\/(?:transfers|customers)(?![\w-])/;

/** `crm.rename(columns=...)`: a table that is given other heads, wherever it came from. */
const RENAMES = /\.(?:rename|rename_columns)$/;

export function isVendor(context: Context, clients: readonly string[]): boolean {
  const names = context.names.join(' ');
  if (namesClient(names, clients)) return false;
  return (
    VENDORS.test(names) ||
    (!context.urls.some((url) => OWN.test(url)) && context.outer.some((name) => VENDORS.test(name))) ||
    context.urls.some((url) => VENDORS.test(url)) ||
    (context.urls.length === 0 && context.names.some((name) => isOthersCall(name) && !RENAMES.test(name)))
  );
}

const READING =
  /(respon[sc]e|result|reply|answer|webhook|event|received|fetched|record|row|entity|view|summary|report|history|statement|ledger|invoice|charge|refund|payment_?intent|initial_?state|(?<![a-z])state)s?$/i;
/** What only an answer is called; of the others, something that is kept may be sent, too. */
const ANSWERING = /(respon[sc]e|result|reply|webhook|event|received|fetched)s?$|answer$/i;
/** `onTransfer` and `on_transfer`, and not `onboarding`. */
const READING_VERB =
  /^(?:[oO]n|[hH]andle|[pP]arse|[mM]ap|[tT]o|[fF]rom|[rR]ead|[fF]etch|[gG]et|[lL]ist|[rR]eceive|[dD]isplay|[rR]ender|[sS]how|[fF]ormat)(?=[A-Z_])/;
/** `JsonOutput.toJson([...])`, `gson.toJson(Map.of(...))`: what is sent is written so. */
const ENCODES = /^to_?(?:pretty_?)?json(?:_?(?:string|str|bytes|object|node|tree|element|pretty))?$/i;
/** Functions that turn an answer into something of one's own. */
const READS =
  /^(?:(?:parse|decode|deserialize|unmarshal|read)(?=[A-Z_]|$)|from(?:$|_?(?:json|response|api|row|record|map|dict|hash|dto|entity|event|answer|db|remote|wire|raw|proto|object|xml|csv|reply|result|doc|snapshot|query)))/i;
/** Types whose `From` makes what is sent. */
const MAKES =
  /factory|builder|assembler|request|payload|body|command|input$|^new(?=[A-Z_])|^create(?=[A-Z_])/i;
/** A table of figures. */
const TABLE = /(?:^|\.)(?:Data_?[fF]rame|LazyFrame|from_records|tibble|as_tibble|json_normalize)$/;
/** Names that say: this is read, or this is a list of what is refused. `sent`: its way to the service is seen. */
export function isPassive(object: Obj, sent = false): boolean {
  const { context, kind } = object;
  if (context.reading || isRefusedObject(object, sent)) return true;
  const [within = '', type = ''] = context.outer;
  if (context.urls.length === 0 && READS.test(within) && !(/^from$/i.test(within) && MAKES.test(type)))
    return true;
  // A path says where it goes or comes from, not what it is.
  const nearest =
    context.names.find(
      (name) =>
        !/(^|\.)(fromEntries|map|flatMap|collect)$|^(z|zod|yup|v|t|S|Joi|joi)\.(\w{0,10}[oO]bject|type|struct)$|^\/[\w/{}:.-]+$/.test(
          name,
        ),
    ) ?? '';
  if (context.urls.length + context.near.length === 0 && TABLE.test(nearest)) return true;
  // What belongs to a type of events is told.
  if (kind === 'literal' && context.urls.length + context.near.length === 0 && isOfEvents(context))
    return true;
  // Rules of a form of one's own, and what happened.
  if (/^(rules|validationRules|messages)$/.test(within) && context.urls.length === 0) return true;
  if (
    kind === 'type' &&
    context.urls.length === 0 &&
    /([a-z]ed|Sent|Paid|Event|Message|Entity|Row|Record|Notification)$/.test(nearest)
  )
    return true;
  if (/CalledWith$|called_(once_)?with$|(^|\.)on(Post|Patch|Put)$|^expect\./.test(nearest)) return false;
  const name = kind === 'type' ? nearest : (nearest.split('.').at(-1) ?? '');
  if (ENCODES.test(name) && (sent || nearest.includes('.') || context.near.length > 0)) return false;
  // What sends it may be called after what comes back: `getQuote({...})`.
  const isSender = sent && context.way?.includes(`${name}()`) === true;
  return (sent ? ANSWERING : READING).test(name) || (READING_VERB.test(name) && !isSender);
}

/** Swift's `enum Event { case transferSent(amount: Decimal) }`. */
const isOfEvents = ({ names: [nearest = '', type = ''] }: Context): boolean =>
  /^(?:\w{0,40}[a-z])?Events?$/.test(type) && /^[a-z]\w*$/.test(nearest);

export function confidenceOf(points: number): Confidence | undefined {
  if (points >= 5) return 'high';
  if (points >= 3) return 'medium';
  return points >= 1 ? 'low' : undefined;
}

/** Names around it, for words like "transfer": nearest names, functions and types, the file's. */
export function saidAround(context: Context, around: Surroundings): string {
  return [...context.names, ...context.outer, around.name].join(' ');
}

/** Where something goes, and by way of which variables and functions of its file. */
export const goesTo = (what: string, { way = [] }: Context): string =>
  way.length > 0 ? `goes to ${what} by way of ${way.join(', ')}` : `goes to ${what}`;

const MAX_SAID = 2;

/** The way to the service through another file: which one hands it on, and where to. */
export function wayThrough({ names, outer }: Context, { told }: Surroundings): string[] {
  if (!told) return [];
  const urlOf = (all: Readonly<Record<string, readonly string[]>>, name: string): string | undefined =>
    Object.hasOwn(all, name) ? all[name]?.[0] : undefined;
  const said = [...new Set([...names.map((name) => name.split('.').at(-1) ?? name), ...outer])].flatMap(
    (name) => {
      const flow = urlOf(told.flows, name);
      const sent = urlOf(told.functions, name);
      const [filled] = [0, 1, 2].flatMap((index) => {
        const url = urlOf(told.fills, `${name} ${index}`);
        return url === undefined ? [] : [{ url, id: `${name} ${index}` }];
      });
      const file = (id: string): string => told.from[id] ?? 'another file';
      return [
        ...(flow === undefined ? [] : [`belongs to ${name}, which ${file(name)} sends to ${flow}`]),
        ...(sent === undefined ? [] : [`is handed to ${name} of ${file(name)}, which sends it to ${sent}`]),
        ...(filled ? [`is put by ${name} into what ${file(filled.id)} sends to ${filled.url}`] : []),
      ];
    },
  );
  return said.slice(0, MAX_SAID);
}
