// What the keys above an object or a text of data say of it.
import type { Context } from '../model/model.ts';

/** Names that say nothing of what stands under them. */
const NOISE =
  /^(\[\]|properties|schema|items|content|application\/json|requestBody|allOf|oneOf|anyOf|value|raw|text|body|data|json|payload)$/;
const READ_NAMES =
  /^((response|responses|reply|answer|example_response|expectedResponse|event|webhook)s?|(feature_?)?(flag|toggle)s?|features|tooltips?|captions?|labels?|placeholders?|translations?|locales?|i18n|glossary)$/i;

/** What the keys above say of what stands under them. */
export function contextAt(path: readonly string[], outer: Context): Context {
  // What a saved example was asked with is a request.
  const inside = path.slice(path.lastIndexOf('originalRequest') + 1);
  const names = inside.filter((part) => !NOISE.test(part)).reverse();
  return {
    ...outer,
    // An OpenAPI path is what the objects under it are sent to.
    urls: [...inside.filter((part) => part.startsWith('/')), ...outer.urls],
    names: [...names, ...outer.names],
    reading: outer.reading || names.some((name) => READ_NAMES.test(name)),
  };
}
