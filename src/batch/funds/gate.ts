// Before a run sends anything: does the developer's balance cover the rows that it funds? A warning, or with
// --require-funds a refusal; what can't be known refuses too.
import { Refusal, type LiveSettings } from '../options.ts';
import { readBalances, shortfallText, shortfalls, unknownRows } from './balances.ts';
import { needs, type NeedsInput } from './needs.ts';

export async function gate(
  input: Omit<NeedsInput, 'developerOnly' | 'exact'> & Pick<LiveSettings, 'file' | 'requireFunds'>,
  notice: (text: string) => void = () => undefined,
): Promise<void> {
  const { requireFunds: required } = input;
  const need = await needs({ ...input, developerOnly: true, exact: required });
  if (need.sources.length === 0) return;
  const refuse = (why: string): void => {
    if (required) throw new Refusal('funds', `${input.file}: --require-funds: ${why}. Nothing was sent`);
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
  const said = short.map(shortfallText).join('; ');
  refuse(`${said} (paybatch funds ${input.file} says where to send it)`);
  notice(
    `${input.file}: warning: ${said.replace('need', 'need about')} (paybatch funds ${input.file} says more)`,
  );
}
