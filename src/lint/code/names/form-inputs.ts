// Names of what a form asks for: `<Field name="amount" />`, Flutter's `FormBuilderTextField(name: 'amount')`, and those of a
// page or a template that stands in a text: `<.input name="partner[amount]">`. Where a form is sent is said elsewhere.
import { camel } from '../../model/model.ts';
import { INTEREST } from '../../model/words.ts';
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Token } from '../tokens/token.ts';

export interface FieldName {
  readonly written: string;
  readonly start: number;
  readonly end: number;
}

/** Flutter's and Dart's: the field's name is an argument. */
const FIELDS = /^(?:FormBuilder|Reactive)[A-Z]\w{2,60}$/;
const NAMED = /^(?:name|formControlName|attribute)$/;
/** A text that holds a page: an element whose name is given. Bounded: 300 characters. */
const SAYS_INPUT = /<[.\w:-]{1,60}\s[^<>]{0,300}?\b(?:name=["']|field=\{)/;
/** `name="sourceOfFunds"`, `name="partner[sourceOfFunds]"`, `field={@form[:sourceOfFunds]}`. Bounded: 60 characters each. */
const INPUT =
  /\sname=["'](?:\w{1,60}[[.])?(\w{4,60})\]?["']|\sfield=\{(?:f|@?\w{0,40}form)\[:(\w{4,60})\]\}/gi;

export function inputsOf(group: Group, tokens: readonly Token[], source: string): FieldName[] {
  const isFields = group.open === '(' && FIELDS.test(calleeOf(group, tokens).at(-1) ?? '');
  return group.items.flatMap((item, i): FieldName[] => {
    const token = tokenOf(item, tokens);
    if (token?.kind !== 'string') return [];
    if (token.text.length > 60) return SAYS_INPUT.test(token.text) ? inputsIn(source, token) : [];
    if (!/^[\w.]{4,60}$/.test(token.text)) return [];
    const [sign, name = ''] = [1, 2].map((by) => tokenOf(group.items[i - by], tokens)?.text);
    if (sign === '=' ? name === 'name' : isFields && sign === ':' && NAMED.test(name)) return partsOf(token);
    return [];
  });
}

/** Of a page, from `start` to `end`: those that a rule cares for. */
export function inputsIn(page: string, { start, end }: { start: number; end: number }): FieldName[] {
  return [...page.slice(start, end).matchAll(INPUT)].flatMap((found): FieldName[] => {
    const written = found[1] ?? found[2] ?? '';
    if (!INTEREST.has(camel(written))) return [];
    const at = start + found.index + found[0].lastIndexOf(written);
    return [{ written, start: at, end: at + written.length }];
  });
}

/** `destination.externalAccountId` is both. */
export function partsOf(token: Token): FieldName[] {
  let at = token.body ?? token.start;
  return token.text.split('.').map((written) => {
    const start = at;
    at += written.length + 1;
    return { written, start, end: start + written.length };
  });
}
