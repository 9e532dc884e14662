// A moment as a person writes it: a date, or a date and time with its zone. A date that does not exist is refused, not
// rolled over into the next month. And the other way: a moment as text for a person.
import { dayOf, msOfDay } from './cutoff.ts';

const TIME = /^T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?(?:Z|([+-])(0\d|1[0-4]):([0-5]\d))$/;

/** Milliseconds since 1970; a date alone is its first moment (UTC). `undefined` for anything else. */
export function instantMs(text: string): number | undefined {
  const day = dayOf(text.slice(0, 10));
  if (day === undefined) return undefined;
  if (text.length === 10) return msOfDay(day);
  const parts = TIME.exec(text.slice(10));
  if (!parts) return undefined;
  const [, hours, minutes, seconds = '0', fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] =
    parts;
  const at =
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return msOfDay(day) + at - (sign === '-' ? -offset : offset);
}

/** `2026-06-01 02:15:00 UTC`; to the minute, without the seconds. */
export const momentText = (at: Date, to: 'second' | 'minute' = 'second'): string =>
  `${at
    .toISOString()
    .slice(0, to === 'second' ? 19 : 16)
    .replace('T', ' ')} UTC`;

/** `3 days ago`: in the largest unit that fits. */
export function agoText(from: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - from.getTime()) / 60_000);
  if (minutes < 1) return 'less than a minute ago';
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
