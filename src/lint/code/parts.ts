// What reads a file of code, wired once: which room asks which.
import type { LanguageId } from '../model/language.ts';
import { type Context, emptyModel, type Model, type Obj } from '../model/model.ts';
import type { Told } from '../model/told.ts';
import { SPEAKS } from '../model/words.ts';
import { Contexts } from './bodies/contexts.ts';
import { Fields } from './bodies/fields.ts';
import { Filled } from './bodies/filled.ts';
import { GivenPapers } from './bodies/given-papers.ts';
import { Owned } from './bodies/owned.ts';
import { TypeFlows } from './bodies/type-flows.ts';
import { TypeKeys } from './bodies/type-keys.ts';
import type { WireReader } from './bodies/wire-names.ts';
import { DataUrls } from './lists/data-urls.ts';
import { Denials } from './lists/denials.ts';
import { Fates } from './lists/fates.ts';
import { Uses } from './lists/uses.ts';
import { type SaidTypes, saidTypes } from './names/said-types.ts';
import { serialisedNames } from './names/serialised.ts';
import { Strings } from './names/strings.ts';
import { structFields } from './names/struct-fields.ts';
import { Values } from './names/values.ts';
import { Handed } from './sides/handed.ts';
import { Mapped } from './sides/mapped.ts';
import { Sides } from './sides/sides.ts';
import { StoredTypes } from './sides/stored.ts';
import { UrlList } from './sides/url-list.ts';
import { Urls } from './sides/urls.ts';
import type { TellsReader } from './tells.ts';
import { Texts } from './texts.ts';
import type { Group } from './tokens/groups.ts';
import { Places } from './tokens/places.ts';
import type { Lexed, Token } from './tokens/token.ts';

export interface Parts {
  readonly model: Model;
  /** Members that are so named on the wire, as other files say. */
  readonly documents: ReadonlySet<string>;
  readonly objects: Map<Group, Obj>;
  readonly strings: Strings;
  readonly places: Places;
  readonly urls: Urls;
  readonly tells: TellsReader & WireReader;
  readonly typeFlows: TypeFlows;
  readonly contexts: Contexts;
  readonly values: Values;
  readonly dataUrls: DataUrls;
  readonly fates: Fates;
  readonly denials: Denials;
  readonly texts: Texts;
  readonly typeKeys: TypeKeys;
  readonly owned: Owned;
  readonly said: SaidTypes;
  readonly papers: GivenPapers;
  readonly stored: StoredTypes;
  /** What stands around a group. */
  readonly contextOf: (group: Group) => Context;
}

export function partsOf(source: string, lexed: Lexed, groups: readonly Group[], file: FileParts): Parts {
  const { tokens, comments } = lexed;
  const { language, told } = file;
  const model = emptyModel();
  const objects = new Map<Group, Obj>();
  const strings = new Strings(tokens, groups, language, told?.names);
  const places = new Places(tokens, groups);
  const sides = new Sides(tokens, places, language);
  const handed = new Handed(tokens, places, language);
  const mapped = new Mapped(tokens, places, handed, source);
  const speaks = told?.base === true || SPEAKS.test(source);
  const list = new UrlList(tokens, { places, strings, sides, speaks });
  const urls = new Urls(tokens, { places, list, handed, mapped, told });
  const flows = new TypeFlows(tokens, { places, urls, handed, mapped, language, told });
  const filled = new Filled(tokens, { places, handed, urls, told });
  const fields = new Fields(tokens, places, language);
  const contexts = new Contexts(tokens, { urls, mapped, flows, filled, fields, places });
  const contextOf = contextsOf(tokens, contexts);
  const dataUrls = new DataUrls(tokens, { places, strings, told });
  const atoms = language === 'elixir' ? structFields(groups, tokens, places) : [];
  const serialised = [...serialisedNames(groups, tokens, places), ...atoms];
  const said = { tokens, places, language, told, strings };
  const tells = { ...said, urls: list, handed, flows, filled, dataUrls, serialised };
  const fates = new Fates(tokens, places);
  const denials = new Denials(tokens, places);
  const uses = new Uses(tokens, places, (name) => strings.constant(name));
  const around = { source, tokens, strings, contexts, contextOf, places, sides, fates, denials, uses };
  return {
    ...{ model, objects, strings, places, urls, tells, contexts, dataUrls, fates, denials, contextOf },
    documents: new Set(told?.documents),
    typeFlows: flows,
    values: new Values(tokens, strings, objects),
    texts: new Texts(model, around),
    typeKeys: new TypeKeys(tokens, { fates, uses, contexts }),
    owned: new Owned(model, { tokens, places, contexts, filled }),
    said: saidTypes(source, comments),
    papers: new GivenPapers(tokens, { ...tells, contextOf }),
    stored: new StoredTypes(tokens, places, language),
  };
}

export interface FileParts {
  readonly language: LanguageId;
  readonly told: Told | undefined;
}

const NOTHING_AROUND: Context = { names: [], outer: [], urls: [], near: [], reading: false };

function contextsOf(tokens: readonly Token[], contexts: Contexts): (group: Group) => Context {
  return (group) => {
    const opening = tokens[Math.max(0, group.at)];
    const parent = group.parent ?? group;
    if (!opening) return NOTHING_AROUND;
    const inside: [number, number] = [group.at, group.close];
    const context = contexts.of(parent, group.position, opening.statement, opening.scope, inside);
    return group.open === '(' ? contexts.ofArguments(group, context) : context;
  };
}
