// For the crash tests and selftest only: PAYBATCH_TEST_CRASH=POINT:N kills this process, as `kill -9` would, the Nth time that a
// row reaches the named point; POINT:N:SIGSTOP pauses it there. Nothing else reads the variable.
import type { CrashPoint } from '../batch/results/hooks.ts';

export function crashPoint(env: Readonly<Record<string, string | undefined>>): (point: CrashPoint) => void {
  const [name, times = '1', signal] = env['PAYBATCH_TEST_CRASH']?.split(':') ?? [];
  if (name === undefined) return () => undefined;
  let left = Number(times);
  return (point) => {
    if (point === name && --left === 0) process.kill(process.pid, signal === 'SIGSTOP' ? signal : 'SIGKILL');
  };
}
