// Whether a value is handed on as a whole: `post(url, body)` and `post(url, JSON.stringify(body))` are, `post(url, { x:
// body.x })` isn't: there the fields are named anew, and the new names count. Likewise whether a function hands on what
// it is given.
import type { LanguageId } from '../../model/language.ts';
import { commasBefore } from '../names/positions.ts';
import { calleeOf, type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import { type Token, within } from '../tokens/token.ts';

const MEMBER = /^(\.|\?\.|->|&\.|::|\?->)$/;
/** Members that are the thing itself in another form. */
const ITSELF =
  /^(to_json|toJson|toJSON|dict|__dict__|model_dump|model_dump_json|json|to_h|to_hash|as_json|serialize|clone|toString|ToString|ToJson|ToJsonString|jsonString|to_string|to_dict|copy|deepcopy|dup|toMap|build|into|bytes|Bytes|encode|getBytes|asMap|compact|merge|deep_merge|reverse_merge|putAll|plus|toArray|jsonSerialize|asJson|noSpaces|attributes|symbolize_keys|deep_dup|freeze|String|body|Build|items|entries)$/;
/** Calls that only wrap or serialise, or send. */
const WRAPS =
  /entries|stringify|toPlain|camel_?(?:case|i[sz]e)|snake_?case|convertValue|valueToTree|dump|marshal|encode|serial|asdict|json|buffer|reader|publish|^of(string|bytes?|bytearray)$|^(set|with|add|request|string|byte)?_?(body|payload|content|entity)(value|_json|string)?$|^(some|ok|axios|api|ajax|http|client|ky|got|from|of|to|with|data|form|object|assign|vars|array_filter|array_merge|array_replace\w*|merge|deep_merge|merge!|compact|clean|omitBy|pickBy|write\w*|send\w*|post|put|patch|request|exchange|do|execute|fetch|call|invoke|if|for|while|foreach|catch|await|return|new|bytes|str|string|curl_setopt)$/i;
/** What such things are made by: `RequestBody.create(body)`. */
const MAKES = /^(create|of|from|valueOf|make|new)$/i;
const LEAVES_OUT = /^(?:except|except!|omit)$/;
const MAX_USES = 16;
const MAX_CLIMB = 6;
/** `pay(body)` hands on to `mid(body)`, and that to `send(body)`. */
const MAX_HOPS = 2;
/** Tokens of a function whose end isn't known. */
const MAX_FUNCTION = 160;

/** What wraps, serialises or sends anything: its name says nothing of a file. */
export const isAnybodys = (name: string): boolean =>
  WRAPS.test(name) || ITSELF.test(name) || MAKES.test(name);

/** `post('transfers', body)`, with its quotes. */
const RESOURCE = /^\W?(?:transfers|customers)\W?$/;

export class Handed {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #language: LanguageId;
  /** Brackets that hold parameters, or don't: a long list is asked about once for each of its members. */
  readonly #judged = new WeakMap<Group, boolean>();

  constructor(tokens: readonly Token[], places: Places, language: LanguageId) {
    this.#tokens = tokens;
    this.#places = places;
    this.#language = language;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  /** No member of it is taken. */
  isWhole(at: number): boolean {
    const next = this.#text(at + 1);
    if (next === '[') return this.#text(at + 2) === ']';
    return !MEMBER.test(next) || this.#isItself(at);
  }

  /** A member of it is taken, and not the thing itself in another form. */
  isPart(at: number): boolean {
    return MEMBER.test(this.#text(at + 1)) && !this.#isItself(at);
  }

  /** `row.except(:id)` leaves out no field of a body. */
  #isItself(at: number): boolean {
    const member = this.#text(at + 2);
    if (!LEAVES_OUT.test(member)) return ITSELF.test(member);
    const isId = /^id$|_id$/.test(this.#text(at + 4));
    return this.#text(at + 3) === '(' && isId && this.#text(at + 5) === ')';
  }

  /** An argument of a call, or of what wraps it for the call. */
  isArgument(at: number): boolean {
    let place = this.#places.of(at);
    for (let depth = 0; place && depth < MAX_CLIMB; depth++) {
      const { group }: { group: Group } = place;
      if (group.open === '(' && !this.passesOn(group)) return false;
      if (!group.parent) return true;
      place = { group: group.parent, position: group.position };
    }
    return true;
  }

  /** The argument of a call of this file's function that hands it on in turn. */
  #isForwarded(at: number, depth: number): boolean {
    const place = depth > 0 ? this.#places.of(at) : undefined;
    if (place?.group.open !== '(') return false;
    const name = calleeOf(place.group, this.#tokens).at(-1);
    const index = commasBefore(place.group, place.position, this.#tokens);
    return name !== undefined && this.forwards(name, index, depth - 1) === true;
  }

  /** Brackets of no call, or of one that sends, wraps or serialises what it is given. */
  passesOn(group: Group): boolean {
    const chain = calleeOf(group, this.#tokens);
    const last = chain.at(-1);
    const name = last !== undefined && MAKES.test(last) ? (chain.at(-2) ?? last) : last;
    return name === undefined || WRAPS.test(name) || this.#holdsUrl(group);
  }

  #holdsUrl({ at, close }: Group): boolean {
    for (let i = at + 1; i < Math.min(close, at + MAX_FUNCTION); i++) {
      const token = this.#tokens[i];
      if (token?.kind === 'string' && (token.text.includes('/') || RESOURCE.test(token.text))) return true;
      if (token?.kind === 'name' && /url|path|uri|route|endpoint/i.test(token.text)) return true;
    }
    return false;
  }

  /** Whether a function of this file hands on its argument at an index; `undefined` where it isn't to be seen. */
  forwards(name: string, index: number, depth = MAX_HOPS): boolean | undefined {
    for (const use of this.#places.uses(name).slice(0, MAX_USES)) {
      const parameters = this.#parametersAt(use);
      if (!parameters) continue;
      const parameter = this.#parameter(parameters, index);
      if (parameter === undefined) return undefined;
      if (parameter === 'unpacked') return false;
      return this.#isBody(parameter) || this.#isHandedOn(parameter, depth);
    }
    return undefined;
  }

  /** `@Body body: T`, `@Body T body`: a client's interface says that it is sent. */
  #isBody(parameter: number): boolean {
    const marked = [parameter - 1, parameter - 2].find((at) => /^(?:Request)?Body$/.test(this.#text(at)));
    return marked !== undefined && this.#text(marked - 1) === '@';
  }

  /** The token of a function's parameter, where the function stands in this file. */
  parameterAt(name: string, index: number): number | undefined {
    for (const use of this.#places.uses(name).slice(0, MAX_USES)) {
      const parameters = this.#parametersAt(use);
      const at = parameters && this.#parameter(parameters, index);
      if (parameters) return typeof at === 'number' ? at : undefined;
    }
    return undefined;
  }

  /** Its name. */
  parameterOf(name: string, index: number): string | undefined {
    const at = this.parameterAt(name, index);
    return at === undefined ? undefined : this.#text(at).replace(/^[$@]+/, '');
  }

  /** Whether a name is declared here, rather than called. */
  isDeclared(use: number): boolean {
    return this.#parametersAt(use) !== undefined;
  }

  /** Whether it hands on any of its first arguments. */
  forwardsAny(name: string): boolean {
    const told = [0, 1, 2, 3].map((index) => this.forwards(name, index));
    return told.includes(true) || told.every((one) => one === undefined);
  }

  /** The brackets of a function's parameters, if a name is declared here. */
  #parametersAt(use: number): Group | undefined {
    const place = this.#places.of(use);
    if (!place) return undefined;
    const { group, position } = place;
    const items = group.items.slice(position + 1, position + 5);
    const [next] = items;
    if (typeof next === 'object' && next.open === '(') {
      const declared = /^(fun|func|def|defp|fn|function)$/.test(this.#text(use - 1));
      return declared || this.#isParameter(next) ? next : undefined;
    }
    if (tokenOf(next, this.#tokens)?.text !== '=') return undefined;
    const given = items.find((item) => typeof item === 'object');
    return given?.open === '(' && this.#isParameter(given) ? given : undefined;
  }

  #isParameter(group: Group): boolean {
    const known = this.#judged.get(group);
    if (known !== undefined) return known;
    const isOne = group.items.some((item) => {
      if (typeof item === 'object') return item.open === '{' && this.#tokens[item.at + 1]?.parameter === true;
      return this.#tokens[item]?.parameter === true;
    });
    this.#judged.set(group, isOne);
    return isOne;
  }

  #parameter(group: Group, index: number): number | 'unpacked' | undefined {
    const segments: (number | Group)[][] = [[]];
    let generic = 0;
    for (const item of group.items) {
      const text = tokenOf(item, this.#tokens)?.text;
      if (text === '<') generic++;
      else if (text === '>') generic--;
      if (text === ',' && generic === 0) segments.push([]);
      else segments.at(-1)?.push(item);
    }
    const receiver = segments[0]?.some((item) =>
      /^(self|cls)$/.test(tokenOf(item, this.#tokens)?.text ?? ''),
    );
    const segment = segments[index + (receiver === true ? 1 : 0)];
    if (!segment) return undefined;
    const [first] = segment;
    if (typeof first === 'object') return 'unpacked';
    const colon = segment.findIndex((item) => /^[:=]$/.test(tokenOf(item, this.#tokens)?.text ?? ''));
    const names = (colon < 0 ? segment : segment.slice(0, colon)).filter(
      (item): item is number => tokenOf(item, this.#tokens)?.kind === 'name',
    );
    return this.#language === 'go' ? names[0] : names.at(-1);
  }

  #isHandedOn(parameter: number, depth: number): boolean {
    const token = this.#tokens[parameter];
    if (!token) return false;
    return this.#places.usesAfter(token.text, parameter, MAX_USES).some((at) => {
      const use = this.#tokens[at];
      const inFunction = token.scope.kind === 'function';
      if (!use || at - parameter > (inFunction ? 2_000 : MAX_FUNCTION)) return false;
      if (inFunction && !within(use.scope, token.scope)) return false;
      if (MEMBER.test(this.#text(at - 1)) || /^(:|=)$/.test(this.#text(at + 1))) return false;
      return this.isWhole(at) && (this.isArgument(at) || this.#isForwarded(at, depth));
    });
  }
}
