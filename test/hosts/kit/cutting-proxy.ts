// A way to a server that breaks off at a chosen moment: when a client has sent a text, before or after the server got
// it.
import { connect, createServer, type Socket } from 'node:net';

import { onTestFinished } from 'vitest';

export interface CuttingProxy {
  readonly port: number;
  /**
   * Breaks the connection that sends this text next, or so many of them: `before` the server has it, or before its
   * `answer` comes back. Whoever connects next waits for `meanwhile`.
   */
  cut: (text: string, when: 'before' | 'answer', times?: number, meanwhile?: () => Promise<unknown>) => void;
  /** Breaks it when the transaction that this text is part of was committed, before that comes back. */
  cutCommit: (text: string, times?: number) => void;
  /** How often it did. */
  readonly cuts: () => number;
}

interface Armed {
  readonly text: string;
  readonly when: 'before' | 'answer' | 'commit';
  times: number;
  readonly meanwhile?: (() => Promise<unknown>) | undefined;
}

/** One connection, which breaks off as `armed` has it. `onCut` is called when it does. */
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
    // The answer to what comes before it goes the same way.
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
