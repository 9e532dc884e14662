// A copy of a ledger between two places of any kind. The target is held first: of two copies at once one is told so.
import type { PostgresAddress } from '../postgres/address.ts';
import { type Copied, copyLedger, type CopyPoint } from './copy.ts';
import { withFileSource } from './file-source.ts';
import { withFileTarget } from './file-target.ts';
import type { Opening } from './postgres-source.ts';
import type { Target } from './sides.ts';

export type FromPlace =
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'postgres'; readonly opening: Opening };
export type ToPlace =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'postgres'; readonly address: PostgresAddress };

export interface CopyJob {
  readonly from: FromPlace;
  readonly to: ToPlace;
  readonly now: () => Date;
  /** Where this host remembers that the source is sealed. */
  readonly stateFolder: string;
  readonly at?: ((point: CopyPoint) => void) | undefined;
}

/** Errors: LedgerError. What speaks to Postgres is loaded where one of the two is kept there. */
export async function copyBetween({ from, to, now, stateFolder, at }: CopyJob): Promise<Copied> {
  const carry = async (target: Target): Promise<Copied> => {
    if (from.kind === 'file')
      return withFileSource({ path: from.path, now, stateFolder }, (source) =>
        copyLedger(source, target, at),
      );
    const { withPostgresSource } = await import('./postgres-source.ts');
    return withPostgresSource(from.opening, (source) => copyLedger(source, target, at));
  };
  if (to.kind === 'file') return withFileTarget(to.path, now, carry);
  const { withPostgresTarget } = await import('./postgres-target.ts');
  return withPostgresTarget(to.address, now, carry);
}
