// The catalogue of rules, from the deprecations: what each flags, until when, what takes its place, how to mend it.
import { ENTRIES, RULE_TEXTS } from '../../lint/rules.ts';
import { cutoffOf } from '../../lint/severity.ts';
import { plainTable } from './summary.ts';

const until = (text: string, cutoffYear: number): string =>
  text === 'cutoff' ? cutoffOf(cutoffYear) : text === 'unclear' ? 'not stated' : text;

export function rulesJson(cutoffYear: number): string {
  const rules = Object.entries(RULE_TEXTS).map(([rule, texts]) => ({
    rule,
    ...texts,
    uses: ENTRIES.filter((entry) => entry.rule === rule).map(({ what, since, until: end, replacement }) => ({
      what,
      since,
      until: until(end, cutoffYear),
      replacement,
    })),
  }));
  return `${JSON.stringify(rules, null, 2)}\n`;
}

export function rulesText(cutoffYear: number): string {
  return Object.entries(RULE_TEXTS)
    .map(([rule, { flags, how }]) => {
      const own = ENTRIES.filter((entry) => entry.rule === rule);
      const rows = own.map((entry) => [entry.what, until(entry.until, cutoffYear), entry.replacement ?? '']);
      return `${rule}: ${flags}\n  ${how}\n${plainTable(['what', 'until', 'instead'], rows, [])}\n`;
    })
    .join('\n');
}
