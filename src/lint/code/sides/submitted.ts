// Where what people fill in goes: `handleSubmit((values) => api.post(url, values))`, `onSubmit={send}`, a mutation that is given
// the values. What is made of them by their members is something else, and what only asks sends nothing.
import { calleeOf, type Group } from '../tokens/groups.ts';
import { onlyAsks } from './calls.ts';
import { filledTo, type FormReader } from './filled-forms.ts';

const HANDLERS = ['handleSubmit', 'onSubmit', 'onFinish', 'mutationFn', 'submit'];
const MAX_USES = 12;
/** Between a handler's name and its parameter. */
const MAX_AHEAD = 9;
const MAX_CLIMB = 4;

export function submittedTo(reader: FormReader): string[] {
  const { tokens, places, urls } = reader;
  const text = (at: number): string => tokens[at]?.text ?? '';
  /** The parameter of the function that follows a name. */
  const parameterAfter = (at: number): number | undefined => {
    for (let i = at + 1; i < at + MAX_AHEAD; i++) {
      const token = tokens[i];
      if (!token || /^[;)}]$/.test(token.text)) return undefined;
      if (token.kind === 'name' && (token.parameter || text(i + 1) === '=>')) return i;
    }
    return undefined;
  };
  /** `handleSubmit(send)`, `onSubmit={send}`. */
  const named = (at: number): number[] => {
    const name = tokens[at + 2];
    if (name?.kind !== 'name' && text(at + 1) !== '=') return [];
    const given = text(at + 1) === '=' && text(at + 2) === '{' ? tokens[at + 3] : name;
    if (given?.kind !== 'name') return [];
    return places
      .uses(given.text)
      .slice(0, MAX_USES)
      .filter((use) => tokens[use] !== given && /^(?:=|\(|:)$/.test(text(use + 1)))
      .flatMap((use) => parameterAfter(use) ?? []);
  };
  const isAsked = (at: number): boolean => {
    let group: Group | undefined = places.of(at)?.group;
    for (let up = 0; group && up < MAX_CLIMB; up++, group = group.parent) {
      if (group.open === '(' && onlyAsks(calleeOf(group, tokens))) return true;
    }
    return false;
  };
  const found = HANDLERS.flatMap((name) => places.uses(name).slice(0, MAX_USES)).flatMap((use) => {
    const own = parameterAfter(use);
    return [...(own === undefined ? [] : [own]), ...named(use)].flatMap((at) => {
      const token = tokens[at];
      if (!token) return [];
      const asks = places.usesAfter(token.text, at, MAX_USES).some(isAsked);
      return asks ? [] : urls.through(token.text, token.scope, [at, at]);
    });
  });
  return [...new Set([...found, ...filledTo(reader)])];
}
