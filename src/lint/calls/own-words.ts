// Whether a document speaks of this service but for `/api/v1/current-tenant`, which other products have: by what nobody else
// has, by two names that few have, or by an address. `/transfers` and `/customers` are anybody's.
import { isForeign } from '../judge/evidence.ts';
import { hostOf } from '../model/hosts.ts';
import { namesHost } from '../model/settled.ts';
import { DOCUMENT_TYPES, OWN_WORDS } from '../model/words.ts';

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

export function speaksOfService(text: string, { hosts, neighbour }: Spoken): boolean {
  if (neighbour || OWN_WORDS.test(text) || namesHost(text, hosts)) return true;
  if (SHARED.filter((word) => word.test(text)).length > 1) return true;
  return [...text.matchAll(HOSTS)].some(([url]) => {
    const host = hostOf(url) ?? '';
    return SAYS.test(host) && !isForeign(host, hosts);
  });
}
