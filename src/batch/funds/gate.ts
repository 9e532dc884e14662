// Before a run sends anything: does the developer's balance cover the rows that it funds? A warning, or with
// --require-funds a refusal; what can't be known refuses too.
import { Refusal } from '../input/refusal.ts';
import type { LiveSettings } from '../send/settings.ts';
import { readBalances, shortfalls, shortfallText, unknownRows } from './balances.ts';
import { needs, type NeedsInput, roughNeeds } from './needs.ts';

export async function gate(
  input: Omit<NeedsInput, 'developerOnly' | 'exact'> & Pick<LiveSettings, 'file' | 'requireFunds'>,
  notice: (text: string) => void = () => undefined,
): Promise<void> {
  const { requireFunds: required } = input;
  if (!required && !(await looksShort(input))) return;
  const need = await needs({ ...input, developerOnly: true, exact: required });
  if (need.sources.length === 0) return;
  const refuse = (why: string): void => {
    if (required) throw new Refusal('funds', `${input.file}: ${why}`);
  };
  if (unknownRows(need) > 0) {
    refuse(`the cost of ${unknownRows(need)} rows can't be known: ${need.problem}`);
    return;
  }
  const balances = await readBalances(input.client);
  if ('unreadable' in balances) {
    refuse(`the developer balances can't be read: ${balances.unreadable}`);
    return;
  }
  const short = shortfalls(need.sources, balances.of);
  if (short.length === 0) return;
  refuse(short.map((one) => shortfallText(one)).join('; '));
  const estimate = short.map((one) => shortfallText(one, 'about')).join('; ');
  notice(
    `${input.file}: warning: ${estimate} (paybatch quote ${input.file} --funds, with the flags of this run, shows more)`,
  );
}

/** Whether a closer look is worth a pass over the file: the whole file costs more than there is. */
async function looksShort(input: Omit<NeedsInput, 'developerOnly' | 'exact'>): Promise<boolean> {
  const rough = await roughNeeds({ ...input, developerOnly: true, exact: false });
  if (unknownRows(rough) > 0) return false;
  const balances = await readBalances(input.client);
  return 'of' in balances && shortfalls(rough.sources, balances.of).length > 0;
}
