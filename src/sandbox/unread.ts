// Requests that node's parser turns away, which reach no handler: they are answered as node would, and told of. A request
// that nobody could read may be anything, so it is never passed over in silence.
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import type { Exchange } from './options.ts';

/** As the parser has it; `rawPacket` is the last piece that came. */
interface ParseError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** `underWay`: the requests that a handler has; what breaks one of those off is told by the handler. */
export function tellUnread(
  server: Server,
  underWay: () => Iterable<IncomingMessage>,
  tell: (exchange: Exchange) => void,
): void {
  const isHandled = (socket: Duplex): boolean =>
    [...underWay()].some((request) => request.socket === socket && !request.complete);
  server.on('clientError', (error: ParseError, socket) => {
    const { code = '', message, rawPacket } = error;
    const status = STATUS[code] ?? 400;
    // Anything else is a connection that its client has given up.
    if (/^(HPE|ERR_HTTP)_/.test(code) && !isHandled(socket))
      tell(unread(rawPacket?.toString('latin1') ?? '', status, message));
    if (socket.writable) socket.write(answerOf(status));
    socket.destroy(error);
  });
  // Without a listener node closes it without a word.
  server.on('connect', ({ url = '', method = 'CONNECT' }, socket: Duplex) => {
    tell(exchangeOf(method, url, 405, 'nothing here is called like that'));
    socket.on('error', () => undefined).end(answerOf(405));
  });
}

const answerOf = (status: number): string =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

/** The last one of what came together is the one that can't be read. */
function unread(text: string, status: number, why: string): Exchange {
  const line = text.split('\n').findLast((one) => / HTTP\/\d\.\d\r?$/.test(one));
  const [, method = '?', path = '?'] = /^([A-Za-z]{1,20}) (\/[^\s?]{0,2000})/.exec(line ?? '') ?? [];
  return exchangeOf(method, path, status, `it can't be read (${why.replace(/^Parse Error: /, '')})`);
}

const exchangeOf = (method: string, path: string, status: number, message: string): Exchange => ({
  ...{ method, path, status, message, query: '', body: '', contentType: '' },
  broken: message,
});
