// Types whose values are rows or documents of one's own store: marked so, declared with columns, made from an ORM's base, or
// named where the store is described. They are kept; what is sent is made of them. Knows no names of fields.
import type { LanguageId } from '../../model/language.ts';
import type { Context } from '../../model/model.ts';
import { childrenOf } from '../names/heritage.ts';
import type { Group } from '../tokens/groups.ts';
import type { Places } from '../tokens/places.ts';
import type { Scope, Token } from '../tokens/token.ts';

/** `@Entity`, PHP's `#[ORM\Entity]`. */
const MARKS =
  `Entity Table Embeddable MappedSuperclass Column PrimaryColumn PrimaryGeneratedColumn Prop Document ManyToOne OneToMany
  JoinColumn ColumnInfo DynamoDBTable Indexed Model Persisted NSManaged RealmClass Collection HiveType`.split(
    /\s+/,
  );
/** C#'s `[Table("payouts")]`; its `[Key]` stands alone. */
const ATTRIBUTES = ['Table', 'Key', 'Column', 'DatabaseGenerated', 'ForeignKey', 'BsonId', 'BsonElement'];
/** Rust's `#[derive(Queryable)]`. */
const DERIVED = ['Queryable', 'QueryableByName', 'Insertable', 'AsChangeset', 'FromRow', 'DeriveEntityModel'];
/** In the body of a type. */
const WITHIN = ['__tablename__', '__table_args__', 'mapped_column', 'gorm', 'bun'];
/** `DbSet<Payout>`, `IEntityTypeConfiguration<Payout>`, `builder.Entity<Payout>()`. */
const DESCRIBES = ['DbSet', 'IEntityTypeConfiguration', 'EntityTypeBuilder', 'Entity', 'IMongoCollection'];
const BASES = [
  'DeclarativeBase',
  'DeclarativeBaseNoMeta',
  'NSManagedObject',
  'RealmObject',
  'FetchableRecord',
  'PersistableRecord',
  'MutablePersistableRecord',
];
/** `class Payout(db.Model)`. */
const MODELS = /^(db|models|orm|peewee|ormar|me|mongoengine)$/;
/** Of a Go struct's field: a column, and a name on the wire. */
const COLUMN = /\b(?:gorm|db|bun|bson|pg):"/;
const WIRE = /\bjson:"(?!-")/;
const STORES = /^(Entities|Persistence|DataAccess|DbModels|Dao)$/;
const MAX_MARK = 24;
const MAX_TYPE = 600;
const MAX_DEPTH = 3;

export class StoredTypes {
  readonly #tokens: readonly Token[];
  readonly #places: Places;
  readonly #language: LanguageId;
  readonly #scopes = new Set<Scope>();
  readonly #names = new Set<string>();
  #isRead = false;

  constructor(tokens: readonly Token[], places: Places, language: LanguageId) {
    this.#tokens = tokens;
    this.#places = places;
    this.#language = language;
  }

  /** Asked of few files. */
  #read(): void {
    if (this.#isRead) return;
    this.#isRead = true;
    const places = this.#places;
    for (const name of MARKS) for (const at of places.uses(name)) if (this.#isMark(at)) this.#markedBy(at);
    if (this.#language === 'csharp') this.#ofAttributes();
    if (this.#language === 'rust') this.#derived();
    for (const name of WITHIN) for (const at of places.uses(name)) this.#declaredWith(at);
    for (const name of DESCRIBES)
      for (const at of places.uses(name)) if (this.#text(at + 1) === '<') this.#names.add(this.#text(at + 2));
    this.#ofBases();
  }

  has(scope: Scope): boolean {
    this.#read();
    if (this.#scopes.has(scope) || this.#names.has(scope.name)) return true;
    return this.#language === 'go' ? this.#hasColumns(scope) : this.#isInStore();
  }

  /** Of a type that is declared in this file. */
  hasName(name: string): boolean {
    this.#read();
    return this.#names.has(name) || [...this.#scopes].some((scope) => scope.name === name);
  }

  /** `namespace Acme.Payouts.Persistence.Entities;`, with no name of the wire in it. */
  #isInStore(): boolean {
    if (this.#language !== 'csharp' || this.#places.names(/^Json/)) return false;
    const [at = -MAX_MARK] = this.#places.uses('namespace');
    for (let i = at + 1; i < at + MAX_MARK && !/^[;{]$/.test(this.#text(i)); i++)
      if (STORES.test(this.#text(i))) return true;
    return false;
  }

  #text(at: number): string {
    return this.#tokens[at]?.text ?? '';
  }

  #isMark(at: number): boolean {
    const before = this.#text(at - 1);
    return before === '@' || before === '#[' || (before === '\\' && this.#text(at - 2) === 'ORM');
  }

  /** The type that begins behind a mark, or whose field has it. */
  #markedBy(at: number): void {
    const behind = this.#tokens.slice(at, at + MAX_MARK).find((token) => token.scope.kind === 'type');
    if (behind) this.#scopes.add(behind.scope);
  }

  #ofAttributes(): void {
    for (const name of ATTRIBUTES)
      for (const at of this.#places.uses(name)) {
        const next = this.#text(at + 1);
        // MessagePack has a `[Key(0)]`.
        if (this.#text(at - 1) === '[' && (name === 'Key' ? next === ']' : /^[(\]]$/.test(next)))
          this.#markedBy(at);
      }
  }

  #derived(): void {
    for (const name of DERIVED)
      for (const at of this.#places.uses(name)) {
        const { statement } = this.#tokens[at] ?? {};
        const beside = this.#tokens.slice(statement?.first ?? at, at + MAX_MARK);
        // What is written as well may be sent.
        if (!beside.some(({ text }) => text === 'Serialize')) this.#markedBy(at);
      }
  }

  #declaredWith(at: number): void {
    const { scope } = this.#tokens[at] ?? {};
    const isPackage = /^(gorm|bun)$/.test(this.#text(at));
    if (scope?.kind !== 'type' || (isPackage && !/^(Base)?Model$/.test(this.#text(at + 2)))) return;
    this.#scopes.add(scope);
  }

  #ofBases(): void {
    const bases = BASES.filter((name) => this.#places.uses(name).length > 0);
    // `Base = declarative_base()`.
    for (const at of this.#places.uses('declarative_base'))
      if (this.#text(at - 1) === '=') bases.push(this.#text(at - 2));
    if (bases.length > 0) {
      const children = childrenOf(this.#tokens);
      this.#made(bases, children, 0);
    }
    // `class Payout(Model)`.
    for (const at of this.#language === 'python' ? this.#places.uses('Model') : [])
      if (this.#text(at - 1) === '(' && this.#tokens[at - 2]?.scope.name === this.#text(at - 2))
        this.#names.add(this.#text(at - 2));
    for (const at of [...this.#places.uses('Model'), ...this.#places.uses('Document')])
      if (this.#text(at - 1) === '.' && MODELS.test(this.#text(at - 2)) && this.#text(at - 3) === '(')
        this.#names.add(this.#text(at - 4));
    // `class Payout(SQLModel, table=True)`.
    for (const at of this.#places.uses('SQLModel'))
      if (this.#text(at + 2) === 'table' && this.#text(at + 4) === 'True')
        this.#names.add(this.#text(at - 2));
  }

  #made(bases: readonly string[], children: ReadonlyMap<string, readonly string[]>, depth: number): void {
    for (const base of bases) {
      const own = children.get(base) ?? [];
      for (const name of own) this.#names.add(name);
      if (depth < MAX_DEPTH) this.#made(own, children, depth + 1);
    }
  }

  /** Tags of columns, and none of the wire. */
  #hasColumns(scope: Scope): boolean {
    const from = this.#places.uses(scope.name).find((at) => this.#tokens[at]?.scope === scope) ?? -1;
    if (from < 0) return false;
    let found = false;
    for (let at = from; at < from + MAX_TYPE && this.#tokens[at]?.scope === scope; at++) {
      const { kind, text } = this.#tokens[at] ?? { kind: 'symbol', text: '' };
      if (kind !== 'string') continue;
      if (WIRE.test(text)) return false;
      found ||= COLUMN.test(text);
    }
    return found;
  }
}

/** `session.add(Payout(amount=v))`: a row that is made, and isn't seen to be sent. */
export function unlessStored(
  context: Context,
  group: Group,
  tokens: readonly Token[],
  stored: StoredTypes,
): Context {
  if (context.reading || context.urls.length > 0) return context;
  const before = tokens[group.at - 1];
  const type = before?.kind === 'name' && /^[A-Z]/.test(before.text) ? before.text : undefined;
  return type !== undefined && stored.hasName(type) ? { ...context, reading: true } : context;
}
