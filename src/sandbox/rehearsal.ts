// A rehearsal's judgement: which calls the service refuses on that day for what they still use, which ones it refused for
// another reason and so prove nothing, and whether what was called survives. Pure: exchanges in, a verdict out.
import { createHash } from 'node:crypto';

import { dayAtMs, isRefused } from '../interface/cutoff.ts';
import { type RuleId, ruleOf } from '../interface/rules.ts';
import { operationOf } from './app.ts';
import { objectionTo } from './objection.ts';
import type { Exchange } from './options.ts';
import { deprecatedUses, type Use } from './uses.ts';

export interface JudgedCall {
  readonly method: string;
  readonly path: string;
  /** 0: none was answered. */
  readonly status: number;
  /** Why it was refused, and what else would have been said to its body. */
  readonly message: string;
  /** Each use of what is refused on that day; empty when it was refused for another reason. */
  readonly uses: readonly Use[];
}

export type Outcome = 'survives' | 'deprecated' | 'not-proven';

export interface Rehearsed {
  readonly calls: number;
  /** With a use of what has ended, whatever was answered. */
  readonly refused: readonly JudgedCall[];
  /** Refused for another reason, or never judged whole: nobody knows what would become of them. */
  readonly notProven: readonly JudgedCall[];
  /** Turned away unread, found good, and repeated with success: a token that had run out. */
  readonly repeated: number;
  readonly outcome: Outcome;
}

interface Taken extends JudgedCall {
  /** Method, address and body: what makes two of them the same request. */
  readonly request: string;
  /** Nothing is said against the request itself, as far as it was turned away. */
  readonly isGood: boolean;
}

/** Judges calls as they come; bodies are let go at once. */
export class Rehearsal {
  readonly #cutoff: string;
  readonly #now: () => number;
  readonly #calls: Taken[] = [];

  constructor(cutoff: string, now: () => number) {
    this.#cutoff = cutoff;
    this.#now = now;
  }

  take(exchange: Exchange): void {
    const { method, path, query, body, broken, status } = exchange;
    const day = dayAtMs(this.#now());
    const ended = (rule: RuleId): boolean => isRefused(ruleOf(rule).end, day, this.#cutoff);
    const uses = deprecatedUses(method, path, body).filter(({ rule }) => ended(rule));
    const objection = hasSucceeded(exchange) ? undefined : (broken ?? objectionTo(exchange));
    const reasons = new Set([exchange.message, objection ?? ''].filter((reason) => reason !== ''));
    const isGood = objection === undefined && (hasSucceeded(exchange) || isTurnedAway(status));
    const request = `${method} ${path}${query} ${createHash('sha256').update(body).digest('hex')}`;
    this.#calls.push({ method, path, status, message: [...reasons].join(ALSO), uses, request, isGood });
  }

  end(): Rehearsed {
    const refused: JudgedCall[] = [];
    const notProven: JudgedCall[] = [];
    let repeated = 0;
    let hasReached = false;
    // From the last call to the first: what was turned away is proven by a success of the same request that comes after
    // it, and each success makes up for one. Five payments of the same body that were turned away are five.
    const successes = new Map<string, number>();
    for (const { isGood, request, ...call } of this.#calls.toReversed()) {
      const left = successes.get(request);
      if (call.uses.length > 0) refused.push(call);
      else if (hasSucceeded(call)) {
        successes.set(request, (left ?? 0) + 1);
        // A token proves nothing of what is done with it.
        hasReached ||= operationOf(call.method, call.path) !== 'token';
      } else if (isGood && left !== undefined && left > 0) {
        successes.set(request, left - 1);
        repeated++;
      } else notProven.push(left === 0 ? { ...call, message: `${call.message}${ALSO}${FEWER}` } : call);
    }
    const survives = hasReached && notProven.length === 0;
    const outcome: Outcome = refused.length > 0 ? 'deprecated' : survives ? 'survives' : 'not-proven';
    return {
      calls: this.#calls.length,
      refused: refused.reverse(),
      notProven: notProven.reverse(),
      repeated,
      outcome,
    };
  }
}

const ALSO = '; also: ';
const FEWER = 'this request succeeded fewer times than it was refused';

const hasSucceeded = ({ status }: Pick<JudgedCall, 'status'>): boolean => status >= 200 && status < 300;

/** Answers that say nothing of the request itself, since nobody looked at it. */
const isTurnedAway = (status: number): boolean =>
  status === 0 || status === 307 || status === 401 || status === 429 || status >= 500;
