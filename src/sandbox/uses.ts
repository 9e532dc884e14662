// The operation that a request reaches, and the deprecated uses in it: what the sandbox counts, or refuses after the
// cutoff, what the proxy counts, and what a rehearsal reports.
import { parsedJson } from '../files/parsed-json.ts';
import { type Deprecation, ENDED, type RuleId } from '../interface/deprecations.ts';
import { ENDPOINT_IDS, type EndpointId, ENDPOINTS } from '../interface/endpoints.ts';
import { DATA_URL } from '../interface/transfer.ts';

export interface Route {
  readonly id: EndpointId;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether the path has its earlier name (section 4, rule 1). */
  readonly isEarlier: boolean;
}

const PATTERNS = ENDPOINT_IDS.map((id) => ({
  id,
  method: ENDPOINTS[id].method,
  pattern: new RegExp(`^${ENDPOINTS[id].path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

const EARLIER = /\/api\/v1\/current-tenant(?=\/|$)/;

/** A path as it is compared: `%2D` is a hyphen. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

export function routeOf(method: string, path: string): Route | undefined {
  const asked = decoded(path);
  const verb = method === 'HEAD' ? 'GET' : method;
  const current = asked.replace(EARLIER, '/api/v1/developer');
  for (const { id, method: own, pattern } of PATTERNS) {
    const match = own === verb ? pattern.exec(current) : null;
    if (match) return { id, parameters: { ...match.groups }, isEarlier: current !== asked };
  }
  return undefined;
}

export interface RequestUse {
  readonly rule: RuleId;
  /** The field, document type or path. */
  readonly field: string;
}

/** A path with `//` is read as the service may read it: with one slash. */
export function deprecatedUses(method: string, asked: string, body: string): RequestUse[] {
  const path = asked.replace(/\/{2,}/g, '/');
  const uses: RequestUse[] = [];
  const add = (entry: Deprecation | undefined): void => {
    if (entry) uses.push({ rule: entry.rule, field: entry.what });
  };
  if (EARLIER.test(decoded(path))) uses.push({ rule: 'current-tenant-endpoint', field: path });
  const fields = objectOf(body);
  switch (routeOf(method, path)?.id) {
    case 'createTransfer':
    case 'quoteTransfer':
      if ('amount' in fields) uses.push({ rule: 'transfer-amount', field: 'amount' });
      if ([fields['documents']].flat().some((item) => typeof item === 'string' && DATA_URL.test(item)))
        uses.push({ rule: 'transfer-documents-base64', field: 'documents' });
      break;
    case 'createCustomer':
      for (const name of Object.keys(fields)) add(ENDED.customer.get(name));
      for (const name of Object.keys(fields['transactionBreakdown'] ?? {})) add(ENDED.breakdown.get(name));
      break;
    case 'uploadCustomerDocument':
      for (const value of Object.values(fields))
        if (typeof value === 'string') add(ENDED.documentType.get(value));
      break;
    default:
  }
  return uses;
}

/** The fields of a body; none if it is not a JSON object. */
function objectOf(body: string): Record<string, unknown> {
  const value = parsedJson(body);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : {}; // just checked
}
