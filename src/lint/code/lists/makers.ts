// Which functions make a data URL: those of this file, and those of others that it is told of; by themselves, as members of what
// stands before them, and by the name of their type.
import { calleeOf } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Token } from '../tokens/token.ts';
import type { DataUrlText } from './data-url-text.ts';
import { BLOB, isGivenBackAt } from './early-makers.ts';
import { constantsIn, isImported, isRead } from './inlined.ts';
import {
  CONSTANT,
  FIXTURE,
  fixturesIn,
  isTold,
  MAKES,
  OF_LIBRARY,
  SENDS,
  SURE,
  withCallers,
} from './maker-names.ts';

/** They write a thing of their type as JSON. */
const WRITES =
  /^(encode|toJSON|to_json|as_json|serialize|MarshalJSON|MarshalText|jsonSerialize|toJson|ToString|to_s|__str__|toString|dataUrl|data_url|asDataUrl)$/;
const MEMBER = /^(?:\.|->|\?\.|\?->)$/;
const MEMBER_OR_SCOPE = /^(?:\.|->|::|&\.)$/;
/** The browser's own: of a reader of files, and of what is drawn on. */
const BROWSERS = /^(readAsDataURL|toDataURL)$/;
const MAX_USES = 12;

interface Own {
  readonly makers: ReadonlySet<string>;
  /** Those of them that belong to a type. */
  readonly members: ReadonlySet<string>;
  /** `DataUrl.for`: with their type's name. */
  readonly ofTypes: ReadonlySet<string>;
  /** Those that give one back in one branch, and upload in another. */
  readonly early: ReadonlySet<string>;
}

export interface MakersReader {
  readonly places: Places;
  readonly text: DataUrlText;
  /** Functions of other files that make one; of types, too. */
  readonly told: ReadonlySet<string>;
}

export class Makers {
  readonly #tokens: readonly Token[];
  readonly #reader: MakersReader;
  /** Made when first asked for. */
  #known: Own | undefined;

  constructor(tokens: readonly Token[], reader: MakersReader) {
    this.#tokens = tokens;
    this.#reader = reader;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  /** A function of this file, or a type of it that becomes one. */
  has(name: string): boolean {
    return this.#own().makers.has(name);
  }

  /** Whether what stands at a place gives back a data URL, and doesn't send it itself. */
  isAt(at: number): boolean {
    const name = this.#text(at).replace(/^[$@]+/, '');
    if (this.#isMaker(name) || this.#isOfType(at) || this.#isFixture(name, at)) return true;
    return this.#isConstant(name, at) || this.#isOfLibrary(name) || this.#isRead(at);
  }

  #isRead(at: number): boolean {
    return isRead(at, this.#tokens, this.#reader.places);
  }

  /** A constant of another file: imported, of a module, or in capitals. */
  #isConstant(name: string, at: number): boolean {
    if (!this.#reader.told.has(CONSTANT + name)) return false;
    if (MEMBER_OR_SCOPE.test(this.#text(at - 1))) return this.#isModule(at - 2) || /^[A-Z]/.test(name);
    return /^[A-Z][A-Z0-9_]+$/.test(name) || this.#isImportedAnywhere(name);
  }

  #isOfLibrary(name: string): boolean {
    return OF_LIBRARY.test(name) && this.#isImportedAnywhere(name);
  }

  #isImportedAnywhere(name: string): boolean {
    return this.#reader.places
      .uses(name)
      .slice(0, MAX_USES)
      .some((use) => isImported(use, this.#tokens));
  }

  /** A parameter of a test that bears the name of a fixture of another file. */
  #isFixture(name: string, at: number): boolean {
    if (!this.#reader.told.has(FIXTURE + name)) return false;
    const scope = this.#tokens[at]?.scope;
    return this.#reader.places.uses(name).some((use) => {
      const token = this.#tokens[use];
      return token?.parameter === true && token.scope === scope;
    });
  }

  #isMaker(name: string): boolean {
    if (BROWSERS.test(name)) return true;
    if (this.has(name)) return !SENDS.test(name) || this.#own().early.has(name);
    const { told } = this.#reader;
    return told.has(SURE + name) || (told.has(name) && isTold(name));
  }

  /** `Files::dataUrl`: what is named behind it is the use. */
  isOwner(at: number): boolean {
    return MEMBER_OR_SCOPE.test(this.#text(at + 1)) && this.#isMaker(this.#text(at + 2));
  }

  /** A member: `file.dataUrl`, `scans.encoded(path)`. */
  isMember(at: number): boolean {
    const name = this.#text(at);
    if (BROWSERS.test(name) || this.#isOfType(at) || this.#isConstant(name, at) || this.#isRead(at))
      return true;
    const { told } = this.#reader;
    // A type of this file has it, its name says it, or it belongs to a module that is imported.
    if (MAKES.test(name)) return this.has(name) || told.has(name);
    if (this.has(name)) return this.#own().members.has(name) || this.#isMethod(name);
    return ((told.has(name) && isTold(name)) || told.has(SURE + name)) && this.#isModule(at - 2);
  }

  /** Of Go: `func (s *Service) attach(`, which stands beside its type. */
  #isMethod(name: string): boolean {
    return this.#reader.places
      .uses(name)
      .slice(0, MAX_USES)
      .some((use) => this.#text(use - 1) === ')' && this.#tokens[use]?.scope.name === name);
  }

  /** `from . import scans`: the name of a module. */
  #isModule(at: number): boolean {
    const owner = this.#text(at);
    if (this.#tokens[at]?.kind !== 'name' || MEMBER.test(this.#text(at - 1))) return false;
    return this.#isImportedAnywhere(owner);
  }

  /** `DataUrl.for(path)`, `encoder.encode(path)` beside `ScanEncoder encoder`: the type of another file says it. */
  #isOfType(at: number): boolean {
    const { told } = this.#reader;
    if (told.size === 0 || !MEMBER_OR_SCOPE.test(this.#text(at - 1))) return false;
    const [owner, name] = [this.#text(at - 2), this.#text(at)];
    if (told.has(`${owner}.${name}`)) return true;
    if (this.#tokens[at - 2]?.kind !== 'name') return false;
    const types = [...told].flatMap((one) =>
      one.endsWith(`.${name}`) ? one.slice(0, -name.length - 1) : [],
    );
    return types.length > 0 && this.#typesOf(owner).some((type) => types.includes(type));
  }

  /** What is said beside a variable's or a field's name: its type, or what makes it. */
  #typesOf(owner: string): string[] {
    const { places } = this.#reader;
    return places
      .uses(owner)
      .slice(0, MAX_USES)
      .flatMap((use) => {
        const before = this.#text(use - 1) === '$' ? use - 2 : use - 1;
        const made = /^:?=$/.test(this.#text(use + 1)) ? use + 2 : -1;
        const behind = this.#text(use + 1) === ':' ? use + 2 : -1;
        const from = this.#text(made) === 'new' ? made + 1 : made;
        return [before, behind, from].map((at) => this.#text(at)).filter((text) => /^[A-Z]/.test(text));
      });
  }

  /** What other files are told: names of functions, with their type's where they have one, and of types. */
  told(): string[] {
    const { makers, ofTypes, early } = this.#own();
    const { places, text } = this.#reader;
    const fixtures = fixturesIn(this.#tokens, places).filter((name) => makers.has(name));
    const constants = constantsIn(this.#tokens, places, text);
    const marked = (all: Iterable<string>, mark: string): string[] => [...all].map((name) => mark + name);
    return [
      ...[...makers].filter((name) => isTold(name)),
      ...ofTypes,
      ...marked(fixtures, FIXTURE),
      ...marked(early, SURE),
      ...marked(constants, CONSTANT),
    ];
  }

  #own(): Own {
    this.#known ??= this.#find();
    return this.#known;
  }

  #find(): Own {
    const makers = new Set<string>();
    const uploads = new Set<string>();
    const members = new Set<string>();
    const ofTypes = new Set<string>();
    const early = new Set<string>();
    for (const [at, token] of this.#tokens.entries()) {
      const { scope } = token;
      if (scope.kind !== 'function') continue;
      if (BLOB.test(token.text) || /transfers(\/|$)/.test(token.text) || this.#isUploaded(at, token))
        uploads.add(scope.name);
      else if (this.#makes(at, token)) {
        makers.add(scope.name);
        if (isGivenBackAt(at, this.#tokens)) early.add(scope.name);
        if (scope.parent?.kind !== 'type') continue;
        members.add(scope.name);
        if (MAKES.test(scope.parent.name) || isTold(scope.name))
          ofTypes.add(`${scope.parent.name}.${scope.name}`);
        if (WRITES.test(scope.name)) makers.add(scope.parent.name);
      }
    }
    for (const upload of uploads) if (!early.has(upload)) makers.delete(upload);
    const told = { told: this.#reader.told, sends: uploads, early };
    const all = withCallers(makers, told, this.#tokens);
    return { makers: all, members, ofTypes, early: new Set([...early].filter((name) => uploads.has(name))) };
  }

  /** `upload('data:...')`: what it gives back are IDs. */
  #isUploaded(at: number, { kind, text }: Token): boolean {
    if (kind !== 'string' || !text.startsWith('data:')) return false;
    const group = this.#reader.places.of(at)?.group;
    return group?.open === '(' && /^upload(?!ed)/i.test(calleeOf(group, this.#tokens).at(-1) ?? '');
  }

  #makes(at: number, token: Token): boolean {
    if (token.kind === 'string') return token.text.startsWith('data:');
    return BROWSERS.test(token.text) || this.#reader.text.beginsAt(at);
  }
}
