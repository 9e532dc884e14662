// Calls to those who watch: --notify and --ping. One attempt each, five seconds for all of them together, no redirect;
// what fails is a warning and changes nothing. The addresses are secrets: only their host is ever shown.
import { proxyFor, type ProxySettings } from '../../client/proxy.ts';
import { plain } from '../../files/plain.ts';
import { STATUSES } from '../render/summary.ts';
import type { EndedRun } from './ended.ts';

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

export interface Message {
  readonly text: string;
  readonly runId: string | null;
  readonly kind: string | null;
  readonly environment: string | null;
  readonly exitCode: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly totals?: EndedRun['totals'];
}

/** Never an amount or a name unless asked for. */
export function messageOf(run: EndedRun, details: boolean): Message {
  const { runId, kind, environment, exitCode, counts, totals, errorCode } = run;
  const found = STATUSES.filter(({ status }) => status in counts).map(
    ({ status }) => `${counts[status] ?? 0} ${status}`,
  );
  const what = found.length > 0 ? found.join(', ') : errorCode === '' ? 'no rows' : errorCode;
  const sums = details ? totalsText(totals) : '';
  const text = `paybatch run${runId === null ? '' : ` ${runId}`} ended with exit code ${exitCode}: ${what}${sums}`;
  return { text, runId, kind, environment, exitCode, counts, ...(details && { totals }) };
}

/** The sums of each currency that aren't nought: of a message, Slack shows the text alone. */
function totalsText(totals: EndedRun['totals']): string {
  const parts = Object.entries(totals).map(([currency, sums]) => {
    const own = Object.entries(sums).filter(([, sum]) => sum !== '0');
    return `; ${plain(currency)}: ${own.map(([status, sum]) => `${sum} ${status}`).join(', ')}`;
  });
  return parts.filter((part) => !part.endsWith(': ')).join('');
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
