// What selftest and the process that it kills say to each other. Types.
import type { Profile } from '../../../interface/profile.ts';

export interface Job {
  readonly file: string;
  readonly results: string;
  readonly ledger: string;
  /** Of the documents. */
  readonly folder: string;
  readonly url: string;
  readonly profile: Partial<Profile>;
  /** `POINT:N`, as crash-point.ts has it; none: to its end. */
  readonly crash: string | undefined;
}

export type Told = { readonly exitCode: number } | { readonly failed: string };
