// Base addresses that a text names: hosts that clients are made for. Of this service no host is known, so each that nothing ties
// to payments may be another product's, which has the same path.
import type { Span } from '../model/model.ts';
import { VENDORS } from '../model/vendors.ts';
import { along } from './along.ts';

/** A part of a host that isn't written out. Bounded: 80 characters. */
const HOLE = String.raw`(?:[$#]\{[^{}\n]{1,80}\}|%s|\{[^{}\n]{0,60}\}|\$\w{1,40})`;
/** An address without a path of its own. Bounded: labels of 63 characters, names of eight. */
const ADDRESS = new RegExp(
  `https?://((?:(?:${HOLE}|[\\w-]{1,63})\\.)?[\\w-]{1,63}(?:\\.[\\w-]{1,63}){0,6})(:\\d{1,5})?(?:/(?:api|rest|v\\d{1,2}|api/v\\d{1,2}|api/v1/current-tenant[\\w/{}$-]{0,80}))?/?(?=["'\`\\s)<>,;\\\\]|$)`,
  'gi',
);
/** More than anybody's file has clients. */
const MAX_HOSTS = 40;
const LEADING = new RegExp(`^${HOLE}\\.`);
/** What it is called, or handed to, on its line. Bounded: 60 characters. */
const NAME =
  /([\w.$@-]{1,60}|[})])["']?\]?\s{0,3}(?:[:=(,]|=>|:=|\?\?|\|\||\?|\s)\s{0,3}(?:(?:new\s{1,3})?[\w.]{1,30}\s?\()?["'`<]?$/;
/** Addresses that nobody calls, and those that an access token or a report is asked of. */
const ASIDE =
  /origin|refer|redirect|callback|return|success|cancel|webhook|front|site|docs?$|homepage|repositor|licen|bugs|author|issuer|audience|token|login|cors|allow|schema|xmlns|href|src|image|logo|avatar|registry|sentry|otlp|jaeger|log|metric|grafana|slack|ipfs|rpc|cdn|smtp|vault|consul|proxy|link|source|mail|user_?agent|contact/i;
/** `proxies={"https": "..."}`. Bounded: 60 characters. */
const THROUGH = /prox(?:y|ies)["']?\s{0,3}[:=]\s{0,3}\{[^}\n]{0,60}$/i;
/** What a base address is called. */
const BASE =
  /base|host|ur[il]s?$|endpoint|address|server|root|prefix|api|client|session|key|value|http(?!s?:)|provider/i;
/** Words of payments, wherever they stand, and the short one at a word's end: `marlinpay`, and not `payload`. */
const PAYS =
  /paybatch|payments?(?![a-z])|payouts?(?![a-z])|(?<![a-z])transfers?(?![a-z])|treasury|remit(?:tance)?s?(?![a-z])|settle(?:ment)?s?(?![a-z])|pay(?![a-z])/;
/** Pages, tools, clouds and places that stand for any. */
const NOBODY =
  /(?:^|\.)example\.(?:com|org|net|test)$|^(?:docs?|developers?|www|help|support|status|blog|wiki)\.|w3\.org$|schema|github|gitlab|bitbucket|npmjs|pypi|rubygems|packagist|maven|googleapis|amazonaws|azure|cloudflare|sentry|datadog|slack/i;

export interface Seeker {
  readonly hosts: readonly string[];
  /** Only what is called a base address counts. */
  readonly named: boolean;
}

/** A host, where its address stands, and what that is called, as far as is seen. */
export interface Base {
  readonly host: string;
  readonly at: number;
  readonly name: string;
}

export interface BasesIn {
  /** Hosts that nothing ties to payments, in order, each once. */
  readonly unknown: readonly Base[];
  /** One is of payments by its own name or by what it is called. */
  readonly ofPayments: boolean;
}

/** What holds an address, in a line of it. */
const HOLDS =
  /https?:|ur[il](?![a-z])|(?<![a-z])base(?![a-z\d])|base_?ur[il]|host(?![a-z])|endpoint|base_?address/i;
/** Addresses of one's own that are called after payments. */
const BESIDES =
  /database|(?:^|[^a-z])db(?![a-z])|queue|redis|topic|kafka|amqp|postgres|mysql|mongo|webhook|callback|redirect|return_?url|success_?url|cancel_?url|dashboard/i;
const namesPayments = (text: string): boolean =>
  text
    .split('\n')
    .some((line) => HOLDS.test(line) && !BESIDES.test(line) && !isComment(line) && saysPayments(line));

export const isComment = (line: string): boolean => /^\s*(?:#|\/\/|\*|--|<!--|;)/.test(line);

/** The base addresses that a text names. */
export function basesIn(text: string, comments: readonly Span[], { hosts, named }: Seeker): BasesIn {
  const found = new Map<string, Base>();
  const commentAt = along(comments);
  let ofPayments = namesPayments(text);
  for (const { 1: host = '', 2: port, index } of text.matchAll(ADDRESS)) {
    // A name alone is a machine's of one's own, which has a port.
    if (!host.includes('.') && port === undefined && host !== 'localhost') continue;
    if (commentAt({ start: index, end: index }).length > 0) continue;
    if (found.size === MAX_HOSTS) break;
    const line = lineTo(text, index);
    if (isComment(line)) continue;
    const name = NAME.exec(line)?.[1] ?? '';
    if (ASIDE.test(name) || THROUGH.test(line) || (named && !BASE.test(name) && !BASE.test(line))) continue;
    const known = host.toLowerCase().replace(LEADING, '');
    if (isOfPayments(known) || isOfPayments(line)) ofPayments = true;
    else if (!NOBODY.test(known) && !VENDORS.test(known) && !isOurs(known, hosts) && !found.has(known))
      found.set(known, { host: known, at: index, name });
  }
  return { unknown: [...found.values()], ofPayments };
}

function lineTo(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - 120), at);
  return near.slice(near.lastIndexOf('\n') + 1);
}

/** Whether what an address is called, or handed to, says that nobody calls it: `Origin`, `callbackUrl`. */
export const isAside = (text: string, at: number): boolean =>
  ASIDE.test(NAME.exec(lineTo(text, at))?.[1] ?? '');

/** Bounded: an address of 300 characters. */
export const withoutAsides = (text: string): string =>
  text.replace(/https?:\/\/[^\s"'`]{1,300}/g, (url, at: number) => (isAside(text, at) ? '' : url));

const isOurs = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((own) => host === own || host.endsWith(`.${own}`));

/** Whether a host's or a variable's name says that it is of payments. */
export const isOfPayments = (name: string): boolean =>
  PAYS.test(name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase());

/** This service's paths, a field of its own with its values, and a function's name: they are on a line with any address. */
const BESIDE =
  /\b(?:def|func?|fn|function)\s\w{1,60}|\/api\/v1\/\S{1,200}|purpose_?of_?payment\w{0,20}|payment_?(?:for|of)_?\w{1,30}/gi;
export const saysPayments = (line: string): boolean => isOfPayments(line.replace(BESIDE, ''));

/** Words of a name, `paymentsApiUrl` and `PAYMENTS_API_URL` alike. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])|(?<=[A-Z]{2})(UR[IL]|API|HTTP)(?![a-z])/g, '$1 $2$3')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** Products of other kinds that serve tenants of their own. */
const KINDS = new Set(
  'crm erp sso iam idp oidc keycloak identity okta hris hubspot salesforce zendesk jira'.split(' '),
);

/** Whether one of a name's words says that it is another kind of product: `CRM_URL`, `crmClient`, `IdentityApi`. */
export const isOfAnotherKind = (name: string): boolean => wordsOf(name).some((word) => KINDS.has(word));

/** What a company calls services of its own, and those of vendors that pay nobody out, in an address or of a client. */
const WIDE_KINDS = new Set(
  'billing invoicing invoices portal backoffice directory hr payroll users workspace workspaces tenants tenancy loyalty inventory warehouse warehouses catalog catalogue orders shop store booking bookings calendar chat notification notifications messaging search analytics metrics reporting cms helpdesk support desk tickets ticketing lms tasks projects media shipping logistics fleet telematics devices backend bff frontend subscriptions profile profiles organisations organizations'.split(
    ' ',
  ),
);

/** Whether a variable of an address, or a client, is called after one of those, and after nobody else. */
export const isOfOtherService = (name: string): boolean => {
  const words = somebodyIn(name);
  return words.length > 0 && words.every((word) => WIDE_KINDS.has(word));
};

/** What a server of one's own is called, whatever it is for: `PAYMENTS_BACKEND_URL`; and words that others have, too. */
const OWN_NAMES = ['proxy', 'backend', 'bff', 'monolith'];
const OWN_SERVERS = [...OWN_NAMES, 'own', 'self'];
const hasWord = (name: string, words: readonly string[]): boolean =>
  wordsOf(name).some((word) => words.includes(word));
export const isOfOwnServer = (name: string): boolean => hasWord(name, OWN_SERVERS);

/** Machines of one's own network: names without a dot, in a cluster, below a domain of no registry. */
const OWN_NETWORK = /^[\w-]{1,63}$|\.(?:svc|local|internal|intranet|lan|corp|private|consul|flycast)$/i;
/** What web servers hand on by. */
const HANDS_ON = /^(?:proxy_?pass\w{0,10}|reverse_?proxy|proxy_set_\w{1,10})$/i;

/** Whether an address is one's own, whatever else it is called: by its host, or by names of it; `own`: it may be. */
export function ownAs(all: readonly string[], host: string): 'inside' | 'own' | undefined {
  const names = all.filter((name) => !HANDS_ON.test(name));
  if (names.some((name) => hasWord(name, OWN_NAMES)) || OWN_NETWORK.test(host)) return 'inside';
  return names.some(isOfOwnServer) ? 'own' : undefined;
}

/** Words of an address that say nothing of whose it is. */
const ANYBODYS = new Set(
  'a api base url uri host endpoint server root prefix service client config configuration conf cfg self this env environ environment process http https get fetch getenv os system node options opts settings props params address origin path v v1 rest public vite next react app vue nuxt sandbox prod production staging dev test default require required var vars value values data secrets inputs c s e u req request curl raw main core my our the gateway vendor provider partner remote upstream bank session sessions requests axios got ky superagent net con conn connection hook web template okhttp retrofit faraday httparty guzzle transport sender fetcher caller developer wallet balances transfers transfer customers tenant current me super parent ctx context await class response res result fmt sprintf join lib pkg internal util utils helper urllib curl ureq reqwest httpx aiohttp hackney finch tesla req urljoin parse dio repository post put patch delete head new create make build sdk adapter connector integration integrations clients services vendors providers'.split(
    ' ',
  ),
);

/** Whether the variable of an address names somebody: `SHIFTS_URL` does, `baseUrl` doesn't. */
export const namesSomebody = (name: string): boolean => somebodyIn(name).length > 0;

/** Words of a name that say whose it is. */
export const somebodyIn = (name: string): string[] =>
  wordsOf(name).filter((word) => word.length > 1 && !ANYBODYS.has(word));

/** What a part of a client does, or where it lies: words of a class, a file or a setting that are nobody's name. */
const PARTS = new Set(
  'account accounts balance balances quote quotes trade trades transfer transfers customer document documents webhook webhooks hook hooks instruction instructions deposit deposits crypto health healthz check checks checker probe status sync job jobs worker workers cron script scripts smoke report reports info page pages view views dashboard admin test tests example examples demo onboarding setup init company whoami details lookup loader reader watcher monitor poller common shared types type model models schema handler handlers controller controllers module modules manager factory builder helper helpers wrapper abstract base simple typed retry retrying cached async public private external internal path paths endpoint endpoints url urls route routes list index app apps src cmd server web rs go java kotlin main com org io dev net constants routes readiness liveness ping daily nightly funding fx money finance treasury ledger operations ops commands command console cli tools tool tasks task domain domains infra infrastructure features feature packages package func function functions lambda lambdas handlers dao dto facade impl proxy state cache repo repos datasource interactor usecase'.split(
    ' ',
  ),
);

/** Words of a class, a file or a setting that say whose it is. */
export const ownerIn = (name: string): string[] => somebodyIn(name).filter((word) => !PARTS.has(word));
