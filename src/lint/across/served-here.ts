// Calls that nothing ties to this service, held against the rest of the tree: where a file defines the route that they name, or
// a client's address is another host, --fix leaves them. How sure they still are is said by whether anything here names this service.
import { type BasesIn, isOfOwnServer, namesSomebody, somebodyIn } from '../calls/addresses.ts';
import { hasPages, OF_PAGE } from '../calls/at-home.ts';
import { areAlike } from '../calls/owners.ts';
import type { Looked } from '../look/look.ts';
import { type Confidence, type Finding, type Owned, RANK } from '../model/finding.ts';
import { basesOf, packagesIn } from './bases-here.ts';
import type { NamedRoute } from './named-routes.ts';
import { isOfOtherEnd, isTrial } from './own-side.ts';
import { Serving } from './serving.ts';

export interface Tree {
  readonly looked: readonly (Looked | undefined)[];
  /** The same files as findings name them, and on the disk. */
  readonly names: readonly string[];
  readonly files: readonly string[];
  /** A file's name as reasons tell it. */
  readonly tell: (name: string) => string;
  readonly hosts: readonly string[];
  /** What an earlier run knows of a file's addresses, or what `read` says. */
  readonly know: (file: string, read: () => BasesIn | undefined) => BasesIn | undefined;
  /** Whether a file imports one that speaks of this service. */
  readonly isBeside: (i: number) => boolean;
  /** Routes by constants of other files. */
  readonly named: readonly NamedRoute[];
}

export class Ties {
  readonly #tree: Tree;
  readonly #served: Confidence | undefined;
  readonly #serving: Serving;
  readonly #typed: string | undefined;
  readonly #bases = new Map<string, BasesIn>();
  readonly #pages = new Map<string, boolean>();
  #named: ReadonlySet<string> | undefined;
  #tied: readonly Owned[] | undefined;
  #packageOf: ((name: string) => string) | undefined;

  constructor(tree: Tree) {
    this.#tree = tree;
    const { looked, names } = tree;
    this.#serving = new Serving(tree);
    const { served } = this.#serving;
    this.#typed = names.find((_, i) => isTyped(looked[i]));
    if (served.has('own')) this.#served = looked.some(isSpoken) ? 'medium' : 'low';
    else if (served.has('route')) this.#served = 'medium';
  }

  /** A file's findings as the tree leaves them. */
  of(i: number): Looked | undefined {
    const looked = this.#tree.looked[i];
    if (looked?.kind !== 'scanned') return looked;
    const findings = looked.scanned.findings.map((finding): Finding => {
      const doubt = this.#doubtOf(finding, i);
      if (!doubt) return finding;
      const { fix, ...rest } = finding;
      const confidence = RANK[doubt.most] < RANK[finding.confidence] ? doubt.most : finding.confidence;
      const left = fix === undefined && finding.left !== null ? finding.left : `it ${doubt.why}`;
      return { ...rest, confidence, fixable: false, left };
    });
    return { ...looked, scanned: { ...looked.scanned, findings } };
  }

  /** The tree answers whatever the file calls, as far as is seen. */
  #isLoose({ untied, loose, inside, on, path }: Finding): boolean {
    if (inside === true) return true;
    if (loose === undefined) return untied?.startsWith(NAMED) === true && isOfOtherEnd(path);
    const isAnybodys = on === undefined || isOfOwnServer(on) || !namesSomebody(on);
    if (isTrial(path)) return isAnybodys;
    if (loose.some((name) => !this.#serving.offers.has(name))) return false;
    return isOfOtherEnd(path) || (loose.length > 0 && isAnybodys);
  }

  #doubtOf(finding: Finding, i: number): Doubt | undefined {
    const { rule, untied, whose, fix, path } = finding;
    if (rule !== 'current-tenant-endpoint') return undefined;
    if (fix && this.#typed !== undefined && /\.[cm]?tsx?$/.test(path))
      return { why: `is of a type of ${this.#tree.tell(this.#typed)}, which names the path`, most: 'high' };
    const byName = this.#serving.byName(i, finding);
    if (byName !== undefined) return { why: byName, most: this.#served ?? 'medium' };
    const why = this.#serving.route;
    const isClient = untied?.startsWith(CLIENT) === true;
    if (untied === 'origin' || untied === 'page' || untied === 'said' || isClient) {
      if (this.#served) return { why, most: this.#served };
      // What hands it on is asked for the name that it knows.
      if (this.#serving.served.has('proxy') && fix) return { why, most: 'high' };
    } else if (this.#served === 'low') return { why, most: 'low' };
    else if (untied === 'base' && (this.#served !== undefined || this.#serving.served.has('proxy')) && fix)
      return { why, most: this.#served ?? 'high' };
    if (!fix) return undefined;
    if (this.#serving.served.size > 0 && this.#isLoose(finding)) return { why, most: this.#served ?? 'high' };
    if (untied === undefined) return undefined;
    const ours = whose ? this.#ours() : [];
    if (whose && ours.some(({ words }) => areAlike(whose.words, words))) return undefined;
    if (whose && ours[0])
      return { why: `is called on ${whose.name}, and this service on ${ours[0].name}`, most: 'medium' };
    if (this.#isSpokenBy(i)) return undefined;
    if (untied === 'page' && this.#isOfPages(path)) return { why: OF_PAGE, most: 'high' };
    const bases = this.#basesFor(path);
    if (untied === 'said' && bases.ofPayments && !/readme/i.test(path))
      return { why: 'is named without the address of payments', most: 'high' };
    const variable = namedIn(untied);
    const named = isClient ? untied.slice(CLIENT.length) : variable;
    if (isClient && bases.ofPayments) return { why: besidePayments(named ?? ''), most: 'medium' };
    if (variable !== undefined) return namedElsewhere(variable, bases) ?? this.#namedBeside(variable);
    const base = this.#otherBase(bases);
    return base === undefined
      ? undefined
      : { why: `may be called at ${base}, an address of a file beside it`, most: 'medium' };
  }

  /** A file of a package that has pages. */
  #isOfPages(path: string): boolean {
    const packageOf = (this.#packageOf ??= packagesIn(this.#tree.names));
    const own = packageOf(path);
    let known = this.#pages.get(own);
    if (known === undefined) {
      known = hasPages(this.#tree.names.filter((name) => packageOf(name) === own));
      this.#pages.set(own, known);
    }
    return known;
  }

  /** Another variable that names somebody else, at which the path is called as well: one of the two isn't this service. */
  #namedBeside(variable: string): Doubt | undefined {
    this.#named ??= new Set(
      this.#tree.looked.flatMap((one) =>
        one?.kind === 'scanned' ? one.scanned.findings.flatMap(({ untied }) => namedIn(untied) ?? []) : [],
      ),
    );
    const own = new Set(somebodyIn(variable));
    const other = [...this.#named].find((name) => !somebodyIn(name).some((word) => own.has(word)));
    return other === undefined
      ? undefined
      : {
          why: `is called on ${variable}, and elsewhere on ${other}: one of the two is another product's`,
          most: 'medium',
        };
  }

  /** On whom this service is called in the tree. */
  #ours(): readonly Owned[] {
    return (this.#tied ??= this.#tree.looked.flatMap((one) => {
      if (one?.kind !== 'scanned') return [];
      const named = one.scanned.findings.flatMap(({ on }) => on ?? []);
      return [...(one.scanned.ours ?? []), ...named.map((name) => ({ name, words: somebodyIn(name) }))];
    }));
  }

  #isSpokenBy(i: number): boolean {
    const looked = this.#tree.looked[i];
    return (looked?.kind === 'scanned' && looked.scanned.service === true) || this.#tree.isBeside(i);
  }

  /** Those of a file's package, and of what lies above it. */
  #basesFor(path: string): BasesIn {
    const { files, names, hosts, know } = this.#tree;
    const packageOf = (this.#packageOf ??= packagesIn(names));
    const own = packageOf(path);
    let bases = this.#bases.get(own);
    if (!bases) {
      const isAbove = (name: string): boolean => {
        const other = packageOf(name);
        return other === '.' || own === other || own.startsWith(`${other}/`);
      };
      const shared = names.flatMap((name, i) => (isAbove(name) ? [i] : []));
      const pick = (all: readonly string[]): string[] => shared.map((i) => all[i] ?? '');
      bases = basesOf(pick(files), pick(names), hosts, know);
      this.#bases.set(own, bases);
    }
    return bases;
  }

  /** Where the tree speaks of this service and has one address, that is this service's. */
  #otherBase({ unknown, ofPayments }: BasesIn): string | undefined {
    const first = unknown[0]?.host;
    const isOurs = unknown.length === 1 && !ofPayments && this.#tree.looked.some(isSpoken);
    return isOurs ? undefined : first;
  }
}

const NAMED = 'named:';
const CLIENT = 'client:';
const namedIn = (untied: string | undefined): string | undefined =>
  untied?.startsWith(NAMED) === true ? untied.slice(NAMED.length) : undefined;

const besidePayments = (name: string): string => `is called on ${name}, beside an address of payments`;

/** Why a finding isn't certain, and how sure it is at most. */
interface Doubt {
  readonly why: string;
  readonly most: Confidence;
}

/** Of a call at a variable that names somebody: what else the tree says of it. */
function namedElsewhere(variable: string, { unknown, ofPayments }: BasesIn): Doubt | undefined {
  const plain = (name: string): string => (name.split('.').at(-1) ?? '').replace(/[_-]/g, '').toLowerCase();
  const given = unknown.find(({ name }) => plain(name) === plain(variable));
  if (given) return { why: `may be called at ${given.host}, an address of a file beside it`, most: 'medium' };
  return ofPayments ? { why: besidePayments(variable), most: 'medium' } : undefined;
}

const isTyped = (looked: Looked | undefined): boolean =>
  looked?.kind === 'scanned' && looked.scanned.typed === true;

/** It says of which service's paths it speaks: by other words of it, or by a host. */
const isSpoken = (looked: Looked | undefined): boolean =>
  looked?.kind === 'scanned' &&
  (looked.scanned.service === true ||
    looked.scanned.findings.some(({ confidence, untied }) => confidence === 'high' && untied === undefined));
