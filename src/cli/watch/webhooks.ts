// Calls to those who watch: --notify and --ping. One attempt each, five seconds for all of them together, no redirect;
// what fails is a warning and changes nothing. The addresses are secrets: only their host is ever shown.
import { proxyFor, type ProxySettings } from '../../client/proxy.ts';
import { plain } from '../../files/plain.ts';
import type { Message } from './message.ts';

/** For all calls of a command together, in milliseconds. */
export const ALL_CALLS_MS = 5000;

/** `URL/start`, `URL/fail`: a path below the address, its query kept. */
export function below(url: URL, ending: string): URL {
  const other = new URL(url);
  let end = url.pathname.length;
  while (url.pathname[end - 1] === '/') end--;
  other.pathname = `${url.pathname.slice(0, end)}/${ending}`;
  return other;
}

/** One call. Resolves to why it failed, or to `undefined`. Never rejects. */
export async function call(
  url: URL,
  body: Message | undefined,
  proxySettings: ProxySettings | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const proxy = proxyFor(url.href, proxySettings);
  // A large part: a check that calls nobody doesn't load it.
  const { ProxyAgent, request } = await import('undici');
  const agent = proxy && new ProxyAgent(proxy.href);
  try {
    const answer = await request(url, {
      method: body ? 'POST' : 'GET',
      signal,
      ...(agent && { dispatcher: agent }),
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    await answer.body.dump();
    return answer.statusCode >= 200 && answer.statusCode < 300 ? undefined : `answered ${answer.statusCode}`;
  } catch (error) {
    if (signal.aborted) return 'no answer in time';
    const { code } = error as { code?: unknown }; // Node's and undici's errors have one; a message could hold the address
    return plain(typeof code === 'string' ? code : 'failed', 60);
  } finally {
    await agent?.destroy();
  }
}
