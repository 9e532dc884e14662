// A rehearsal's judgement: which calls the service refuses after the cutoff for what they still use, whatever its clock
// says now; which ones it refused for another reason and so prove nothing; and whether what was called survives. Pure:
// exchanges in, a verdict out.
import { createHash } from 'node:crypto';

import { dayAfter, dayAtMs, isRefused } from '../interface/cutoff.ts';
import { ruleOf } from '../interface/rules.ts';
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
  /** Each use of what is refused after the cutoff; empty when it was refused for another reason. */
  readonly uses: readonly Use[];
}

export type Outcome = 'survives' | 'deprecated' | 'not-proven';

export interface Rehearsed {
  readonly calls: number;
  /** Of these, for a token. */
  readonly tokenCalls: number;
  /** With a use of what has ended, whatever was answered. */
  readonly refused: readonly JudgedCall[];
  /** Refused for another reason, or never judged whole: nobody knows what would become of them. */
  readonly notProven: readonly JudgedCall[];
  /** Turned away unread, found good, and repeated with success: a token that had run out. */
  readonly repeated: number;
  /** With a use of which the service doesn't state whether it ends (in `uses`), whatever was answered. */
  readonly unclear: readonly JudgedCall[];
  readonly outcome: Outcome;
}

interface Taken extends JudgedCall {
  /** Method, address and body: what makes two of them the same request. */
  readonly request: string;
  /** Nothing is said against the request itself, as far as it was turned away. */
  readonly isGood: boolean;
  /** Uses whose end is not stated. */
  readonly open: readonly Use[];
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
    // A clock that is set to an earlier day changes the answers, not what becomes of the call after the cutoff.
    const day = [dayAtMs(this.#now()), dayAfter(this.#cutoff)].sort().at(-1) ?? '';
    const found = deprecatedUses(method, path, body);
    const uses = found.filter(({ rule }) => isRefused(ruleOf(rule).end, day, this.#cutoff));
    const open = found.filter(({ rule }) => ruleOf(rule).end.kind === 'not-stated');
    const objection = hasSucceeded(exchange) ? undefined : (broken ?? objectionTo(exchange));
    const reasons = new Set([exchange.message, objection ?? ''].filter((reason) => reason !== ''));
    const isGood = objection === undefined && (hasSucceeded(exchange) || isTurnedAway(status));
    const request = `${method} ${path}${query} ${createHash('sha256').update(body).digest('hex')}`;
    const message = [...reasons].join(ALSO);
    this.#calls.push({ method, path, status, message, uses, request, isGood, open });
  }

  end(): Rehearsed {
    const refused: JudgedCall[] = [];
    const notProven: JudgedCall[] = [];
    const unclear: JudgedCall[] = [];
    let repeated = 0;
    let tokenCalls = 0;
    let hasReached = false;
    // From the last call to the first: what was turned away is proven by a success of the same request that comes after
    // it, and each success makes up for one. Five payments of the same body that were turned away are five.
    const successes = new Map<string, number>();
    for (const { isGood, request, open, ...call } of this.#calls.toReversed()) {
      const left = successes.get(request);
      const isToken = operationOf(call.method, call.path) === 'token';
      if (isToken) tokenCalls++;
      if (open.length > 0) unclear.push({ ...call, uses: open });
      if (call.uses.length > 0) refused.push(call);
      else if (hasSucceeded(call)) {
        successes.set(request, (left ?? 0) + 1);
        // A token proves nothing of what is done with it.
        hasReached ||= !isToken;
      } else if (isGood && left !== undefined && left > 0) {
        successes.set(request, left - 1);
        repeated++;
      } else notProven.push(left === 0 ? { ...call, message: `${call.message}${ALSO}${FEWER}` } : call);
    }
    const survives = hasReached && notProven.length === 0;
    const outcome: Outcome = refused.length > 0 ? 'deprecated' : survives ? 'survives' : 'not-proven';
    return {
      calls: this.#calls.length,
      tokenCalls,
      refused: refused.reverse(),
      notProven: notProven.reverse(),
      repeated,
      unclear: unclear.reverse(),
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
