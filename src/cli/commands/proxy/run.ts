// proxy: in front of a real service until a signal comes; deprecated uses are counted as they pass.
import { checkAddress } from '../../../client/address.ts';
import { Proxy } from '../../../sandbox/proxy.ts';
import { type Io, UsageError } from '../../io.ts';
import { startedOn } from '../../own-server.ts';
import { plainTable, widthOf } from '../../render/table.ts';
import type { ProxyArgs } from './index.ts';

export async function proxyCommand(args: ProxyArgs, io: Io): Promise<number> {
  const { to, port = 0 } = args;
  if (to === undefined) throw new UsageError('proxy: --to URL is needed: the address of the service');
  const options = { to: checkAddress('--to', to), port, now: () => io.now() };
  const proxy = await startedOn(port, Proxy.start(options));
  io.err(
    `${proxy.url} passes everything on to ${options.to}; counts: ${proxy.url}/__paybatch/uses (Ctrl-C ends it)\n`,
  );
  await new Promise<void>((resolve) => io.onSignal(() => resolve()));
  await proxy.stop();
  const uses = proxy.uses();
  const { requests, unread } = proxy;
  if (args.json) io.out(`${JSON.stringify({ requests, unread, uses })}\n`);
  else {
    const rows = uses.map(({ count, method, path, field, rule, last }) => [
      String(count),
      method,
      path,
      field,
      rule,
      last,
    ]);
    if (rows.length > 0)
      io.out(`${plainTable(['times', 'method', 'path', 'field', 'rule', 'last'], rows, [0], widthOf(io))}\n`);
    const large = unread > 0 ? `; ${unread} bodies were too large to be looked at` : '';
    io.out(
      `${requests} requests passed${large}. ${uses.length === 0 ? 'No deprecated use among them.' : `${uses.reduce((sum, { count }) => sum + count, 0)} deprecated uses.`}\n`,
    );
  }
  return 0;
}
