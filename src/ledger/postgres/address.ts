// Parses the address of a ledger on Postgres. It opens nothing.
import { isLoopback } from '../../interface/environment.ts';
import { type LedgerError, refusal } from '../ledger-error.ts';
import { type AddressFault, postgresMessage } from './messages.ts';

/** libpq's names, without those that continue unencrypted when encryption fails (prefer, allow). */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

export type Variables = Readonly<Record<string, string | undefined>>;

export interface PostgresAddress {
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** For an address without a password: PGPASSWORD, PGPASSFILE, HOME. */
  readonly variables: Variables;
  readonly database: string | undefined;
  readonly ssl: SslMode;
  /** A file with the certificates of trusted authorities; else the system's are used. */
  readonly rootCertificate: string | undefined;
  readonly schema: string;
  /** Without its password, for people and for comparing. */
  readonly shown: string;
}

const DEFAULT_SCHEMA = 'paybatch';
const PARAMETERS = ['host', 'sslmode', 'sslrootcert', 'password'];

export const isPostgres = (ledger: string): boolean => /^postgres(ql)?:/i.test(ledger);

export interface AddressSettings {
  readonly password?: string | undefined;
  readonly variables?: Variables;
  readonly schema?: string | undefined;
}

/** Whether the address has a password in either place, even one with unescaped characters. */
export function hasPassword(text: string): boolean {
  const [, rest = ''] = text.split(/^[a-z]+:\/\//i);
  const user = rest.slice(0, Math.max(0, rest.lastIndexOf('@')));
  return user.includes(':') || /[?&](?:ssl)?password=[^&#]/i.test(text);
}

/** Errors: {@link LedgerError} (`ledger_path`), without any password. */
export function postgresAddress(text: string, settings: AddressSettings = {}): PostgresAddress {
  if (!URL.canParse(text)) throw unusable({ is: 'unreadable' });
  const url = new URL(text);
  const schema = settings.schema ?? DEFAULT_SCHEMA;
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(schema)) throw unusable({ is: 'schema', schema });
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) throw unusable({ is: 'parameter', value: name, known: PARAMETERS });
  }
  const host = url.searchParams.get('host') ?? decoded(url.hostname).replace(/^\[(.*)\]$/, '$1');
  if (host === '') throw unusable({ is: 'no_host' });
  const [user, database] = [decoded(url.username), decoded(url.pathname.slice(1))];
  const inAddress = decoded(url.password) || (url.searchParams.get('password') ?? '');
  const port = url.port === '' ? 5432 : Number(url.port);
  const shownHost = host.includes(':') ? `[${host}]` : host.startsWith('/') ? encodeURIComponent(host) : host;
  return {
    host,
    port,
    user: user === '' ? undefined : user,
    database: database === '' ? undefined : database,
    password: settings.password ?? (inAddress === '' ? undefined : inAddress),
    variables: settings.variables ?? {},
    ssl: sslMode(url.searchParams.get('sslmode'), host),
    rootCertificate: url.searchParams.get('sslrootcert') ?? undefined,
    schema,
    shown: `postgres://${user === '' ? '' : `${encodeURIComponent(user)}@`}${shownHost}:${port}/${encodeURIComponent(database)}${schema === DEFAULT_SCHEMA ? '' : ` (schema ${schema})`}`,
  };
}

function sslMode(given: string | null, host: string): SslMode {
  if (given === null) return isHere(host) ? 'disable' : 'verify-full';
  const known = SSL_MODES.find((mode) => mode === given);
  if (known === undefined) throw unusable({ is: 'ssl_mode', value: given, known: SSL_MODES });
  return known;
}

const isHere = (host: string): boolean =>
  host.startsWith('/') || isLoopback(host.includes(':') ? `[${host}]` : host);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unusable({ is: 'bad_percent' });
  }
}

const unusable = (fault: AddressFault): LedgerError =>
  refusal('ledger_path', postgresMessage('address_unusable', { fault }));
