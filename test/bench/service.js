// A service of no work and a chosen latency, in a process of its own. Answers what the client needs, and nothing else.
import { createServer } from 'node:http';

const latencyMs = Number(process.argv[2] ?? 0);
const token = JSON.stringify({ access_token: 'bench-token-bench-token', expires_in: 3600 });
let transfers = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    let body = token;
    if (request.url.endsWith('/quote')) body = '{"id":"q","sourceAmount":12.5,"fee":0.1,"rate":1.25}';
    else if (request.url.endsWith('/transfers'))
      body = `{"id":"16fd2706-8baf-433b-82eb-${String(++transfers).padStart(12, '0')}"}`;
    const answer = () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.end(body);
    };
    if (latencyMs === 0) answer();
    else setTimeout(answer, latencyMs);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', 4096, () => process.send(server.address().port));
process.on('message', () => process.send({ transfers }));
