// The result of a rehearsal: calls with uses that are refused after the cutoff, calls that were refused for another
// reason and prove nothing, and whether the command survives. Pure.
import { createHash } from 'node:crypto';

import { dayAfter, isRefused } from '../interface/cutoff.ts';
import { ruleOf } from '../interface/rules.ts';
import type { ServedCall } from './options.ts';
import { deprecatedUses, type RequestUse, routeOf } from './uses.ts';

export interface JudgedCall {
  readonly method: string;
  readonly path: string;
  /** 0: no response. */
  readonly status: number;
  /** Why it was refused. */
  readonly message: string;
  /** Uses that are refused after the cutoff. */
  readonly uses: readonly RequestUse[];
}

export type RehearsalOutcome = 'survives' | 'deprecated' | 'not-proven';

export interface Rehearsed {
  readonly calls: number;
  /** Of these, requests for a token. */
  readonly tokenCalls: number;
  /** Calls with a use that is refused after the cutoff, whatever the response. */
  readonly refused: readonly JudgedCall[];
  /** Refused for another reason, or with an incomplete body: these calls prove nothing. */
  readonly notProven: readonly JudgedCall[];
  /** Refused calls of which the same request succeeded later, such as with a new token. */
  readonly repeated: number;
  /** Calls with a use of which the specification does not state whether it ends (in `uses`). */
  readonly unclear: readonly JudgedCall[];
  readonly outcome: RehearsalOutcome;
}

interface TakenCall extends JudgedCall {
  /** Method, path and body: equal in two calls of the same request. */
  readonly request: string;
  /** Uses without a stated end. */
  readonly open: readonly RequestUse[];
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
        // A token alone proves nothing.
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
