// Tests of one's own server: what looks like a client's call and goes to the application itself. Told by the libraries and
// fixtures that hand a test such a client.
import type { LanguageId } from '../../model/language.ts';
import { type Group, tokenOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Scope, Token } from '../tokens/token.ts';
import { FIXTURE, OWN_SERVER, VERB } from './side-words.ts';

/** What Phoenix's tests ask the application by. */
const CONNECTION = /^(?:build_conn|(?:\w{1,20}_)?conn)$/;

export class OwnServer {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #language: LanguageId;
  #named: boolean | undefined;

  constructor(tokens: readonly Token[], places: Places, language: LanguageId) {
    this.#tokens = tokens;
    this.#places = places;
    this.#language = language;
  }

  /** Whether a call asks the application itself. */
  isTested(group: Group, chain: readonly string[]): boolean {
    // Go's httptest makes requests for a handler of one's own and nothing else.
    if (chain[0] === 'httptest' || chain.some((name) => OWN_SERVER.test(name))) return true;
    if (this.#language === 'elixir' && this.#isGivenConnection(group, chain)) return true;
    return VERB.test(chain.at(-1) ?? '') && (this.#testsItself(chain) || this.#isFixture(group, chain));
  }

  /** Phoenix: `get(conn, path)`, `conn |> get(path)`. */
  #isGivenConnection({ items }: Group, chain: readonly string[]): boolean {
    if (!VERB.test(chain.at(-1) ?? '')) return false;
    const given = tokenOf(items[0], this.#tokens)?.text ?? '';
    return chain.length === 1
      ? CONNECTION.test(given)
      : chain.length === 2 && CONNECTION.test(chain[0] ?? '');
  }

  #testsItself(chain: readonly string[]): boolean {
    this.#named ??= this.#places.names(OWN_SERVER);
    if (chain[0] === 'request' && chain.length === 2 && this.#requestsApp()) return true;
    return (
      this.#named &&
      (chain.length === 1 ||
        /^(client|api_client|self|this|request|agent|webTestClient)$/.test(chain.at(-2) ?? ''))
    );
  }

  /** `client.get('/path')` in `def test_tenant(client)`: pytest hands tests a client of the application itself. */
  #isFixture({ at }: Group, chain: readonly string[]): boolean {
    const own = chain.at(-2) ?? '';
    if (this.#language !== 'python' || chain.length < 2 || !FIXTURE.test(own)) return false;
    let test: Scope | undefined = this.#tokens[at]?.scope;
    while (test && !/^test_?/.test(test.name)) test = test.parent;
    if (!test || test.kind !== 'function' || this.#isMade(own)) return false;
    // Django's test cases have one of their own.
    return chain[0] === 'self' ? chain.length === 3 : chain.length === 2;
  }

  /** The file itself says what the client is. */
  #isMade(name: string): boolean {
    return this.#places.uses(name).some((use) => {
      const before = this.#tokens[use - 1]?.text;
      return (
        before === 'def' || (this.#tokens[use + 1]?.text === '=' && this.#tokens[use]?.parameter !== true)
      );
    });
  }

  /** supertest: `request(app).get(path)`. */
  #requestsApp(): boolean {
    return this.#places.uses('request').some((use) => {
      const place = this.#places.of(use);
      const next = place?.group.items[place.position + 1];
      if (typeof next !== 'object' || next.open !== '(') return false;
      return /app$|server$|^getHttpServer$/i.test(tokenOf(next.items[0], this.#tokens)?.text ?? '');
    });
  }
}
