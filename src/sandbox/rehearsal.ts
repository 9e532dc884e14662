// A rehearsal's judgement: which calls the service refuses on that day for what they still use, which ones it refused for
// another reason and so prove nothing, and whether what was called survives. Pure: exchanges in, a verdict out.
import { dayAtMs, isRefused } from '../interface/cutoff.ts';
import { type RuleId, ruleOf } from '../interface/rules.ts';
import { operationOf } from './app.ts';
import type { Exchange } from './options.ts';
import { deprecatedUses, type Use } from './uses.ts';

export interface JudgedCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly message: string;
  /** Each use of what is refused on that day; empty when it was refused for another reason. */
  readonly uses: readonly Use[];
}

export type Outcome = 'survives' | 'deprecated' | 'not-proven';

export interface Rehearsed {
  readonly calls: number;
  /** With a use of what has ended, whatever was answered. */
  readonly refused: readonly JudgedCall[];
  /** Refused for another reason: nobody knows what would become of them. */
  readonly notProven: readonly JudgedCall[];
  readonly outcome: Outcome;
}

/** Judges calls as they come; bodies are let go at once. */
export class Rehearsal {
  readonly #cutoff: string;
  readonly #now: () => number;
  readonly #calls: JudgedCall[] = [];

  constructor(cutoff: string, now: () => number) {
    this.#cutoff = cutoff;
    this.#now = now;
  }

  take({ method, path, body, status, message }: Exchange): void {
    const day = dayAtMs(this.#now());
    const ended = (rule: RuleId): boolean => isRefused(ruleOf(rule).end, day, this.#cutoff);
    const uses = deprecatedUses(method, path, body).filter(({ rule }) => ended(rule));
    this.#calls.push({ method, path, status, message, uses });
  }

  end(): Rehearsed {
    const refused = this.#calls.filter(({ uses }) => uses.length > 0);
    const succeeded = this.#calls.filter(({ status, uses }) => status < 400 && uses.length === 0);
    const proven = new Set(succeeded.map(kindOf));
    const notProven = this.#calls.filter(
      (call) =>
        call.uses.length === 0 &&
        call.status >= 400 &&
        // A token that had run out and was renewed: the same call came through.
        !(call.status === 401 && proven.has(kindOf(call))),
    );
    // A token proves nothing of what is done with it.
    const reached = succeeded.some(({ method, path }) => operationOf(method, path) !== 'token');
    const survives = reached && notProven.length === 0;
    const outcome: Outcome = refused.length > 0 ? 'deprecated' : survives ? 'survives' : 'not-proven';
    return { calls: this.#calls.length, refused, notProven, outcome };
  }
}

/** Calls of one kind: the operation, or the route where there is none. */
const kindOf = ({ method, path }: JudgedCall): string => operationOf(method, path) ?? `${method} ${path}`;
