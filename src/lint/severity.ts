// How bad a finding is today: until a form's last day a warning, from the first day on which it is refused an error.
import { type End, isRefused } from '../interface/cutoff.ts';
import type { Severity } from './finding.ts';

/** What has no stated end stays a warning. */
export const severityOf = (end: End, asOf: string, cutoff: string): Severity =>
  isRefused(end, asOf, cutoff) ? 'error' : 'warning';
