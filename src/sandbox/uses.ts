// Deprecated uses in one request, by method, path and body: what the sandbox refuses after the cutoff, what the proxy
// counts as it passes.
import { byName, type Deprecation, type RuleId } from '../interface/deprecations.ts';
import { DATA_URL } from '../interface/transfer.ts';
import { operationOf, routed } from './app.ts';

export interface Use {
  readonly rule: RuleId;
  /** The field, document type or path. */
  readonly field: string;
}

const CUSTOMER = byName('customer');
const BREAKDOWN = byName('customer-breakdown');
const DOCUMENTS = byName('onboarding-document');

/** A path with `//` is read as the service may read it: with one slash. */
export function deprecatedUses(method: string, asked: string, body: string): Use[] {
  const path = asked.replace(/\/{2,}/g, '/');
  const uses: Use[] = [];
  const add = (entry: Deprecation | undefined): void => {
    if (entry) uses.push({ rule: entry.rule, field: entry.what });
  };
  if (/\/api\/v1\/current-tenant(?=\/|$)/.test(routed(path)))
    uses.push({ rule: 'current-tenant-endpoint', field: path });
  const fields = objectOf(body);
  switch (operationOf(method, path)) {
    case 'createTransfer':
    case 'quoteTransfer':
      if ('amount' in fields) uses.push({ rule: 'transfer-amount', field: 'amount' });
      for (const item of [fields['documents']].flat())
        if (typeof item === 'string' && DATA_URL.test(item))
          uses.push({ rule: 'transfer-documents-base64', field: 'documents' });
      break;
    case 'createCustomer':
      for (const name of Object.keys(fields)) add(CUSTOMER.get(name));
      for (const name of Object.keys(fields['transactionBreakdown'] ?? {})) add(BREAKDOWN.get(name));
      break;
    case 'uploadCustomerDocument':
      for (const value of Object.values(fields)) if (typeof value === 'string') add(DOCUMENTS.get(value));
      break;
    default:
  }
  return uses;
}

/** The fields of a body; none for what is no JSON object. */
function objectOf(body: string): Record<string, unknown> {
  try {
    const value = JSON.parse(body) as unknown;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : {}; // just checked
  } catch {
    return {};
  }
}
