// Runs a node program to its end: seconds, CPU time and peak memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const peak = new URL('./peak.js', import.meta.url).href;
export const here = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function timed(args, { measureMemory = true, env = {} } = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, [...(measureMemory ? ['--import', peak] : []), ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env: { ...process.env, ...env },
  });
  let text = '';
  child.stdio[3].on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  const [peakKb, cpuMs] = text.split(' ').map(Number);
  return { seconds: (performance.now() - started) / 1000, peakMb: peakKb / 1024, cpuMs };
}
