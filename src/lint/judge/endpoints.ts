// Which path of this service an address is, as far as it is written out; and whose host it is.
import { OTHER_VENDORS } from './vendors.ts';

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
  // A base address says nothing of where a call goes.
  if (/(?:^|\/|\{\})(?:api\/)?v1$|\/api$/.test(path)) return undefined;
  if (
    /\.(?:json|csv|ts|js|py|pdf|html?|png)$/.test(path) ||
    /^(?:\{\})?$/.test(path) ||
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

/** Whether a host is one of the config file. */
export const isOwnHost = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((own) => host === own || host.endsWith(`.${own.replace(/^\*\./, '')}`));

export function isForeignHost(host: string, hosts: readonly string[]): boolean {
  if (isOwnHost(host, hosts)) return false;
  return hosts.length > 0 ? !/^(?:localhost|127\.)/.test(host) : OTHER_VENDORS.test(host);
}
