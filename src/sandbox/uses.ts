// Deprecated uses in one request, by method, path and body: what the sandbox refuses after the cutoff, what the proxy
// counts as it passes.
import { byName, type Deprecation, type RuleId } from '../interface/deprecations.ts';
import { DATA_URL } from '../interface/transfer.ts';
import { operationOf, routed } from './app.ts';

export interface Use {
  readonly rule: RuleId;
  /** The field, document type or path. */
  readonly field: string;
  /** Where it is one only if the service takes the path so, of which it says nothing. */
  readonly by?: string;
}

/** As tables show it. */
export const fieldText = ({ field, by }: Use): string => (by === undefined ? field : `${field} (by ${by})`);

const CUSTOMER = byName('customer');
const BREAKDOWN = byName('customer-breakdown');
const DOCUMENTS = byName('onboarding-document');

/** `//current-tenant` may be the same to the service, or no path of it: it is told of, with that. */
export function deprecatedUses(method: string, path: string, body: string): Use[] {
  const uses = usesAt(method, path, body);
  const whole = path
    .split('/')
    .filter((part, i) => i === 0 || part !== '')
    .join('/');
  if (uses.length > 0 || whole === path) return uses;
  return usesAt(method, whole, body).map((use) => ({ ...use, by: 'a path with an empty segment' }));
}

function usesAt(method: string, path: string, body: string): Use[] {
  const uses: Use[] = [];
  if (/\/api\/v1\/current-tenant(?=\/|$)/.test(routed(path)))
    uses.push({ rule: 'current-tenant-endpoint', field: path });
  const fields = objectOf(body);
  if (!fields) return uses;
  switch (operationOf(method, path)) {
    case 'createTransfer':
    case 'quoteTransfer':
      if ('amount' in fields) uses.push({ rule: 'transfer-amount', field: 'amount' });
      for (const item of [fields['documents']].flat()) {
        if (typeof item === 'string' && DATA_URL.test(item)) {
          uses.push({ rule: 'transfer-documents-base64', field: 'documents' });
        }
      }
      break;
    case 'createCustomer':
      for (const name of Object.keys(fields)) add(uses, CUSTOMER.get(name));
      for (const name of Object.keys(objectIn(fields['transactionBreakdown'])))
        add(uses, BREAKDOWN.get(name));
      break;
    case 'uploadCustomerDocument':
      for (const value of Object.values(fields))
        if (typeof value === 'string') add(uses, DOCUMENTS.get(value));
      break;
    default:
  }
  return uses;
}

function add(uses: Use[], entry: Deprecation | undefined): void {
  if (entry) uses.push({ rule: entry.rule, field: entry.what });
}

function objectOf(body: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(body) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>) // just checked
      : undefined;
  } catch {
    return undefined;
  }
}

const objectIn = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
