// A proxy that breaks a connection at a chosen moment: when a client has sent a certain text, before or after the
// server received it.
import { connect, createServer, type Socket } from 'node:net';

import { onTestFinished } from 'vitest';

export interface CuttingProxy {
  readonly port: number;
  /**
   * Breaks the next connections (`times`) that send this text: `before` the server has it, or before its response
   * comes back (`answer`). New connections wait for `meanwhile`.
   */
  cut: (text: string, when: 'before' | 'answer', times?: number, meanwhile?: () => Promise<unknown>) => void;
  /** Breaks the connection when the transaction with this text was committed, before the response comes back. */
  cutCommit: (text: string, times?: number) => void;
  /** How many connections it has broken. */
  readonly cuts: () => number;
}

interface Armed {
  readonly text: string;
  readonly when: 'before' | 'answer' | 'commit';
  times: number;
  readonly meanwhile?: (() => Promise<unknown>) | undefined;
}

/** One connection, which breaks as `armed` says. Then it calls `onCut`. */
function between(
  client: Socket,
  upstream: Socket,
  armed: () => Armed | undefined,
  onCut: (one: Armed) => void,
): void {
  let [mute, isPart] = [false, false];
  const hit = (one: Armed): void => {
    one.times--;
    onCut(one);
  };
  client.on('data', (bytes: Buffer) => {
    const one = armed();
    if (!one || mute) {
      upstream.write(bytes);
      return;
    }
    if (bytes.includes(one.text)) {
      isPart = one.when === 'commit';
      if (!isPart) hit(one);
      if (one.when === 'before') {
        client.destroy();
        return;
      }
      mute = one.when === 'answer';
    }
    // Responses to the earlier statements of the transaction are lost as well.
    if (isPart && bytes.includes('COMMIT')) {
      hit(one);
      mute = true;
    }
    upstream.write(bytes);
  });
  upstream.on('data', (bytes: Buffer) => {
    if (!mute) client.write(bytes);
    else if (!isPart || bytes.includes('COMMIT')) client.destroy();
  });
}

export async function cuttingProxy(port: number): Promise<CuttingProxy> {
  let armed: Armed | undefined;
  let cuts = 0;
  let meanwhile: Promise<unknown> = Promise.resolve();
  const open = new Set<Socket>();
  const lead = (client: Socket): void => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    between(
      client,
      upstream,
      () => (armed && armed.times > 0 ? armed : undefined),
      (one) => {
        cuts++;
        if (one.meanwhile) meanwhile = one.meanwhile();
      },
    );
  };
  const server = createServer({ pauseOnConnect: true }, (client) => {
    void meanwhile.then(() => {
      lead(client);
      client.resume();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port: own } = server.address() as { port: number };
  return {
    port: own,
    cut: (text, when, times = 1, more) => (armed = { text, when, times, meanwhile: more }),
    cutCommit: (text, times = 1) => (armed = { text, when: 'commit', times }),
    cuts: () => cuts,
  };
}
