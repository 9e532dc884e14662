// `amount` becomes `receiverAmount` only with --amount-is-receiver-amount: even with one currency, a fee may be
// between the two.
import { numeralValue } from '../../interface/decimal.ts';
import { migrateMessage } from '../messages.ts';
import { type Change, question, type RecordFields, type StepSettings, textOf, without } from '../step.ts';

export function migrateAmount(fields: RecordFields, settings: StepSettings): Change {
  if (!fields.has('amount')) return { fields };
  const amount = textOf(fields.get('amount'));
  if (settings.amountIsReceiverAmount && !fields.has('receiverAmount')) return { fields: renamed(fields) };
  const rest = without(fields, (path) => path === 'amount');
  if (fields.has('receiverAmount')) {
    const receiver = textOf(fields.get('receiverAmount'));
    if (same(amount, receiver)) return { fields: rest, dropped: [{ field: 'amount', value: amount }] };
    // The old field never overwrites the new one.
    const why = migrateMessage('ask_which_amount', { amount, receiver });
    return { fields: rest, todo: [question('receiverAmount', why, { value: amount, from: 'amount' })] };
  }
  const why = migrateMessage('ask_new_amount');
  const asked = question('receiverAmount', why, { value: amount, from: 'amount', suggestion: amount });
  return { fields: rest, todo: [asked] };
}

/** In the amount's place, so that columns stay in their order. */
function renamed(fields: RecordFields): RecordFields {
  const now = new Map<string, unknown>();
  for (const [path, value] of fields) now.set(path === 'amount' ? 'receiverAmount' : path, value);
  return now;
}

/** `12.5`, `12.50` and `1.25e1` are the same amount. */
function same(a: string, b: string): boolean {
  const [left, right] = [a.trim(), b.trim()];
  return left === right || (numeralValue(left) ?? left) === (numeralValue(right) ?? right);
}
