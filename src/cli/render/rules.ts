// The catalogue of rules: what each flags, until when, what takes its place, how to fix it.
import { cutoffDay, type End, firstRefusedDay, lastAcceptedDay } from '../../interface/cutoff.ts';
import { RULE_IDS, ruleOf } from '../../interface/rules.ts';
import type { Io } from '../io.ts';
import { plainTable, widthOf } from './table.ts';

export function rulesJson(cutoffYear: number): string {
  const cutoff = cutoffDay(cutoffYear);
  const rules = RULE_IDS.map((rule) => {
    const { flags, how, release: since, end, uses } = ruleOf(rule);
    const days = {
      until: end.kind === 'date' ? end.firstRefusedDay : (lastAcceptedDay(end, cutoff) ?? 'not stated'),
      lastAcceptedDay: lastAcceptedDay(end, cutoff),
      firstRefusedDay: firstRefusedDay(end, cutoff),
    };
    return {
      rule,
      flags,
      how,
      uses: uses.map(({ what, replacement }) => ({ what, since, ...days, replacement })),
    };
  });
  return `${JSON.stringify(rules, null, 2)}\n`;
}

export function rulesText(cutoffYear: number, io: Pick<Io, 'outTerminal' | 'columns'>): string {
  const accepted = (end: End): string => lastAcceptedDay(end, cutoffDay(cutoffYear)) ?? 'not stated';
  return RULE_IDS.map((rule) => {
    const { flags, how, end, uses } = ruleOf(rule);
    const rows = uses.map(({ what, replacement }) => [what, accepted(end), replacement ?? '']);
    return `${rule}: ${flags}\n  ${how}\n${plainTable(['what', 'last accepted', 'instead'], rows, [], widthOf(io))}\n`;
  }).join('\n');
}
