// What ties a call of the path to this service, which is not the only one that has it. --fix changes a call whose address may be
// another product's, or one's own server's, nowhere.
import type { Hit, Untied } from '../finding.ts';
import { hostOf } from '../hosts.ts';
import type { PathUse, Span } from '../model.ts';
import {
  type Base,
  type BasesIn,
  basesIn,
  isComment,
  isOfAnotherKind,
  isOfPayments,
  namesSomebody,
} from './addresses.ts';
import { along } from './along.ts';
import { addressOf, classesOf, clientOf, givesPayments, variableOf } from './called-at.ts';
import type { Surroundings } from './evidence.ts';
import { speaksOfService } from './own-words.ts';
import { unfixed } from './unfixed.ts';

export interface TiedIn {
  readonly text: string;
  readonly comments: readonly Span[];
  readonly around: Surroundings;
  readonly path: string;
  /** Of a document for people; of a source that a browser may run. */
  readonly isProse: boolean;
  readonly isScript: boolean;
}

const LOCAL = /^(?:(?:[\w-]{1,40}\.){0,2}localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host\.docker\.internal)$/;
/** A host of which the first part isn't written out. Bounded: 253 characters. */
const PARTLY = /^[a-z]+:\/\/\{\}\.([\w-]{1,63}(?:\.[\w-]{1,63}){1,4})(?::\d{1,5})?(?:\/|$)/i;
/** A base that a browser, or a test of one's own server, is given. */
const ORIGIN =
  /location\.(?:origin|host|href|protocol)|import\.meta\.env|\b(?:NEXT_PUBLIC|VITE|REACT_APP|VUE_APP|NUXT_PUBLIC|EXPO_PUBLIC|PUBLIC|__ENV)[_.]|\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0)\b|(?:base_?url|baseURL|prefix_?url)["']?\s{0,3}[:=]\s{0,3}["'`]\/|\b(?:TestServer|live_server|self_?url)\b/i;
/** Of these, those of a page. */
const PAGE =
  /location\.(?:origin|host|href|protocol)|import\.meta\.env|\b(?:NEXT_PUBLIC|VITE|REACT_APP|VUE_APP|NUXT_PUBLIC|EXPO_PUBLIC)_/;
/** This machine, without a scheme. */
const AT_HOME = /(?:^|[\s"'`])(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d{2,5})?\/api\/v1\/$/;
/** A machine whose name isn't written out, and its port. */
const MACHINE = /^(?:(?:localhost|127\.0\.0\.1):\d{2,5}|http:\/\/\{\}|\}\}):\d{2,5}\//;
/** A name of a base address, in a line of it. */
const BASED =
  /https?:\/\/[\w{$.-]|\b(?:base|prefix)_?(?:url|uri|path|address)\b|\b(?:api|service|settle|server)_?(?:url|uri|host|base)\b|[_a-z](?:BaseUrl|BaseURL|BaseAddress|ApiUrl|BASE_URL|API_URL|_URL|_HOST)\b/i;
/** A folder of a client of payments. */
const OF_PAYMENTS = /(?:^|\/)payments?(?:[-_](?:api|client|sdk|service|provider|gateway))?\/[^/]+$/i;
const MAX_LINES = 200;
/** As much of its statement. */
const STATEMENT = 300;

/** Sure calls with what speaks against changing them; those that nothing ties are marked so. */
export function withTies(hits: readonly Hit[], uses: readonly PathUse[], tied: TiedIn): Hit[] {
  if (!hits.some(isSure)) return [...hits];
  const file = new File(tied);
  const usesAt = along(uses, ({ at }) => at);
  return hits.map((hit) => {
    const use = isSure(hit) ? mostComplete(usesAt(hit)) : undefined;
    if (!use) return hit;
    const doubt = file.doubtOf(use);
    if (doubt !== undefined)
      return {
        ...hit,
        ...{ confidence: 'medium', fix: undefined, doubted: true, evidence: [...hit.evidence, doubt] },
      };
    const untied = file.untied(use);
    if (!untied) return hit;
    const why = hit.fix ? file.ownOf(use) : undefined;
    return { ...(why === undefined ? hit : { ...unfixed(hit, why), doubted: true }), untied };
  });
}

const isSure = ({ entry, confidence }: Hit): boolean => entry.where === 'path' && confidence === 'high';

/** Of the uses that a hit stands in. */
const mostComplete = (uses: readonly PathUse[]): PathUse | undefined =>
  uses.reduce<PathUse | undefined>(
    (best, use) => (use.path.length > (best?.path.length ?? 0) ? use : best),
    undefined,
  );

class File {
  readonly #tied: TiedIn;
  /** Lines that name a base address, without those of one's own origin. */
  readonly #based: boolean;
  #bases: BasesIn | undefined;
  #speaks: boolean | undefined;
  /** Lines that give a name what is of payments, and which names they do. */
  #ofPayments: readonly string[] | undefined;
  readonly #ours = new Map<string, boolean>();

  constructor(tied: TiedIn) {
    this.#tied = tied;
    this.#based = tied.text.split('\n').some(isBased);
  }

  /** Why the call is another product's, as far as anybody sees. */
  doubtOf(use: PathUse): string | undefined {
    const { around } = this.#tied;
    if (this.#isCalledOurs(use)) return undefined;
    const kind = [...this.#namesOf(use), ...classesOf(use), around.name].find(isOfAnotherKind);
    if (kind !== undefined) return `is called at ${kind}, which names another kind of product`;
    if (this.#isNamedOurs(use)) return undefined;
    const { unknown, ofPayments } = this.#basesIn();
    const host = hostIn(use);
    if (host !== undefined)
      return this.#isBesideOurs(host) ? `is called at ${host}, beside an address of payments` : undefined;
    const somebody = ofPayments ? this.#somebodyOf(use) : undefined;
    if (somebody !== undefined) return `is called at ${somebody}, beside an address of payments`;
    if (around.neighbour) return undefined;
    const others = unknown.filter((one) => !LOCAL.test(one.host) || !this.#isSpoken());
    const variable = variableOf(use, this.#tied.text);
    const own = others.find((one) => isGivenTo(one, variable) || this.#standsBeside(one, use));
    // A variable that names somebody is given its address elsewhere.
    const other = own ?? (variable !== undefined && namesSomebody(variable) ? undefined : others[0]);
    if (other === undefined) return undefined;
    // Beside other calls of this service its client's address isn't known to be the one that is seen.
    const parties = new Set(unknown.map((one) => one.host.split('.').slice(-2).join('.')));
    if (!own && this.#isSpoken() && parties.size < 2 && !ofPayments) return undefined;
    return `may be called at ${other.host}, a host that nothing ties to this service`;
  }

  untied(use: PathUse): Untied | undefined {
    const { around, isProse, isScript, text } = this.#tied;
    if (this.#isCalledOurs(use)) return undefined;
    const host = hostIn(use);
    if (MACHINE.test(use.path)) return 'origin';
    if (host !== undefined) return LOCAL.test(host) && !this.#isNamedOurs(use) ? 'origin' : undefined;
    if (ORIGIN.test(addressOf(use, this.#tied.text))) return 'origin';
    if (this.#isNamedOurs(use)) return undefined;
    const line = isProse ? lineAt(text, use.at.start) : undefined;
    const isPath = use.path.startsWith('/') && variableOf(use, text) === undefined;
    const isBare = isPath && !(line === undefined ? this.#based : isBased(line));
    if (isProse && isBare && !this.#isSpoken()) return 'said';
    if (isBare && (isScript || isProse)) return 'origin';
    if (this.#isSpoken() || around.neighbour) return undefined;
    const variable = variableOf(use, text);
    if (variable !== undefined) return namesSomebody(variable) ? `named:${variable}` : 'base';
    const client = this.#somebodyOf(use) ?? clientOf(use);
    if (client !== undefined) return `client:${client}`;
    return isBare ? 'origin' : 'base';
  }

  /** Why what is called is one's own server, if that is sure. */
  ownOf(use: PathUse): string | undefined {
    if (LOCAL.test(hostIn(use) ?? '') || MACHINE.test(use.path)) return 'is called at this machine';
    if (AT_HOME.test(addressOf(use, this.#tied.text))) return 'is called at this machine';
    return PAGE.test(addressOf(use, this.#tied.text))
      ? 'is asked of the server that its page came from'
      : undefined;
  }

  /** Its address, or what it is called on, says so. */
  #isCalledOurs(use: PathUse): boolean {
    const { hosts, clients } = this.#tied.around;
    const host = hostIn(use);
    if (host !== undefined && isOfPayments(host)) return true;
    const address = addressOf(use, this.#tied.text);
    if (hosts.some((own) => host === own || address.includes(own))) return true;
    return this.#namesOf(use).some((name) => isOfPayments(name) || clients.some((one) => name.includes(one)));
  }

  /** What is around it does. */
  #isNamedOurs({ context, within, at }: PathUse): boolean {
    const { text, around, path } = this.#tied;
    const said = within ? text.slice(Math.max(within.start, at.start - STATEMENT), at.start) : '';
    return (
      [...context.names, ...classesOf({ context }), around.name, said].some(isOfPayments) ||
      OF_PAYMENTS.test(path)
    );
  }

  /** In data: an address of the same object. */
  #standsBeside({ at }: Base, use: PathUse): boolean {
    const { text, around } = this.#tied;
    if (!around.data || !use.path.startsWith('/')) return false;
    const [from, to] = at < use.at.start ? [at, use.at.start] : [use.at.start, at];
    const between = text.slice(from, to);
    if (between.length > STATEMENT || /[{}[\]]/.test(between)) return false;
    const indent = (place: number): number => /\S/.exec(lineAt(text, place))?.index ?? 0;
    return indent(at) === indent(use.at.start) && indent(at) > 0;
  }

  /** The file has an address of payments, and this is another. */
  #isBesideOurs(host: string): boolean {
    if (LOCAL.test(host) || this.#tied.around.hosts.length > 0 || !this.#isSpoken()) return false;
    return this.#basesIn().ofPayments;
  }

  #isSpoken(): boolean {
    return (this.#speaks ??= speaksOfService(this.#tied.text, this.#tied.around));
  }

  #basesIn(): BasesIn {
    const { text, comments, around } = this.#tied;
    return (this.#bases ??= basesIn(text, comments, { hosts: around.hosts, named: false }));
  }

  /** Variables of its address, and what it is called on. */
  #namesOf(use: PathUse): string[] {
    const [call = ''] = use.context.names;
    return [...(addressOf(use, this.#tied.text).match(/[A-Za-z_][\w.]{0,60}/g) ?? []), call];
  }

  /** The variable of its address, or what it is called on, where it names somebody else than payments. */
  #somebodyOf(use: PathUse): string | undefined {
    const [call = ''] = use.context.names;
    const variable = variableOf(use, this.#tied.text);
    const object = this.#tied.around.data ? '' : call.split('.').slice(0, -1).join('.');
    const name = variable ?? object;
    return namesSomebody(name) && !this.#isOurs(name) ? name : undefined;
  }

  /** A name that a line of payments gives something to. */
  #isOurs(name: string): boolean {
    const last = name.split('.').at(-1) ?? name;
    this.#ofPayments ??= this.#tied.text.split('\n').filter(givesPayments).slice(0, MAX_LINES);
    let isOurs = this.#ours.get(last);
    if (isOurs === undefined) {
      isOurs = this.#ofPayments.some((line) => line.includes(last));
      this.#ours.set(last, isOurs);
    }
    return isOurs;
  }
}

/** Whether an address is given to a variable, which may be a member: `options.base`. */
const isGivenTo = ({ name }: Base, variable: string | undefined): boolean =>
  variable !== undefined && name.split('.').at(-1) === variable.split('.').at(-1);

/** The host that a call names, or that its client has; its end, where no more is written out. */
export const hostIn = ({ path, base }: PathUse): string | undefined =>
  hostOf(path) ?? PARTLY.exec(path)?.[1]?.toLowerCase() ?? hostOf(base?.url ?? '');

const isBased = (line: string): boolean => BASED.test(line) && !ORIGIN.test(line) && !isComment(line);

/** The line of a place; of one as long as a file, what stands near. */
function lineAt(text: string, at: number): string {
  const from = Math.max(0, at - STATEMENT);
  const near = text.slice(from, at + STATEMENT);
  const end = near.indexOf('\n', at - from);
  return near.slice(near.lastIndexOf('\n', at - from - 1) + 1, end < 0 ? undefined : end);
}
