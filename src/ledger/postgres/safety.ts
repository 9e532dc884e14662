// Whether a server keeps what it has confirmed. It is checked at every connection, before anything is read. Pure.
import { refusal } from '../ledger-error.ts';
import { ledgerMessage } from '../messages.ts';
import { postgresMessage, type ServerFault } from './messages.ts';

/** Settings and state of a server, in one row. */
export interface ServerFacts {
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly server_encoding: string;
  readonly standby: boolean;
  readonly synchronous_standby_names: string;
  readonly standbys: number;
  /** Eight hexadecimal digits; empty on a standby. */
  readonly timeline: string;
}

/** A base backup in progress, or a reader of logical changes, is not a standby. */
export const FACTS = `
  SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
    current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('server_encoding') AS server_encoding, pg_is_in_recovery() AS standby,
    current_setting('synchronous_standby_names') AS synchronous_standby_names,
    (SELECT count(*)::int FROM pg_stat_replication r WHERE coalesce(r.state, '') <> 'backup' AND NOT EXISTS
      (SELECT 1 FROM pg_replication_slots s WHERE s.active_pid = r.pid AND s.slot_type = 'logical')) AS standbys,
    CASE WHEN pg_is_in_recovery() THEN '' ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline
`;

const SAFE_COMMITS = ['on', 'remote_apply'];

/** Errors: {@link LedgerError} (`ledger_unsafe`), which names the setting. */
export function checkServer(shown: string, facts: ServerFacts): void {
  const fault = faultOf(facts);
  if (!fault) return;
  const why = postgresMessage('server_fault', { fault });
  throw refusal('ledger_unsafe', ledgerMessage('ledger_cannot', { ledger: shown, be: 'trusted', why }));
}

function faultOf(facts: ServerFacts): ServerFault | undefined {
  if (facts.standby) return { is: 'standby' };
  for (const name of ['fsync', 'full_page_writes'] as const) {
    if (facts[name] !== 'on') return { is: 'setting', name, value: facts[name] };
  }
  const { synchronous_commit: value } = facts;
  if (!SAFE_COMMITS.includes(value)) return { is: 'commit', value };
  const { standbys } = facts;
  if (standbys > 0 && facts.synchronous_standby_names === '')
    return { is: 'no_synchronous_standby', standbys };
  if (facts.server_encoding !== 'UTF8') return { is: 'encoding', value: facts.server_encoding };
  return undefined;
}
