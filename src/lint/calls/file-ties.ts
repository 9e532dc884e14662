// What of a file ties a call of the path to this service, or speaks against it: its addresses, the names around the call, the other
// paths that it calls.
import type { Surroundings } from '../judge/evidence.ts';
import type { Hit, Untied } from '../model/finding.ts';
import type { PathUse, Span } from '../model/model.ts';
import { namesClient, namesHost } from '../model/settled.ts';
import {
  type BasesIn,
  basesIn,
  isOfAnotherKind,
  isOfPayments,
  namesSomebody,
  ownAs,
  withoutAsides,
} from './addresses.ts';
import {
  isAtPort,
  isMachine,
  isOfPage,
  isOrigin,
  isRelative,
  LOCAL,
  OF_PAGE,
  ofOwnServer,
} from './at-home.ts';
import { addressOf, calledIn, classesOf, clientOf, variableOf } from './called-at.ts';
import { hostIn, isBased, isGivenTo, isPage, lineAt, standsBeside, STATEMENT } from './lines-around.ts';
import { settingsAbove } from './owners.ts';
import { Proof } from './proof.ts';
import { isAmongOurs, type Siblings } from './siblings.ts';
import type { Whose } from './whose.ts';

export interface TiedIn {
  readonly text: string;
  readonly comments: readonly Span[];
  readonly around: Surroundings;
  readonly path: string;
  readonly whose: Whose;
  /** Of a document for people; of a source that a browser may run. */
  readonly isProse: boolean;
  readonly isScript: boolean;
}

/** A folder of a client of payments. */
const OF_PAYMENTS = /(?:^|\/)payments?(?:[-_](?:api|client|sdk|service|provider|gateway))?\/[^/]+$/i;
export class FileTies {
  readonly #tied: TiedIn;
  /** Lines that name a base address, without those of one's own origin. */
  readonly #based: boolean;
  #bases: BasesIn | undefined;
  readonly #whose: Whose;
  readonly #proof: Proof;

  constructor(tied: TiedIn) {
    this.#tied = tied;
    this.#whose = tied.whose;
    this.#proof = new Proof(tied, {
      whose: this.#whose,
      isNamedOurs: (use) => this.#isNamedOurs(use),
    });
    this.#based = tied.text.split('\n').some(isBased);
  }

  /** Why the call is another product's, as far as anybody sees. */
  doubtOf(use: PathUse): string | undefined {
    const { around } = this.#tied;
    if (isPage(use)) return 'is a page about it, and no address that is called';
    if (isOfPage(use, this.#tied)) return OF_PAGE;
    if (this.#isCalledOurs(use)) return undefined;
    const blocks = around.data ? settingsAbove(use, this.#tied.text) : [];
    const kind = [...this.#namesOf(use), ...classesOf(use), ...blocks, around.name].find(isOfAnotherKind);
    if (kind !== undefined) return `is called at ${kind}, which names another kind of product`;
    const service = this.#proof.otherService(use);
    if (service !== undefined) return `is called ${service}, which names another kind of product`;
    const apart =
      use.side !== 'client' && !use.context.names.some(isOfPayments)
        ? this.#siblings().apart(use, this.#tied.text)
        : undefined;
    if (apart !== undefined) return `stands beside /api/v1/${apart}, which this service doesn't have`;
    if (this.#isNamedOurs(use)) return undefined;
    const foreign = this.#siblings().foreignAt(use, this.#tied.text);
    if (foreign !== undefined) return `is called beside /api/v1/${foreign}, which this service doesn't have`;
    const elsewhere = this.#whose.elsewhere(use);
    if (elsewhere !== undefined) return elsewhere;
    const { unknown, ofPayments } = this.#basesIn();
    const host = hostIn(use);
    if (host !== undefined) {
      if (this.#isBesideOurs(host, use)) return `is called at ${host}, beside an address of payments`;
      const isElsewhere = this.#isOthers(host, use) && this.#siblings().areElsewhere(use, this.#tied.text);
      return isElsewhere
        ? `is called at ${host}, and the paths of this service at another address`
        : undefined;
    }
    const somebody = ofPayments ? this.#whose.somebody(use) : undefined;
    if (somebody !== undefined) return `is called on ${somebody}, beside an address of payments`;
    if (around.neighbour) return undefined;
    const others = unknown.filter((one) => !LOCAL.test(one.host) || !this.#proof.isSpoken(use));
    const variable = variableOf(use, this.#tied.text);
    // Beside other calls at the same address, which are this service's, that is this service's, whatever host it is.
    if (variable !== undefined && this.#proof.isSpoken(use) && this.#siblings().hasOurs(use, this.#tied.text))
      return undefined;
    const own = others.find(
      (one) => isGivenTo(one, variable) || (around.data && standsBeside(one, use, this.#tied.text)),
    );
    // A variable that names somebody is given its address elsewhere.
    const other = own ?? (variable !== undefined && namesSomebody(variable) ? undefined : others[0]);
    if (other === undefined) return undefined;
    // Beside other calls of this service its client's address isn't known to be the one that is seen.
    const parties = new Set(unknown.map((one) => one.host.split('.').slice(-2).join('.')));
    if (!own && this.#proof.isSpoken(use) && parties.size < 2 && !ofPayments) return undefined;
    return `may be called at ${other.host}, a host that nothing ties to this service`;
  }

  untied(use: PathUse): Untied | undefined {
    const { around, isProse, isScript, text } = this.#tied;
    if (this.#isCalledOurs(use)) return undefined;
    const host = hostIn(use);
    if (isMachine(use) || isAtPort(use, text)) return 'origin';
    if (host !== undefined)
      return LOCAL.test(host) && (around.data || !this.#isNamedOurs(use)) ? 'origin' : undefined;
    if (isOrigin(addressOf(use, this.#tied.text))) return 'origin';
    if (this.#isNamedOurs(use)) return undefined;
    const line = isProse ? lineAt(text, use.at.start) : undefined;
    const isPath = use.path.startsWith('/') && variableOf(use, text) === undefined;
    const isBare = isPath && !(line === undefined ? this.#based : isBased(line));
    if (isBare && (around.data || isProse) && isAmongOurs(text, use.at.start)) return undefined;
    if (isProse && isBare && !this.#proof.isSpoken(use)) return 'said';
    if (isRelative(use, this.#tied) && !this.#proof.isSpoken(use)) return 'page';
    if (isBare && (isScript || isProse)) return 'origin';
    if (this.#proof.isSpoken(use) || around.neighbour) return undefined;
    const variable = variableOf(use, text);
    if (variable !== undefined) {
      const given = namesSomebody(variable) ? variable : (this.#whose.givenTo(variable) ?? '');
      if (given !== variable && isOfPayments(given)) return undefined;
      return namesSomebody(given) ? `named:${given}` : 'base';
    }
    const given = this.#whose.is(this.#whose.calledOn(use));
    if (given !== undefined && isOfPayments(given)) return undefined;
    const client = this.#whose.somebody(use) ?? clientOf(use);
    if (client !== undefined) return `client:${client}`;
    return isBare ? 'origin' : 'base';
  }

  /** Of a call of this service: by the name of whose address or client it is called, and whether that ties it. */
  ownerOf(use: PathUse): Pick<Hit, 'on' | 'loose' | 'inside'> {
    const on = this.#whose.is(this.#whose.calledOn(use));
    const host = hostIn(use);
    const isNamed = this.#isCalledOurs(use) || (on !== undefined && isOfPayments(on));
    const names = [...this.#namesOf(use), host ?? '', on ?? ''];
    const own = ownAs(names, host ?? '');
    const isSure = own === undefined && (isNamed || (host !== undefined && !LOCAL.test(host)));
    const loose = isSure ? {} : { loose: this.#siblings().resources() };
    return { ...(on === undefined ? {} : { on }), ...loose, ...(own === 'inside' ? { inside: true } : {}) };
  }

  whoseOf(use: PathUse): Pick<Hit, 'whose'> {
    const whose = this.#whose.ownerOf(use);
    return whose === undefined ? {} : { whose };
  }

  /** Why the client is another product's, by the other paths that it calls. */
  foreignOf(use: PathUse): string | undefined {
    if (this.#proof.isSpoken(use) || this.#tied.around.neighbour) return undefined;
    const path = this.#siblings().foreign(use, this.#tied.text);
    return path === undefined
      ? undefined
      : `is called beside /api/v1/${path}, which this service doesn't have`;
  }

  #siblings(): Siblings {
    return this.#whose.siblings();
  }

  /** Why what is called is one's own server, if that is sure. */
  ownOf(use: PathUse): string | undefined {
    const why = ofOwnServer(use, hostIn(use) ?? '', this.#tied);
    return why === OF_PAGE && isRelative(use, this.#tied) && this.#proof.isSpoken(use) ? undefined : why;
  }

  /** Its address, or what it is called on, says so. */
  #isCalledOurs(use: PathUse): boolean {
    const { hosts, clients } = this.#tied.around;
    const host = hostIn(use);
    if (host !== undefined && isOfPayments(host)) return true;
    const address = addressOf(use, this.#tied.text);
    if ((host !== undefined && namesHost(host, hosts)) || namesHost(address, hosts)) return true;
    const given = this.#whose.givenTo(this.#whose.calledOn(use)) ?? '';
    if (classesOf(use).some((name) => namesClient(name, clients))) return true;
    return [...this.#namesOf(use), given].some((name) => isOfPayments(name) || namesClient(name, clients));
  }

  /** What is around it does. */
  #isNamedOurs({ context, within, at }: PathUse): boolean {
    const { text, around, path } = this.#tied;
    const said = within ? text.slice(Math.max(within.start, at.start - STATEMENT), at.start) : '';
    return (
      [...context.names, ...classesOf({ context }), around.name, withoutAsides(said)].some(isOfPayments) ||
      OF_PAYMENTS.test(path)
    );
  }

  /** The file has an address of payments, and this is another. */
  #isBesideOurs(host: string, use: PathUse): boolean {
    return this.#isOthers(host, use) && this.#basesIn().ofPayments;
  }

  #isOthers(host: string, use: PathUse): boolean {
    return !LOCAL.test(host) && this.#tied.around.hosts.length === 0 && this.#proof.isSpoken(use);
  }

  #basesIn(): BasesIn {
    const { text, comments, around } = this.#tied;
    return (this.#bases ??= basesIn(text, comments, { hosts: around.hosts, named: false }));
  }

  #namesOf(use: PathUse): string[] {
    return calledIn(use, this.#tied.text, this.#tied.around.data);
  }
}
