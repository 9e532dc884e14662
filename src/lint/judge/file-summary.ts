// Facts about a file as a whole: which words of this service it has, and what kind of file it is.
import type { Comment, Facts } from '../model/facts.ts';
import {
  CUSTOMER_TELLING,
  isDocumentType,
  TRANSFER_OWN,
  TRANSFER_SHARED,
  typeNamed,
} from '../model/vocabulary.ts';
import { endpointOf } from './endpoints.ts';

export interface FileSummary {
  readonly path: string;
  /** The file's name without its endings. */
  readonly name: string;
  readonly kind: 'code' | 'data' | 'prose';
  readonly isTest: boolean;
  /** Generated or minified, a recording, a log. */
  readonly isGenerated: boolean;
  /** A changelog or a translation: no evidence about requests. */
  readonly isForPeople: boolean;
  readonly hosts: readonly string[];
  readonly clients: readonly string[];
  /** It names one of these hosts or clients, outside of comments. */
  readonly isConfigured: boolean;
  /** Names only this service has, as keys or quoted in running text; paths of it but current-tenant. */
  readonly ownNames: ReadonlySet<string>;
  readonly ownPaths: ReadonlySet<string>;
  /** A path that ends in `/api/v1`, to which others are joined. */
  readonly hasBase: boolean;
  /** Document types and company documentTypes among its texts. */
  readonly documentTypes: ReadonlySet<string>;
  /** An object of it has `receiverAmount`. */
  readonly isMigrated: boolean;
}

const PROSE = /\.(?:md|markdown|mdx|rst|adoc|txt|rmd|qmd|html?)$/i;
const TEST =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|e2e|fixtures?|__fixtures__|mocks?|__mocks__|testdata|cypress|stubs?)\/|(?:[._-](?:test|spec|mock|fixture|stub)s?\.|_test\.|Tests?\.\w+$|(?:^|\/)test_)/i;
const CHANGES =
  /(?:^|\/)(?:change-?log|changes|history|release-?notes?|upgrading|migrat(?:ion|ing)[\w-]*|news)[\w.-]*\.(?:md|rst|adoc|txt)$/i;
const LABELS =
  /(?:^|\/)(?:i18n|locales?|lang|translations?|l10n|messages)(?:\/|[._-])|(?:^|\/)(?:en|de|fr|es|it|nl|pt)\.json$|\.(?:po|pot|strings|xlf|xliff|arb)$/i;
const GENERATED =
  /(?:^|\/)(?:generated|gen|__generated__|snapshots?|__snapshots__|cassettes?|recordings?)\/|\.(?:snap|har|log|min\.[cm]?js|bundle\.js|map|pb\.go|g\.dart)$|_pb2\.py$/i;
/** A comment in the head of a file that a program wrote. */
const MADE = /\bgenerated (?:by|from|with)\b|\bdo not (?:edit|modify)\b|@generated/i;
const HEAD = 1_000;

type Configured = Pick<FileSummary, 'hosts' | 'clients'>;

/** `isCode`: it is read as source code. */
export function summarizeFile(
  { path, text, isCode }: { readonly path: string; readonly text: string; readonly isCode: boolean },
  { objects, texts, comments }: Facts,
  settings: Configured,
): FileSummary {
  const [name = ''] = (path.split('/').at(-1) ?? path).split('.');
  const types = texts.map(({ text }) => typeNamed(text));
  const names = objects.flatMap(({ keys }) => keys.map((key) => key.name));
  const quoted = PROSE.test(path) ? [...text.matchAll(/`(\w{1,80})`/g)].map(([, word = '']) => word) : [];
  return {
    path,
    name,
    kind: PROSE.test(path) ? 'prose' : isCode ? 'code' : 'data',
    isTest: TEST.test(path),
    isGenerated: GENERATED.test(path) || comments.some((one) => one.span.start < HEAD && MADE.test(one.text)),
    isForPeople: CHANGES.test(path) || LABELS.test(path),
    ...settings,
    isConfigured: namesConfigured(text, comments, settings),
    ownNames: new Set([...names, ...quoted].filter(isOwn)),
    ownPaths: ownPathsIn(objects, texts, settings.hosts),
    hasBase: texts.some(({ text }) => BASE.test(text)),
    documentTypes: new Set(types.filter(isDocumentType)),
    isMigrated: names.includes('receiverAmount'),
  };
}

function namesConfigured(
  text: string,
  comments: readonly Comment[],
  { hosts, clients }: Configured,
): boolean {
  if (hosts.length + clients.length === 0) return false;
  const name = new RegExp([...hosts.map(hostPattern), ...clients.map(clientPattern)].join('|'));
  let rest = '';
  let at = 0;
  for (const { start, end } of comments.map(({ span }) => span).sort((a, b) => a.start - b.start)) {
    rest += `${text.slice(at, start)}\n`;
    at = Math.max(at, end);
  }
  return name.test(rest + text.slice(at));
}

const escaped = (name: string): string => name.replace(/[^\w\s]/g, '\\$&');
/** The host or a subdomain of it. A name without a dot is also a common word, so it counts only in an address. */
const hostPattern = (host: string): string =>
  `${host.includes('.') ? '(?<![\\w@-])' : '(?<=//)'}${escaped(host)}(?![\\w-]|\\.\\w)`;
/** The name or the end of it, as in `newSparrowClient`. */
const clientPattern = (client: string): string =>
  `${/^[a-z]/.test(client) ? '(?<![A-Za-z0-9])' : ''}${escaped(client)}(?![a-z])`;

function ownPathsIn(objects: Facts['objects'], texts: Facts['texts'], hosts: readonly string[]): Set<string> {
  const paths = texts.map(({ text, whole }) => whole ?? text);
  const own = new Set(paths.filter((path) => OWN_PATH.test(path)));
  for (const url of [...paths, ...objects.flatMap(({ place }) => place.urls)]) {
    const endpoint = endpointOf(url, hosts);
    if (endpoint !== undefined && endpoint !== 'other' && endpoint !== 'tenant') own.add(endpoint);
  }
  return own;
}

const OWN_PATH = /\/api\/v1\/(?:developer|trades|customers|transfers)(?![\w-])/;
const BASE = /(?:^|\/)api\/v1\/?$/;

const isOwn = (name: string): boolean =>
  TRANSFER_OWN.has(name) || TRANSFER_SHARED.has(name) || CUSTOMER_TELLING.has(name);

export const namesService = ({ ownNames, ownPaths }: FileSummary): boolean =>
  ownNames.size + ownPaths.size > 0;
