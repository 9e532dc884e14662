// What a file says of itself as a whole: which words of this service it has, what kind of file it is.
import { type Facts } from '../model/facts.ts';
import {
  COMMON_REMOVED,
  CUSTOMER_OWN,
  isPaper,
  REMOVED_BREAKDOWN,
  REMOVED_FIELDS,
  TRANSFER_OWN,
  TRANSFER_SHARED,
  typeNamed,
} from '../model/vocabulary.ts';
import { endpointOf } from './endpoints.ts';

export type KindOfFile = 'code' | 'data' | 'prose';

export interface About {
  readonly path: string;
  /** The file's name without its endings. */
  readonly name: string;
  readonly kind: KindOfFile;
  readonly isTest: boolean;
  /** Generated, a mock, a recording, a log, a translation, a list of changes. */
  readonly isGenerated: boolean;
  readonly isChanges: boolean;
  readonly isLabels: boolean;
  readonly hosts: readonly string[];
  readonly clients: readonly string[];
  /** Names only this service has, as keys; paths of it but current-tenant. */
  readonly ownNames: ReadonlySet<string>;
  readonly ownPaths: ReadonlySet<string>;
  /** A path that ends in `/api/v1`, to which others are joined. */
  readonly hasBase: boolean;
  /** Document types and company papers among its texts. */
  readonly papers: ReadonlySet<string>;
  /** An object of it has `receiverAmount`. */
  readonly isMigrated: boolean;
}

const PROSE = /\.(?:md|markdown|mdx|rst|adoc|txt|rmd|qmd|html?)$/i;
const CODE =
  /\.(?:[mc]?[jt]sx?|vue|svelte|astro|pyi?|java|kts?|scala|sc|groovy|gradle|go|cs|php|rb|rake|rs|swift|exs?|dart|c|cc|cpp|cxx|hh?|hpp|p[lm]|t|lua|ps[dm]?1|r|jl|fsx?|clj[sc]?|edn|bb|vb)$/i;
const TEST =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|e2e|fixtures?|__fixtures__|mocks?|__mocks__|testdata|cypress|stubs?)\/|(?:[._-](?:test|spec|mock|fixture|stub)s?\.|_test\.|Tests?\.\w+$|(?:^|\/)test_)/i;
const CHANGES =
  /(?:^|\/)(?:change-?log|changes|history|release-?notes?|upgrading|migrat(?:ion|ing)[\w-]*|news)[\w.-]*\.(?:md|rst|adoc|txt)$/i;
const LABELS =
  /(?:^|\/)(?:i18n|locales?|lang|translations?|l10n|messages)(?:\/|[._-])|\.(?:po|pot|strings|xlf|xliff|arb)$/i;
const GENERATED =
  /(?:^|\/)(?:generated|gen|__generated__|snapshots?|__snapshots__|cassettes?|recordings?)\/|\.(?:snap|har|log|min\.js|pb\.go|g\.dart)$|_pb2\.py$/i;

export function aboutFile(
  path: string,
  facts: Facts,
  settings: { readonly hosts: readonly string[]; readonly clients: readonly string[] },
): About {
  const ownNames = new Set<string>();
  for (const { keys } of facts.objects) for (const { name } of keys) if (isOwn(name)) ownNames.add(name);
  const ownPaths = new Set<string>();
  const papers = new Set<string>();
  let hasBase = false;
  for (const { text, whole } of facts.texts) {
    const path = whole ?? text;
    const endpoint = endpointOf(path, settings.hosts);
    if (endpoint !== undefined && endpoint !== 'other' && endpoint !== 'tenant') ownPaths.add(endpoint);
    if (/\/api\/v1\/(?:developer|trades|customers|transfers)(?![\w-])/.test(path)) ownPaths.add(path);
    if (BASE.test(text)) hasBase = true;
    const type = typeNamed(text);
    if (isPaper(type)) papers.add(type);
  }
  for (const { place } of facts.objects) {
    for (const url of place.urls) {
      const endpoint = endpointOf(url, settings.hosts);
      if (endpoint !== undefined && endpoint !== 'other' && endpoint !== 'tenant') ownPaths.add(endpoint);
    }
  }
  return {
    path,
    name: (path.split('/').at(-1) ?? path).replace(/\..*$/, ''),
    kind: PROSE.test(path) ? 'prose' : CODE.test(path) ? 'code' : 'data',
    isTest: TEST.test(path),
    isGenerated: GENERATED.test(path),
    isChanges: CHANGES.test(path),
    isLabels: LABELS.test(path),
    ...settings,
    ownNames,
    ownPaths,
    hasBase,
    papers,
    isMigrated: ownNames.has('receiverAmount'),
  };
}

const BASE = /(?:^|\/)api\/v1\/?$/;

const isOwn = (name: string): boolean =>
  TRANSFER_OWN.has(name) ||
  TRANSFER_SHARED.has(name) ||
  CUSTOMER_OWN.has(name) ||
  ((REMOVED_FIELDS.has(name) || REMOVED_BREAKDOWN.has(name)) && !COMMON_REMOVED.has(name));

export const speaks = ({ ownNames, ownPaths }: About): boolean => ownNames.size + ownPaths.size > 0;
