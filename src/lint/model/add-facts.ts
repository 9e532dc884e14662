// Facts of a part of a source among those of the whole.
import type { Facts, Place, Span, Value } from './facts.ts';

/** Adds the facts of a part, moved to where they stand in the whole. */
export function addFacts(
  into: Facts,
  from: Facts,
  at: (offset: number) => number,
  around?: Partial<Place>,
): void {
  const moved = new Set<object>();
  const move = (span: Span): void => {
    if (moved.has(span)) return;
    moved.add(span);
    Object.assign(span, { start: at(span.start), end: at(span.end) });
  };
  const surround = (place: Place): void => {
    if (moved.has(place) || !around) return;
    moved.add(place);
    if (around.names) place.names.push(...around.names);
    if (around.outer) place.outer.push(...around.outer);
    if (around.urls && place.urls.length === 0) place.urls.push(...around.urls);
    if (around.near) place.near.push(...around.near);
    for (const mark of around.marks ?? []) place.marks.add(mark);
  };
  const moveValue = (value: Value): void => {
    if (value.kind === 'text' || value.kind === 'name' || value.kind === 'sum') move(value.span);
    if (value.kind === 'sum') value.parts.forEach(moveValue);
    // Objects, lists and calls stand in the facts themselves.
  };
  for (const object of from.objects) {
    move(object.span);
    surround(object.place);
    for (const key of object.keys) {
      move(key.span);
      moveValue(key.value);
    }
    into.objects.push(object);
  }
  for (const list of from.lists) {
    move(list.span);
    move(list.nameSpan);
    surround(list.place);
    list.items.forEach(moveValue);
    into.lists.push(list);
  }
  for (const text of from.texts) {
    move(text.span);
    surround(text.place);
    const own = text.at;
    if (own) text.at = (offset) => at(own(offset));
    into.texts.push(text);
  }
  for (const comment of from.comments) {
    move(comment.span);
    into.comments.push(comment);
  }
  into.cut ??= from.cut;
}
