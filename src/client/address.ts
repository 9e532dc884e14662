// The service's addresses: https only, loopback aside, and one spelling each.
import { isLoopback } from '../interface/environment.ts';
import { CallError } from './call-error.ts';

const VERSION_PATH = '/api/v1';

/** Checks an address and returns it without a trailing slash. Errors: {@link CallError}. */
export function checkAddress(name: string, text: string): string {
  const refuse = (problem: string): never => {
    throw new CallError('address', name, problem);
  };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refuse(`"${text}" is not an address; expected something like https://api.example.com`);
  }
  if (url.username !== '' || url.password !== '') {
    refuse('the address holds a user name or password; credentials have separate settings');
  }
  if (url.search !== '' || url.hash !== '') {
    refuse('the address must not have a query or a fragment');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    refuse(`${url.protocol}//${url.host} is not https; only loopback may do without`);
  }
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  if (path.toLowerCase().endsWith(VERSION_PATH)) {
    const base = `${url.origin}${path.slice(0, -VERSION_PATH.length)}`;
    refuse(
      `${VERSION_PATH} is put behind the address by paybatch itself, and no call would be found: write ${base}`,
    );
  }
  return `${url.origin}${path}`;
}
