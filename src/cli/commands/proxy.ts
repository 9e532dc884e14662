// proxy: in front of a real service until a signal comes; deprecated uses are counted as they pass.
import { checkAddress } from '../../client/address.ts';
import { Proxy } from '../../sandbox/proxy.ts';
import type { ProxyArgs } from '../definitions/migration.ts';
import type { Io } from '../io.ts';
import { printJson, printTable } from '../render/print.ts';
import { inWords } from '../render/prose.ts';
import { startedOn } from '../this-process.ts';

export async function proxyCommand(args: ProxyArgs, io: Io): Promise<number> {
  const { to, port = 0 } = args;
  const options = { to: checkAddress('--to', to), port, now: () => io.now() };
  const proxy = await startedOn(port, Proxy.start(options));
  io.err(
    `${proxy.url} forwards everything to ${options.to}. Use ${proxy.url} as the service's address in your program. Counts so far: ${proxy.url}/__paybatch/uses (Ctrl-C ends it and shows them)\n`,
  );
  await new Promise<void>((resolve) => io.onSignal(() => resolve()));
  await proxy.stop();
  const uses = proxy.uses();
  const { requests, unread } = proxy;
  if (args.json) {
    printJson(io, { requests, unread, uses });
    return 0;
  }
  const head = ['times', 'method', 'path', 'field', 'rule', 'last'];
  const rows = uses.map(({ count, method, path, field, rule, last }) => {
    return [String(count), method, path, field, rule, last];
  });
  if (rows.length > 0) printTable(io, head, rows, [0]);
  const large = unread > 0 ? `; too large to be looked at: ${unread}` : '';
  const all = uses.reduce((sum, { count }) => sum + count, 0);
  const found = all === 0 ? 'no deprecated use' : inWords(all, 'deprecated use');
  io.out(`${inWords(requests, 'request')} forwarded, ${found}${large}.\n`);
  return 0;
}
