// What stands around the members of an object of data: names, addresses, marks.
import { type Around } from './around.ts';
import { type RequestShape } from './request-shape.ts';
import { memberOf, type TreeNode } from './tree.ts';
import { withHoles } from './words.ts';

const MAX_NAMES = 12;
/** Keys that say nothing about what stands under them. */
const STRUCTURE =
  /^(?:properties|schema|items|content|application\/json|requestBody|allOf|oneOf|anyOf|value|raw|text|body|data|json|payload)$/;
const ANSWERS = /^(?:(?:responses?|reply|answer|example_response|expectedResponse)s?|(?:event|webhook)s?)$/i;
/** Words on a screen. */
const CAPTIONS =
  /^(?:(?:feature_?)?(?:flag|toggle)s?|features|tooltips?|captions?|labels?|placeholders?|translations?|locales?|i18n|glossary)$/i;
const NAMES_EVENT = /^(?:event|event_?type|type|topic|event_?name|detail-?type|kind|name)$/i;
const HAPPENED = /^[a-z]\w{0,60}[.:/][\w.:]{0,80}[a-z](?:ed|sent|paid|failed)$/i;
const DECIDES = /^(?:action|effect|decision|outcome|policy|verdict|then|result)$/i;
const REFUSES = /^(?:reject|deny|block|refuse|forbid|drop|remove|error|fail|disallow)(?:ed|s)?$/i;

/** What is told of everything inside an object. */
export function insideOf(node: TreeNode, around: Around, shape: RequestShape | undefined): Around {
  const marks = new Set(around.marks);
  for (const { key, value } of node.members) {
    if (value?.kind !== 'text' && value?.kind !== 'other') continue;
    if (NAMES_EVENT.test(key.text) && HAPPENED.test(value.text)) marks.add('stored');
    if (key.text === 'asyncapi') marks.add('stored');
    if (DECIDES.test(key.text) && REFUSES.test(value.text)) marks.add('refused');
  }
  if (shape?.isMock === true) marks.add('route');
  const name = memberOf(node, 'name');
  return {
    names: around.names,
    outer: name?.kind === 'text' ? [name.text, ...around.outer].slice(0, MAX_NAMES) : around.outer,
    urls: shape && shape.urls.length > 0 ? shape.urls : around.urls,
    marks,
    variable: around.variable,
    base: baseIn(node) ?? around.base,
  };
}

export function belowKey(
  key: string,
  value: TreeNode | undefined,
  inside: Around,
  shape: RequestShape | undefined,
): Around {
  if (STRUCTURE.test(key))
    return key === 'properties' ? { ...inside, outer: ['properties', ...inside.outer] } : inside;
  const marks = new Set(inside.marks);
  if (ANSWERS.test(key) && value?.kind !== 'text') marks.add('answer');
  // What a saved response was asked with is a request.
  if (key === 'originalRequest') marks.delete('answer');
  if (CAPTIONS.test(key)) marks.add('prose');
  if (shape?.isAddress(key) === true) marks.add('called');
  return {
    names: [key, ...inside.names].slice(0, MAX_NAMES),
    outer: inside.outer,
    urls: key.startsWith('/') ? [withHoles((inside.base ?? '') + key)] : inside.urls,
    marks,
    variable: inside.variable,
    base: inside.base,
  };
}

const BASE = /^(?:base(?:_?(?:url|uri|path))?|api_?(?:url|base)|basePath|server|host|url)$/i;

/** The address of the service that an object names for all paths beside or below it. */
function baseIn(node: TreeNode): string | undefined {
  const servers = memberOf(node, 'servers')?.items[0];
  const server = memberOf(servers, 'url')?.text;
  if (server !== undefined) return withoutSlash(server);
  for (const { key, value } of node.members)
    if (
      value?.kind === 'text' &&
      BASE.test(key.text) &&
      /^(?:https?:\/\/|\$\{|\{\{|\/[\w/]{1,40}$)/.test(value.text)
    )
      return withoutSlash(withHoles(value.text));
  return undefined;
}

const withoutSlash = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url);
