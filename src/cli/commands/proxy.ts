// proxy: in front of a real service until a signal comes; deprecated uses are counted as they pass.
import { checkAddress } from '../../client/address.ts';
import { Proxy } from '../../sandbox/proxy.ts';
import { fieldText } from '../../sandbox/uses.ts';
import type { ProxyArgs } from '../definitions/migration.ts';
import type { Io } from '../io.ts';
import { plainTable, widthOf } from '../render/table.ts';
import { startedOn } from '../test-service.ts';

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
  const { requests, unread, refused } = proxy;
  if (args.json)
    io.out(`${JSON.stringify({ requests, unread, refused: Object.fromEntries(refused), uses })}\n`);
  else {
    const rows = uses.map((use) => [
      ...[String(use.count), use.method, use.path],
      ...[fieldText(use), use.rule, use.last],
    ]);
    if (rows.length > 0)
      io.out(`${plainTable(['times', 'method', 'path', 'field', 'rule', 'last'], rows, [0], widthOf(io))}\n`);
    const large = unread > 0 ? `; ${unread} bodies were too large to be looked at` : '';
    io.out(
      `${requests} request${requests === 1 ? '' : 's'} forwarded${refusedText(refused)}${large}. ${uses.length === 0 ? 'No deprecated use among them.' : `${uses.reduce((sum, { count }) => sum + count, 0)} deprecated uses.`}\n`,
    );
  }
  return 0;
}

/** What failed for another reason proves nothing about the calls that would follow. */
function refusedText(refused: ReadonlyMap<number, number>): string {
  const count = [...refused.values()].reduce((sum, one) => sum + one, 0);
  const by = [...refused].sort(([a], [b]) => a - b).map(([status, times]) => `${times} with ${status}`);
  return count === 0 ? '' : `, ${count} of them refused by the service (${by.join(', ')})`;
}
