// Starts a service and a measurement against it, each in a separate process. Every measurement has a new service,
// because lingering sockets of the previous one would slow it down.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { here } from '../child.js';

let certificate;
/** Made with certificate.ts of the tests, which is TypeScript and must be compiled first. */
async function forLocalhost() {
  if (certificate) return certificate;
  const source = readFileSync(here('../kit/certificate.ts'), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  });
  const made = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  return (certificate = made.testCertificate('localhost'));
}

/** `job`: what to measure (child.js). `service`: see service.js; `tls: true` makes a certificate. */
export async function measure(job, service = {}, env = {}) {
  const tls = service.tls ? await forLocalhost() : undefined;
  const server = fork(here('./live/service.js'), [JSON.stringify({ ...service, tls })]);
  try {
    const [port] = await once(server, 'message');
    const where = tls
      ? { url: `https://localhost:${port}`, ca: tls.cert }
      : { url: `http://127.0.0.1:${port}` };
    const child = fork(here('./live/child.js'), [JSON.stringify({ ...job, ...where })], {
      env: { ...process.env, ...env },
    });
    let measured;
    child.on('message', (message) => (measured = message));
    const [code] = await once(child, 'exit');
    if (code !== 0 || !measured) throw new Error(`${job.what} ended with ${code}`);
    return measured;
  } finally {
    server.kill();
  }
}
