// What files say of one another: who imports whom, what a script sends where, and what one tells others of its package.
import type { Job, Looked } from '../look/look.ts';
import { isSilent } from '../model/told.ts';
import { Barrels } from './barrels.ts';
import { Links } from './links.ts';
import { Neighbours } from './neighbours.ts';
import { Sent } from './sent.ts';

export class Around {
  readonly #neighbours = new Neighbours();
  readonly #links: Links;
  readonly #sent: Sent;
  readonly #barrels: Barrels;

  constructor(cwd: string, files: readonly string[]) {
    this.#barrels = new Barrels(files);
    this.#sent = new Sent(cwd);
    this.#links = new Links(cwd);
  }

  add(file: string, looked: Looked | undefined): void {
    if (looked?.kind !== 'scanned') return;
    this.#neighbours.add(file);
    for (const { file: other, urls } of looked.sends) this.#sent.add(file, other, urls);
    if (looked.told) this.#links.add(file, this.#barrels.through(file, looked.imports ?? []), looked.told);
  }

  /** What a file imports, with what it imports through barrels. */
  through(file: string, imports: readonly string[]): readonly string[] {
    return this.#barrels.through(file, imports);
  }

  /** Whether a file imports one that speaks of the service. */
  isBeside(file: string, looked: Looked | undefined): boolean {
    const imports = looked?.kind === 'scanned' || looked?.kind === 'weak' ? (looked.imports ?? []) : [];
    return this.#neighbours.imports(file, this.#barrels.through(file, imports));
  }

  /** What a file with weak words tells, now that it was read. */
  addWeak(file: string, first: Looked | undefined, looked: Looked | undefined): void {
    if (first?.kind !== 'weak' || looked?.kind !== 'scanned' || !looked.told) return;
    if (!isSilent(looked.told))
      this.#links.add(file, this.#barrels.through(file, first.imports), looked.told);
  }

  /** Weak words count beside strong evidence: in data by itself, in code through what it imports or is imported by. */
  secondLook(file: string, looked: Looked | undefined): Job[] {
    if (looked?.kind !== 'weak' && looked?.kind !== 'scanned') return [];
    const isCode = looked.kind === 'weak' ? looked.isCode : looked.told !== undefined;
    const imports = isCode ? this.#barrels.through(file, looked.imports ?? []) : [];
    const told = isCode ? this.#links.toldTo(file, imports, looked.kind === 'weak') : undefined;
    if (looked.kind === 'scanned') return told ? [{ file, said: { neighbour: false, urls: [], told } }] : [];
    const neighbour = this.#neighbours.imports(file, isCode ? imports : looked.imports);
    const urls = this.#sent.urlsOf(file);
    const helps = looked.inline === true && this.#links.serves(file);
    const isAlone = !neighbour && !told && urls.length === 0 && isCode && !helps;
    if (isAlone && looked.papers !== true) return [];
    const papersAlone = isAlone ? { papersAlone: true } : {};
    return [{ file, said: { neighbour, urls, ...(told ? { told } : {}), ...papersAlone } }];
  }
}
