// Whether a document speaks of this service but for `/api/v1/current-tenant`, which other products have: by what nobody else
// has, by two names that few have, or by an address. `/transfers` and `/customers` are anybody's.
import { isForeign } from '../judge/evidence.ts';
import { hostOf } from '../model/hosts.ts';
import { namesHost } from '../model/settled.ts';
import { DOCUMENT_TYPES, OWN_WORDS } from '../model/words.ts';
import { isAside } from './addresses.ts';

export interface Spoken {
  readonly hosts: readonly string[];
  readonly neighbour: boolean;
}

/** Names that a few others have, too: two of them, from different lines, are enough. Bounded words. */
const SHARED: readonly RegExp[] = [
  DOCUMENT_TYPES,
  /use_?developer_?funds/i,
  /is_?first_?party/i,
  /account_?funding_?source/i,
  /external_?account_?id|business_?legal_?name/i,
];
/** Bounded: a host of 200 characters. */
const HOSTS = /https?:\/\/[\w.-]{1,200}/gi;
/** A part of a host's name. */
const SAYS = /(?:^|[.-])(?:pay(?:ments?|outs?)?|transfers?|treasury)(?![a-z])/;

export const speaksOfService = (text: string, spoken: Spoken): boolean =>
  speaksInWords(text, spoken) || namesAddress(text, spoken.hosts);

/** The same without addresses of payments, which may be anybody's that is called here. */
export const speaksInWords = (text: string, { hosts, neighbour }: Spoken): boolean =>
  neighbour ||
  OWN_WORDS.test(text) ||
  namesHost(text, hosts) ||
  SHARED.filter((word) => word.test(text)).length > 1;

/** An address of payments, which isn't a header's or one that somebody is sent back to. */
export const namesAddress = (text: string, hosts: readonly string[]): boolean =>
  [...text.matchAll(HOSTS)].some(({ 0: url, index }) => {
    const host = hostOf(url) ?? '';
    return SAYS.test(host) && !isForeign(host, hosts) && !isAside(text, index);
  });
