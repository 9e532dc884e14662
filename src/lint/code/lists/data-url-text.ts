// Whether a data URL of Base64 begins at a token: in one text, in a sum, with a call between its two parts, by `concat`, or by a
// constant that holds its beginning.
import type { Strings } from '../names/strings.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';

const OF_BASE64 = /^data:[^,]*;base64,/;
const BASE64 = /;base64,/;
/** As far as the second part is looked for. */
const MAX_AHEAD = 40;
const FILLS = /^(format|formatted|replace|concat|replacingOccurrences)$/;
const OPENS = /^[([{]$/;
const CLOSES = /^[)\]}]$/;

export class DataUrlText {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #strings: Strings;

  constructor(tokens: readonly Token[], places: Places, strings: Strings) {
    this.#tokens = tokens;
    this.#places = places;
    this.#strings = strings;
  }

  beginsAt(at: number): boolean {
    const token = this.#tokens[at];
    if (token?.kind === 'string') {
      if (!token.text.startsWith('data:')) return false;
      const place = this.#places.of(at);
      if (place && OF_BASE64.test(this.#strings.at(place.group.items, place.position))) return true;
      return this.#goesOn(at);
    }
    if (token?.kind !== 'name') return false;
    const text = this.#strings.constant(token.text) ?? '';
    if (!text.startsWith('data:')) return false;
    return OF_BASE64.test(text) ? this.#isPart(at) : this.#goesOn(at);
  }

  /** `PREFIX + content`, `PREFIX.format(...)`, `PREFIX % ...`: a name by itself holds the whole of one, which is found where it is made. */
  #isPart(at: number): boolean {
    const [sign = '', name = ''] = [this.#tokens[at + 1]?.text, this.#tokens[at + 2]?.text];
    return sign === '%' || this.#strings.isPlus(sign) || (sign === '.' && FILLS.test(name));
  }

  /** `'data:' + type(file) + ';base64,' + ...`, `'data:'.concat(type, ';base64,', ...)`. */
  #goesOn(at: number): boolean {
    const last = Math.min(this.#tokens[at]?.statement.last ?? at, at + MAX_AHEAD);
    let depth = 0;
    for (let i = at + 1; i <= last; i++) {
      const { kind = 'symbol', text = '' } = this.#tokens[i] ?? {};
      if (kind === 'string') {
        if (BASE64.test(text)) return true;
        // An argument of a call in between: `typeOf(file, "x")`.
        if (depth === 0 && !this.#strings.isPlus(this.#tokens[i - 1]?.text ?? '')) return false;
      } else if (OPENS.test(text)) depth++;
      else if (CLOSES.test(text)) depth--;
      if (depth < 0 || text === ';' || (text === ',' && depth === 0)) return false;
    }
    return false;
  }
}
