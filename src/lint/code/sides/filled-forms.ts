// What people filled in, where a form keeps it as a whole: Django's `form.cleaned_data`, Symfony's `$form->getData()`, Flutter's
// `key.currentState!.value`, `new FormData(form)`, what Phoenix hands to an event. Members of it are something else.
import type { Group } from '../tokens/groups.ts';
import { givenTo } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import { targetOf } from '../tokens/targets.ts';
import { type Token, within } from '../tokens/token.ts';
import type { Handed } from './handed.ts';
import type { Urls } from './urls.ts';

export interface FormReader {
  readonly tokens: readonly Token[];
  readonly places: Places;
  readonly urls: Urls;
  readonly handed: Handed;
}

const MEMBER = /^(?:\.|->|\?\.|!)$/;
const KEPT = ['value', 'instantValue', 'getRawValue', 'cleaned_data', 'getData', 'data'];
/** What a request of Laravel was found to be. */
const VALID = /^(?:validated|safe|all)$/;
const FORM = /^(?:currentState|\$?_?(?:\w{0,40}_)?(?:f|[a-z]\w{0,40}F)orm(?:Group|Key)?)$/;
/** Types of forms: of Django and Flask, of Symfony, of Laravel. */
const FORMS = /(?:Form|Type|Request)$|^(?:Store|Create|Update)[A-Z]/;
const MAX_USES = 24;
const MAX_CLIMB = 3;
const MAX_HEAD = 24;

/** Where a thing goes that stands at a token as a whole: in its statement, or through the variable that it is given to. */
function sentTo(at: number, { tokens, places, urls, handed }: FormReader): string[] {
  const token = tokens[at];
  const place = places.of(at);
  if (!token || !place || !handed.isWhole(at)) return [];
  const own = handed.isArgument(at) ? urls.ofStatement(token.statement, [at, at], at) : [];
  if (own.length > 0) return own;
  const target = targetOf(token.statement, at, tokens);
  const through = target === undefined ? [] : urls.through(target, token.scope, [at, at]);
  return [...urls.ofCallee(place.group, place.position), ...through];
}

/** What a form of this file holds. */
export function filledTo(reader: FormReader): string[] {
  const { tokens, places } = reader;
  const text = (at: number): string => tokens[at]?.text ?? '';
  const kept = KEPT.flatMap((name) => places.uses(name).slice(0, MAX_USES)).filter((at) => {
    let before = at - 1;
    while (MEMBER.test(text(before)) && before > at - 3) before--;
    return before < at - 1 && FORM.test(text(before));
  });
  // A form that is made of nothing is filled by hand: `new FormData()`.
  const data = places
    .uses('FormData')
    .slice(0, MAX_USES)
    .filter((at) => text(at - 1) === 'new' && text(at + 1) === '(' && text(at + 2) !== ')');
  return [...[...kept, ...data].flatMap((at) => sentTo(at, reader)), ...eventsOf(reader)];
}

/** `def handle_event("save", %{"partner" => partner}, socket)`. */
function eventsOf({ tokens, places, urls }: FormReader): string[] {
  return places
    .uses('handle_event')
    .slice(0, MAX_USES)
    .flatMap((use) => {
      for (let at = use + 1; at < use + MAX_HEAD; at++) {
        const token = tokens[at];
        const given =
          tokens[at - 1]?.text === '=' && tokens[at - 2]?.text === '>' ? '=>' : tokens[at - 1]?.text;
        if (token?.kind === 'name' && given === '=>') return urls.through(token.text, token.scope, [at, at]);
      }
      return [];
    });
}

/** Where forms of a type are sent that are made here: `form = ProfileForm(request.POST)`, `form_class = ProfileForm`. */
export function formsSentTo(type: string, reader: FormReader): string[] {
  const { tokens, places } = reader;
  if (!FORMS.test(type)) return [];
  return places
    .uses(type)
    .slice(0, MAX_USES)
    .flatMap((use) => {
      const owner = ownerOf(use, reader);
      const scope = tokens[use]?.scope;
      if (owner === undefined || !scope) return [];
      return places
        .usesAfter(owner === 'form_class' ? 'form' : owner, use, MAX_USES)
        .filter((at) => within(tokens[at]?.scope, scope) && MEMBER.test(tokens[at + 1]?.text ?? ''))
        .filter((at) => isKept(tokens[at + 2]?.text ?? '', tokens[use + 1]?.text === '$'))
        .flatMap((at) => sentTo(at + 2, reader));
    });
}

const isKept = (member: string, isParameter: boolean): boolean =>
  isParameter ? VALID.test(member) : KEPT.includes(member);

function ownerOf(use: number, { tokens, places }: FormReader): string | undefined {
  // Laravel's `store(StoreCompany $request)`.
  const parameter = tokens[use + 1]?.text === '$' ? tokens[use + 2] : undefined;
  if (parameter?.parameter === true) return parameter.text;
  let { group, position }: { group?: Group | undefined; position: number } = places.of(use) ?? {
    position: 0,
  };
  for (let depth = 0; group && depth < MAX_CLIMB; depth++) {
    const owner = givenTo(group.items, position, tokens);
    if (owner?.kind === 'name') return owner.text;
    ({ position } = group);
    group = group.parent;
  }
  return undefined;
}
