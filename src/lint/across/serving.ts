// Which files of a tree define the route of the ended path's name, by their text, by where they lie, or by a constant of another
// file; and what else of this service the tree answers itself.
import { isRouteByFolder, type Serves } from '../calls/own-route.ts';
import type { Looked } from '../look/look.ts';
import type { Finding } from '../model/finding.ts';
import { type NamedRoute, tailOf } from './named-routes.ts';

interface ServingTree {
  readonly looked: readonly (Looked | undefined)[];
  readonly names: readonly string[];
  readonly tell: (name: string) => string;
  readonly named: readonly NamedRoute[];
}

export class Serving {
  readonly #tree: ServingTree;
  /** How anything of the tree has the route. */
  readonly served: ReadonlySet<Serves>;
  readonly offers: ReadonlySet<string>;
  /** That it is a route, and where: one's own server first, and last what hands it on. */
  readonly route: string;

  constructor(tree: ServingTree) {
    this.#tree = tree;
    const { looked, names, named } = tree;
    const serving = looked.map((one, i) => servesIn(one, names[i] ?? ''));
    for (const { at, serves } of named) serving[at] ??= serves;
    this.served = new Set(serving.flatMap((one) => one ?? []));
    this.offers = new Set([
      ...looked.flatMap((one) => (one?.kind === 'scanned' ? (one.scanned.offers ?? []) : [])),
      ...named.flatMap(({ offers }) => offers),
    ]);
    this.route = this.#routeOf(serving);
  }

  /** Of a file's finding: that a server is given its constant, or the one that it is below. */
  byName(i: number, { field }: Finding): string | undefined {
    const own = tailOf(field);
    const named = this.#tree.named.find(
      ({ of, tail }) => of === i && (own === tail || own.startsWith(`${tail}/`)),
    );
    return named && this.#text(named.at, named.serves, named.line);
  }

  #routeOf(serving: readonly (Serves | undefined)[]): string {
    const order: readonly Serves[] = ['own', 'route', 'proxy'];
    const at = serving.indexOf(order.find((one) => serving.includes(one)));
    const one = this.#tree.looked[at];
    const named = this.#tree.named.find((other) => other.at === at);
    return this.#text(
      at,
      serving[at],
      one?.kind === 'scanned' && one.scanned.serves ? one.scanned.servedIn : named?.line,
    );
  }

  #text(at: number, serves: Serves | undefined, line: number | undefined): string {
    const place = `${this.#tree.tell(this.#tree.names[at] ?? '')}${line === undefined ? '' : `:${line}`}`;
    return `is a route that ${place} ${serves === 'proxy' ? 'hands on' : 'defines'}`;
  }
}

/** Which route a file defines, by its text, or by where it lies where it names nothing of this service. */
function servesIn(looked: Looked | undefined, file: string): Serves | undefined {
  if (looked?.kind === 'scanned' && looked.scanned.serves !== undefined) return looked.scanned.serves;
  const isSilent =
    looked?.kind === 'clean' ||
    looked?.kind === 'weak' ||
    (looked?.kind === 'scanned' && looked.scanned.service !== true);
  return isSilent && isRouteByFolder(file) ? 'own' : undefined;
}
