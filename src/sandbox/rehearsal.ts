// A rehearsal's judgement: which calls the service refuses after the cutoff for what they still use, which ones it
// refused for another reason and so prove nothing, and whether what was called survives. Pure: exchanges in, a verdict
// out.
import { createHash } from 'node:crypto';

import { dayAfter, isRefused } from '../interface/cutoff.ts';
import { ruleOf } from '../interface/rules.ts';
import type { ServedCall } from './options.ts';
import { type DeprecatedUse, deprecatedUses, routeOf } from './uses.ts';

export interface JudgedCall {
  readonly method: string;
  readonly path: string;
  /** 0: no response. */
  readonly status: number;
  /** Why it was refused. */
  readonly message: string;
  /** Each use of what is refused after the cutoff. */
  readonly uses: readonly DeprecatedUse[];
}

export type RehearsalOutcome = 'survives' | 'deprecated' | 'not-proven';

export interface Rehearsed {
  readonly calls: number;
  /** Of these, for a token. */
  readonly tokenCalls: number;
  /** With a use of what has ended, whatever the response. */
  readonly refused: readonly JudgedCall[];
  /** Refused for another reason, or without a whole body: nobody knows what would become of them. */
  readonly notProven: readonly JudgedCall[];
  /** Refused, and the same request succeeded later: a token that had expired. */
  readonly repeated: number;
  /** With a use of which the service doesn't state whether it ends (in `uses`). */
  readonly unclear: readonly JudgedCall[];
  readonly outcome: RehearsalOutcome;
}

interface TakenCall extends JudgedCall {
  /** Method, path and body: equal in two calls of the same request. */
  readonly request: string;
  /** Uses whose end is not stated. */
  readonly open: readonly DeprecatedUse[];
}

/** Judges calls as they come; bodies are not kept. */
export class Rehearsal {
  readonly #cutoff: string;
  readonly #calls: TakenCall[] = [];

  constructor(cutoff: string) {
    this.#cutoff = cutoff;
  }

  take({ method, path, body, status, message }: ServedCall): void {
    const found = deprecatedUses(method, path, body);
    const uses = found.filter(({ rule }) =>
      isRefused(ruleOf(rule).end, dayAfter(this.#cutoff), this.#cutoff),
    );
    const open = found.filter(({ rule }) => ruleOf(rule).end.kind === 'not-stated');
    const request = `${method} ${path} ${createHash('sha256').update(body).digest('hex')}`;
    this.#calls.push({ method, path, status, message, uses, request, open });
  }

  end(): Rehearsed {
    const refused: JudgedCall[] = [];
    const notProven: JudgedCall[] = [];
    const unclear: JudgedCall[] = [];
    let repeated = 0;
    let tokenCalls = 0;
    let hasProven = false;
    // From the last call to the first: a refused request is proven by a success of the same request after it.
    const succeeded = new Set<string>();
    for (const { request, open, ...call } of this.#calls.toReversed()) {
      const isToken = routeOf(call.method, call.path)?.id === 'token';
      if (isToken) tokenCalls++;
      if (open.length > 0) unclear.unshift({ ...call, uses: open });
      if (call.uses.length > 0) refused.unshift(call);
      else if (call.status >= 200 && call.status < 300) {
        succeeded.add(request);
        // A token proves nothing of what is done with it.
        hasProven ||= !isToken;
      } else if (succeeded.has(request)) repeated++;
      else notProven.unshift(call);
    }
    const survives = hasProven && notProven.length === 0;
    const outcome: RehearsalOutcome =
      refused.length > 0 ? 'deprecated' : survives ? 'survives' : 'not-proven';
    return { calls: this.#calls.length, tokenCalls, refused, notProven, repeated, unclear, outcome };
  }
}
