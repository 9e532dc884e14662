// The addresses of --notify and --ping, and one call. The addresses are secrets: only their host is ever shown.
import { proxyFor, type ProxySettings } from '../../client/proxy.ts';
import { plain } from '../../files/plain.ts';
import { isLoopback } from '../../interface/environment.ts';
import { SettingError } from '../io.ts';

/** Errors: {@link UsageError} that doesn't repeat the address. */
export function hookAddress(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const good = url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  if (!good) throw new SettingError(`${name}: expected an https address (loopback may be http)`, 'settings');
  return url;
}

/** Where an address is set, as messages name it: `--notify`, `notify (paybatch.config.json)`. */
export const hookPlace = (name: 'notify' | 'ping', source: string): string =>
  source === `--${name}` ? source : `${name} (${source})`;

/** The address as it may be shown. */
export function shownHook(text: string): string {
  return URL.canParse(text) ? `${new URL(text).protocol}//${new URL(text).host}/...` : '********';
}

/** `URL/start`, `URL/fail`: a path below the address, its query kept. */
export function below(url: URL, ending: string): URL {
  const other = new URL(url);
  other.pathname = url.pathname.replace(/\/$/, '') + `/${ending}`;
  return other;
}

/** One call. Resolves to why it failed, or to `undefined`. Never rejects. */
export async function call(
  url: URL,
  body: object | undefined,
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
