// Faults that can be switched on: what, for which operation, and when. Pure; server.ts acts on them.
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
export type FaultKind = keyof typeof FAULT_KINDS;

export interface FaultSpec {
  readonly kind: FaultKind;
  /** All operations without it. */
  readonly operation?: EndpointId;
  /** Only the first N matching requests. */
  readonly first?: number;
  /** Only every Nth matching request. */
  readonly every?: number;
  /** Only with this chance, by the seed. */
  readonly rate?: number;
  readonly ms?: number;
  readonly status?: number;
  /** Seconds, or an HTTP date. */
  readonly retryAfter?: string;
}

const NUMBERS = ['first', 'every', 'rate', 'ms', 'status'] as const;

/** Parses `KIND[@OPERATION][:key=value,...]`. Errors: an Error in plain words. */
export function parseFault(text: string): FaultSpec {
  const [, kind = '', operation, settings] = /^([^@:]+)(?:@([^:]+))?(?::(.*))?$/.exec(text) ?? [];
  const spec: Record<string, unknown> = { kind };
  if (operation !== undefined) spec['operation'] = operation;
  for (const part of settings?.split(',') ?? []) {
    const [key = '', value = ''] = part.split('=');
    spec[key] = key === 'retryAfter' ? value : Number(value);
  }
  return checkFault(spec);
}

/** Checks a fault that came as JSON. Errors: an Error in plain words. */
export function checkFault(value: unknown): FaultSpec {
  const spec = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>; // checked below
  const { kind, operation } = spec;
  if (typeof kind !== 'string' || !Object.hasOwn(FAULT_KINDS, kind)) {
    throw new Error(`unknown fault "${String(kind)}": one of ${Object.keys(FAULT_KINDS).join(', ')}`);
  }
  if (operation !== undefined && !(ENDPOINT_IDS as readonly unknown[]).includes(operation)) {
    throw new Error(`unknown operation ${JSON.stringify(operation)}: one of ${ENDPOINT_IDS.join(', ')}`);
  }
  for (const key of Object.keys(spec)) {
    if (key === 'kind' || key === 'operation' || key === 'retryAfter') continue;
    const isNumber = (NUMBERS as readonly string[]).includes(key);
    if (!isNumber || typeof spec[key] !== 'number' || !(spec[key] >= 0)) {
      throw new Error(`fault ${kind}: "${key}" is not a numeric setting (${NUMBERS.join(', ')}, retryAfter)`);
    }
  }
  return spec as unknown as FaultSpec; // every field was checked above
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

  clear(): void {
    this.#active = [];
  }

  /** The fault that this request meets, if any: the first that matches. */
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
