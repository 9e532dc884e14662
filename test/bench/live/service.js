// A service that does no work, in a separate process. It sends only what the client needs. Its first argument is JSON:
// `latencyMs` before each response, `tls` (a key and a certificate), and `roundTripMs` on the wire, handshakes
// included. On any message from its parent it sends back the time of each transfer.
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';

const { latencyMs = 0, tls, roundTripMs = 0 } = JSON.parse(process.argv[2]);
const token = JSON.stringify({ access_token: 'bench-token-bench-token', expires_in: 3600 });
const times = [];
process.on('message', () => process.send(times));

function handle(request, response) {
  request.resume();
  request.on('end', () => {
    let body = token;
    if (request.url.endsWith('/quote')) body = '{"id":"q","sourceAmount":12.5,"fee":0.1,"rate":1.25}';
    else if (request.url.endsWith('/transfers'))
      body = `{"id":"16fd2706-8baf-433b-82eb-${String(times.push(performance.now())).padStart(12, '0')}"}`;
    const answer = () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.end(body);
    };
    if (latencyMs === 0) answer();
    else setTimeout(answer, latencyMs);
  });
}

/** Passes bytes on in both directions, each half a round trip later. A new connection waits one round trip first. */
function far(port) {
  const late = (from, to) => {
    from.on('data', (chunk) => setTimeout(() => to.write(chunk), roundTripMs / 2));
    from.on('close', () => setTimeout(() => to.destroy(), roundTripMs / 2));
    from.on('error', () => undefined);
  };
  return createServer({ noDelay: true }, (near) => {
    const there = connect({ port, host: '127.0.0.1', noDelay: true });
    near.pause();
    setTimeout(() => near.resume(), roundTripMs);
    late(near, there);
    late(there, near);
  });
}

async function listen(server) {
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');
  return server.address().port;
}

const server = tls ? createHttps(tls, handle) : createHttp(handle);
server.keepAliveTimeout = 60_000;
let port = await listen(server);
if (roundTripMs > 0) port = await listen(far(port));
process.send(port);
