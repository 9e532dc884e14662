// The time of a log line: ISO 8601, the common form (Apache, nginx), W3C extended (IIS,
// CloudFront) with its headings, JSON with seconds (Caddy). Always UTC; empty if the line has none.

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const ISO = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?/;
/** W3C extended: the date and the time are two fields, and UTC. */
const W3C = /(?:^|[\s"])(\d{4}-\d\d-\d\d)[ \t]+(\d\d:\d\d:\d\d(?:\.\d+)?)(?=[\s",]|$)/;
const COMMON = /(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)/;
/** Seconds since 1970, with a fraction or as milliseconds: Caddy's `ts`, and what others call it. */
const SECONDS = /"(?:ts|time|timestamp|@timestamp|date)"\s*:\s*"?(\d{10}(?:\.\d+)?|\d{13})(?=[",}\s])/;
const SECONDS_FIRST = /^(\d{10}(?:\.\d+)?)\s/;

export class LogClock {
  /** The day that a heading names, for lines that have the time alone. */
  #day = '';
  #timeFirst = false;

  /** `#Date: 2026-05-01 00:00:00`, `#Fields: time cs-method ...` */
  heading(line: string): void {
    this.#day = /^#Date:\s*(\d{4}-\d\d-\d\d)/i.exec(line)?.[1] ?? this.#day;
    const fields = /^#Fields:\s*(\S+)/i.exec(line)?.[1];
    if (fields !== undefined) this.#timeFirst = fields.toLowerCase() === 'time';
  }

  timeOf(line: string): string {
    const iso = ISO.exec(line)?.[0];
    if (iso !== undefined) return utc(iso);
    const [, date = '', clock = ''] = W3C.exec(line) ?? [];
    if (date !== '') return utc(`${date}T${clock}Z`);
    const [, day = '', month = '', year = '', time = '', hours = '', minutes = ''] = COMMON.exec(line) ?? [];
    if (year !== '' && MONTHS.includes(month)) {
      const number = String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0');
      return utc(`${year}-${number}-${day}T${time}${hours}:${minutes}`);
    }
    const seconds = (SECONDS.exec(line) ?? SECONDS_FIRST.exec(line))?.[1];
    if (seconds !== undefined)
      return utc(seconds.length === 13 && !seconds.includes('.') ? Number(seconds) : Number(seconds) * 1_000);
    const alone = this.#timeFirst ? /^\d\d:\d\d:\d\d(?:\.\d+)?/.exec(line)?.[0] : undefined;
    return alone !== undefined && this.#day !== '' ? utc(`${this.#day}T${alone}Z`) : '';
  }
}

function utc(time: string | number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
