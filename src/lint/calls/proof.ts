// What makes a call this service's beyond its name: words of its file, an address that what it is called on is given, or paths that
// nobody else has. It beats names of services that companies have of their own.
import type { Surroundings } from '../judge/evidence.ts';
import type { PathUse } from '../model/model.ts';
import { isOfOtherService } from './addresses.ts';
import { namesAddress, speaksInWords } from './own-words.ts';
import type { Whose } from './whose.ts';

/** Below the ended path, and nowhere else: whoever calls them calls this service. */
const OWN_TAILS = /current-tenant\/(?:webhook-config|crypto-instruction)(?![\w-])/;

interface Beside {
  readonly whose: Whose;
  readonly isNamedOurs: (use: PathUse) => boolean;
}

export class Proof {
  readonly #text: string;
  readonly #around: Surroundings;
  readonly #beside: Beside;
  #speaks: boolean | undefined;
  #addressed: boolean | undefined;

  constructor({ text, around }: { readonly text: string; readonly around: Surroundings }, beside: Beside) {
    this.#text = text;
    this.#around = around;
    this.#beside = beside;
  }

  /** An address of payments in the file is no word of a call that is made at somebody's, unless that is given it. */
  isSpoken(use: PathUse): boolean {
    const { hosts } = this.#around;
    const { whose } = this.#beside;
    this.#speaks ??= OWN_TAILS.test(this.#text) || speaksInWords(this.#text, this.#around);
    this.#addressed ??= this.#speaks || namesAddress(this.#text, hosts);
    if (this.#speaks || !this.#addressed) return this.#speaks;
    return !whose.isNamed(use) || whose.isGivenAddress(use, hosts);
  }

  /** What it is called on, or in, that companies have of their own. */
  otherService(use: PathUse): string | undefined {
    const { whose } = this.#beside;
    const on = whose.is(whose.calledOn(use)) ?? '';
    if (isOfOtherService(on)) return this.#isProven(use) ? undefined : `at ${on}`;
    if (this.isSpoken(use) || this.#around.neighbour) return undefined;
    const { name = '' } = whose.ownerOf(use) ?? {};
    return isOfOtherService(name) && !this.#isProven(use) ? `in ${name}` : undefined;
  }

  /** By its class, its package, what it is given, or paths that nobody else has. */
  #isProven(use: PathUse): boolean {
    const { whose, isNamedOurs } = this.#beside;
    return (
      OWN_TAILS.test(use.path) ||
      isNamedOurs(use) ||
      whose.siblings().isStrongOn(whose.calledOn(use)) ||
      (this.isSpoken(use) && this.#speaks === true && whose.siblings().hasTransfers(use, this.#text)) ||
      whose.isGivenAddress(use, this.#around.hosts)
    );
  }
}
