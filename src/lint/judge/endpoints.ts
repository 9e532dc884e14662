// Which path of this service an address names, as far as it is written out, and which service owns its host.

export const OTHER_VENDORS =
  /stripe|paypal|adyen|plaid|\bwise\b|transferwise|braintree|\bcircle(?:fin)?\b|(?:\b|\b(?:new|get|create|make|use|init|via|with|to|from|call)_?)circle_?(?:api|client|sdk|http|service|gateway|provider|adapter|rail|request|config|account|business|transfer|payout|payment|wallet|mint|usdc)|checkout\.com|dwolla|squareup|coinbase|razorpay|mollie|klarna|paystack|flutterwave|modulr|gocardless|currencycloud|revolut|marqeta|twilio|sendgrid|github|slack|shopify|salesforce|hubspot|hubapi|pipedrive|zendesk|freshdesk|freshsales|freshworks|airtable|zoho|intercom(?!p)|servicenow|sugarcrm|activecampaign|mailchimp|dropbox|sharepoint|clickup|docsend|\bnotion\b|\basana\b|\bjira\b|\battio\b|sumsub|onfido|veriff|trulioo|middesk|jumio|complyadvantage|shuftipro|fourthline|idnow|dlocal|airwallex|modern_?-?treasury|thunes|rapyd|payoneer|tipalti|mangopay|lemonway|treezor|railsr|fireblocks|tazapay|synctera|lithic|worldpay|cybersource|authorize\.net|paysafe|nium\b|personio|workday|docusign|quickbooks|netsuite|bridge\.xyz|bridge_?(?:wallet|client|api|sdk|transfer|customer)|zero_?hash|moov\.io|increase\.(?:com|ach|wire|account_?[tT]ransfers|real_?time|check)|column\.com|treasuryprime|\bxero\b/i;

export type Endpoint = 'transfer' | 'quote' | 'customer' | 'onboarding' | 'upload' | 'tenant' | 'other';

const HOST = /^[a-z]+:\/\/([^/?#]*)/i;

export const hostOf = (url: string): string | undefined => {
  const host = HOST.exec(url)?.[1];
  if (host === undefined || host.includes('{')) return undefined;
  // Without who calls it, and without a port.
  return host
    .slice(host.lastIndexOf('@') + 1)
    .replace(/:\d{1,5}$/, '')
    .toLowerCase();
};

export function endpointOf(url: string, hosts: readonly string[]): Endpoint | undefined {
  const host = hostOf(url);
  const path = (url.replace(HOST, '').split(/[?#\s]/, 1)[0] ?? '').replace(/\/+$/, '');
  if (host !== undefined && isForeignHost(host, hosts)) return 'other';
  if (/(?:^|[/}])current-tenant(?:\/|$)/.test(path)) return 'tenant';
  if (/(?:^|[/}])transfers\/quote$/.test(path)) return 'quote';
  if (/(?:^|[/}])transfers\/documents$/.test(path)) return 'upload';
  if (/(?:^|[/}])transfers$/.test(path)) return hasVersion(path) ? 'transfer' : 'other';
  if (/(?:^|[/}])customers\/[^/]+\/documents$/.test(path)) return 'onboarding';
  if (/(?:^|[/}])customers$/.test(path)) return hasVersion(path) ? 'customer' : 'other';
  // A base address does not show which endpoint is called.
  if (/(?:^|\/|\{\})(?:api\/)?v1$|\/api$/.test(path)) return undefined;
  if (
    /\.(?:json|csv|ts|js|py|pdf|html?|png)$/.test(path) ||
    /^(?:\/|\{\})*$/.test(path) ||
    /^[\w-]+\/[\w.+-]+$/.test(url)
  )
    return undefined;
  return /^\/|^\{\}|^https?:/i.test(url) ? 'other' : undefined;
}

/** `/api/v1/...`, or a part of it behind something that isn't known. `/v1/...` and `/api/...` are other interfaces. */
function hasVersion(path: string): boolean {
  const before = path.replace(/\/?(?:transfers|customers)$/, '');
  if (/(?:^|\/|\})api\/v1$|\}\/?v1$|^v1$|^$/.test(before)) return true;
  const isOther = (part: string): boolean => part !== '' && !/\{\}|^(?:api|v1)$/.test(part);
  return before.endsWith('{}') && !before.split('/').some(isOther);
}

/** Letters, digits and dashes, or an address of numbers. Bounded: 253 characters. */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62}){0,30}$/;
const ADDRESS =
  /^(?:[a-z][a-z0-9+.-]{0,20}:\/\/)?(?:[^/@\s]{0,200}@)?([^/:?#@\s]{1,253})(?::\d{1,5})?(?:[/?#]\S{0,300})?$/i;

/** The host of a setting, which may be a base address or begin with `*.`; `undefined` if it names none. */
export function hostNamed(written: string): string | undefined {
  const host = ADDRESS.exec(written.trim().replace(/^\*\./, ''))?.[1]?.toLowerCase().replace(/\.$/, '') ?? '';
  return HOST_NAME.test(host) ? host : undefined;
}

/** Whether a host is one of the config file. */
export const isOwnHost = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((own) => host === own || host.endsWith(`.${own.replace(/^\*\./, '')}`));

export function isForeignHost(host: string, hosts: readonly string[]): boolean {
  if (isOwnHost(host, hosts)) return false;
  return hosts.length > 0 ? !/^(?:localhost|127\.)/.test(host) : OTHER_VENDORS.test(host);
}
