// Faults that can be switched on: what, for which operation, and when. Pure; server.ts acts on them.
import * as z from 'zod';

import { ENDPOINT_IDS, type EndpointId } from '../interface/endpoints.ts';
import type { SeededRandom } from './random.ts';

export const FAULT_KINDS = {
  refuse: 'stop listening for `ms` (1000), then listen again',
  'reset-before': 'reset the connection; execute nothing',
  'reset-after': 'execute, then reset the connection',
  'status-before': 'respond with `status` (500); execute nothing',
  'status-after': 'execute, then respond with `status` (500)',
  '429': 'respond with 429 and Retry-After `retryAfter` (1); execute nothing',
  '401': 'respond with 401; execute nothing',
  '500-before': 'respond with 500; execute nothing',
  '500-after': 'execute, then respond with 500',
  slow: 'execute, then respond after `ms` (500)',
  hang: 'execute, and never respond',
  garbage: 'execute, then respond with 201 and a body that is not JSON',
  'cut-short': 'execute, then break off in the middle of the response',
  'no-id': 'execute, then respond with 201 and an empty object',
  redirect: 'respond with 307 to the same path; execute nothing',
} as const;
const number = z.number().min(0).optional();
const count = z.int().min(1).optional();

const faultSchema = z.strictObject({
  kind: z.enum(Object.keys(FAULT_KINDS) as FaultKind[]), // its keys
  /** All operations without it. */
  operation: z.enum(ENDPOINT_IDS).optional(),
  /** Only the first N matching requests. */
  first: count,
  /** Only every Nth matching request. */
  every: count,
  /** Only with this chance, by the seed. */
  rate: z.number().min(0).max(1).optional(),
  ms: number,
  status: number,
  /** Seconds, or an HTTP date. */
  retryAfter: z.union([z.string(), z.number()]).optional(),
});
export type FaultSpec = z.input<typeof faultSchema>;
type FaultKind = keyof typeof FAULT_KINDS;

/** Parses `KIND[@OPERATION][:key=value,...]`. Errors: an Error in plain words. */
export function parseFault(text: string): FaultSpec {
  const [, kind = '', operation, settings] = /^([^@:]+)(?:@([^:]+))?(?::(.*))?$/.exec(text) ?? [];
  const pairs = (settings?.split(',') ?? []).map((part) => {
    const [key = '', value = ''] = part.split('=');
    return [key, key === 'retryAfter' ? value : Number(value)];
  });
  return checkFault({ kind, operation, ...(Object.fromEntries(pairs) as object) });
}

/** Checks a fault that came as JSON. Errors: an Error in plain words. */
export function checkFault(value: unknown): FaultSpec {
  const { data, error } = faultSchema.safeParse(value);
  if (data) return data;
  const flaws = error.issues.map(({ path, message }) => [...path, message].join(': '));
  throw new Error(`unusable fault: ${flaws.join('; ')}`);
}

/** The faults that are on, with how often each has matched. */
export class Faults {
  #active: { spec: FaultSpec; matched: number }[] = [];
  readonly #random: SeededRandom;

  constructor(specs: readonly FaultSpec[], random: SeededRandom) {
    this.#random = random;
    for (const spec of specs) this.add(spec);
  }

  add(spec: FaultSpec): void {
    this.#active.push({ spec, matched: 0 });
  }

  list(): FaultSpec[] {
    return this.#active.map(({ spec }) => spec);
  }

  clear(): void {
    this.#active = [];
  }

  /** The first fault that matches this request, if any. */
  next(operation: EndpointId): FaultSpec | undefined {
    for (const active of this.#active) {
      const { spec } = active;
      if (spec.kind === 'refuse' || (spec.operation !== undefined && spec.operation !== operation)) continue;
      active.matched++;
      if (spec.first !== undefined && active.matched > spec.first) continue;
      if (spec.every !== undefined && active.matched % spec.every !== 0) continue;
      if (spec.rate !== undefined && this.#random() >= spec.rate) continue;
      return spec;
    }
    return undefined;
  }
}
