// What one look of doctor found. Types, and the few ways to say them.

export const CHECKS = [
  'settings',
  'address',
  'certificate',
  'clock',
  'credentials',
  'ledger',
  'disk',
  'backup',
  'timeouts',
] as const;
export type CheckName = (typeof CHECKS)[number];

export interface Finding {
  readonly name: CheckName;
  readonly status: 'ok' | 'warning' | 'fault' | 'skipped';
  readonly message: string;
  /** What to do about it; empty where nothing is. */
  readonly fix: string;
}

export const ok = (name: CheckName, message: string): Finding => ({ name, status: 'ok', message, fix: '' });
export const skipped = (name: CheckName, message: string): Finding => ({
  name,
  status: 'skipped',
  message,
  fix: '',
});
export const warning = (name: CheckName, message: string, fix: string): Finding => ({
  name,
  status: 'warning',
  message,
  fix,
});
export const fault = (name: CheckName, message: string, fix: string): Finding => ({
  name,
  status: 'fault',
  message,
  fix,
});

/** A fault in what `look` throws: its first sentence, and the rest as what to do. */
export function faultOf(name: CheckName, error: unknown, fix: string): Finding {
  const message = error instanceof Error ? error.message : String(error);
  return fault(name, message, fix);
}
