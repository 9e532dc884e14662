// The catalogue of rules: what each flags, until when, what takes its place, how to fix it.
import { cutoffDay, type End, firstRefusedDay, lastAcceptedDay } from '../../interface/cutoff.ts';
import { RULE_IDS, ruleOf, type Use } from '../../interface/rules.ts';
import type { Io } from '../io.ts';
import { prose } from './prose.ts';
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
    const rows = uses.map((use) => [nameOf(use, uses), accepted(end), insteadOf(use)]);
    const words = prose(`${rule}: ${flags}\n  ${how}`, widthOf(io), 2);
    return `${words}\n${plainTable(['what', 'last accepted', 'instead'], rows, [], widthOf(io))}\n`;
  }).join('\n');
}

/** Names a missing document type as such, and adds the body if two bodies have the same field. */
function nameOf({ where, what }: Use, uses: readonly Use[]): string {
  if (where === 'onboarding-required') return `no ${what}`;
  return uses.some((other) => other.what === what && other.where !== where)
    ? `${what} (${where.replace('-', ' ')})`
    : what;
}

const insteadOf = ({ where, replacement }: Use): string =>
  where === 'onboarding-required' ? `add ${replacement ?? 'it'}` : (replacement ?? '');
