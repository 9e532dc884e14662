// Source code through its real grammar (tree-sitter) into tokens: strings whole, comments apart, patterns, imports and
// deletions marked, the enclosing functions and types known.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Language, Parser, type Node } from 'web-tree-sitter';
import { GRAMMARS, type LanguageId } from './language.ts';
import type { Comment, Lexed, Part, Scope, Statement, Token } from './token.ts';

const parsers = new Map<LanguageId, Promise<Parser>>();
let ready: Promise<void> | undefined;

async function load(language: LanguageId, grammar: string): Promise<Parser> {
  await (ready ??= Parser.init());
  const folder = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/package.json'));
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(folder, 'wasm', `tree-sitter-${grammar}.wasm`)));
  parsers.set(language, Promise.resolve(parser));
  return parser;
}

/** `undefined` where there is no grammar. */
export async function parseCode(text: string, language: LanguageId): Promise<Lexed | undefined> {
  const grammar = GRAMMARS[language];
  if (grammar === undefined) return undefined;
  let parser = parsers.get(language);
  if (!parser) parsers.set(language, (parser = load(language, grammar)));
  const tree = (await parser).parse(text);
  if (!tree) return undefined;
  try {
    return new Walk(text).run(tree.rootNode);
  } finally {
    tree.delete();
  }
}

const STRINGS =
  /^(string|template_string|string_literal|interpreted_string_literal|raw_string_literal|verbatim_string_literal|interpolated_string_expression|encapsed_string|heredoc|nowdoc|heredoc_body|string_array|bare_string|raw_string|character_literal|char_literal|rune_literal|regex|regex_literal|subshell)$/;
const COMMENTS = /^(comment|line_comment|block_comment|html_comment|text|jsx_text|shebang|hash_bang_line)$/;
const INNER = /(substitution|interpolation|string_content_interpolation|variable_name|escape_interpolation)$/;
const PASSIVE =
  /((?<!^as)_pattern|pattern_list|^delete_statement|^unset_statement|^import|^using_directive|^use_declaration|^namespace_use|^export_clause|list_literal|^package_)/;
const PARAMETERS =
  /^(formal_parameters|parameters|parameter_list|method_parameters|lambda_parameters|block_parameters)$/;
const BLOCKS =
  /(^|_)(block|body|program|module|source_file|translation_unit|compilation_unit|declaration_list|suite|then|else|statements|switch_body|compound_statement|body_statement)$|^(do|begin)$/;
const TYPES =
  /^(class|interface|struct|record|enum|trait|object|type_alias|type_spec|class_specifier|struct_specifier|struct_item|enum_item)(_declaration|_definition|_specifier|_item)?$|^(abstract_class_declaration|module)$/;
const FUNCTIONS =
  /^(function|method|constructor|singleton_method|function_item|func_literal|local_function)(_declaration|_definition|_item|_statement)?$|^(generator_function_declaration|method|function_definition)$/;

class Walk {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  readonly #comments: Comment[] = [];
  #line = -1;

  constructor(text: string) {
    this.#text = text;
  }

  run(root: Node): Lexed {
    const scope: Scope = { name: '', kind: 'file', parent: undefined };
    const statement: Statement = { parent: undefined, first: 0, last: 0 };
    this.#visit(root, { scope, statement, passive: false, parameter: false });
    statement.last = this.#tokens.length;
    return { tokens: this.#tokens, comments: this.#comments };
  }

  #visit(node: Node, inside: Inside): void {
    const { type } = node;
    if (COMMENTS.test(type)) {
      this.#comments.push({ text: node.text, start: node.startIndex, end: node.endIndex });
      return;
    }
    if (STRINGS.test(type)) return this.#string(node, inside);
    if (node.childCount === 0) return this.#leaf(node, inside);
    const here = { ...inside };
    if (PASSIVE.test(type) || isDelete(node)) here.passive = true;
    if (PARAMETERS.test(type)) here.parameter = !isRecord(node);
    const name = TYPES.test(type) || FUNCTIONS.test(type) ? nameOf(node) : undefined;
    if (name !== undefined) {
      here.scope = { name, kind: TYPES.test(type) ? 'type' : 'function', parent: inside.scope };
      here.parameter = false;
    } else if (type === 'variable_declarator' || type === 'pair' || type === 'public_field_definition') {
      const value = node.childForFieldName('value')?.type ?? '';
      const own = node.childForFieldName('name') ?? node.childForFieldName('key');
      if (/function/.test(value) && own)
        here.scope = { name: own.text, kind: 'function', parent: inside.scope };
    }
    const block = BLOCKS.test(type);
    if (block) here.parameter = false;
    for (const child of node.children) {
      if (!child) continue;
      if (!block || !child.isNamed) {
        this.#visit(child, here);
        continue;
      }
      const statement: Statement = { parent: inside.statement, first: this.#tokens.length, last: 0 };
      this.#visit(child, { ...here, statement });
      statement.last = this.#tokens.length;
    }
  }

  #leaf(node: Node, { scope, statement, passive, parameter }: Inside): void {
    const { text, type, startIndex: start, endIndex: end } = node;
    if (text.trim() === '') return;
    const isName = /^[\p{L}_$@:]?[\p{L}\p{N}_$]*[\p{L}_$][\p{L}\p{N}_$]*[?!:]?$/u.test(text) && text !== ':';
    // Ruby's `amount:` is one token: the key and its colon.
    const key = /^[\p{L}_][\p{L}\p{N}_]*:$/u.test(text) && type.includes('key');
    const push = (kind: Token['kind'], part: string, from: number, to: number, shorthand: boolean): void => {
      this.#push(
        { kind, text: part, start: from, end: to, scope, statement, passive, parameter, shorthand },
        node,
      );
    };
    if (key) {
      push('name', text.slice(0, -1), start, end - 1, false);
      push('symbol', ':', end - 1, end, false);
      return;
    }
    if (type === 'simple_symbol') return push('string', text.slice(1), start + 1, end, false);
    const shorthand =
      type === 'shorthand_property_identifier' || node.parent?.type === 'shorthand_field_initializer';
    push(isName ? 'name' : /^\d/.test(text) ? 'number' : 'symbol', text, start, end, shorthand);
  }

  #push(token: Omit<Token, 'first'>, node: Node): void {
    const line = node.startPosition.row;
    this.#tokens.push({ ...token, first: line !== this.#line });
    this.#line = line;
  }

  #string(node: Node, { scope, statement, passive, parameter }: Inside): void {
    const parts: Part[] = [];
    const codes: { start: number; end: number }[] = [];
    collect(node, codes);
    const raw = node.text;
    // The opening: quotes with what may stand before them (f", @", b", """, heredoc names).
    const open =
      /^(?:<<<?[-~]?\s*["'`]?\w+["'`]?\r?\n|[A-Za-z@$]{0,3}#*(?:"""|'''|"|'|`))/.exec(raw)?.[0] ?? '';
    const quote = /(?:"""|'''|"|'|`)$/.exec(open)?.[0] ?? '';
    const body = node.startIndex + open.length;
    const closing =
      quote !== '' && raw.endsWith(quote) && raw.length >= open.length + quote.length ? quote.length : 0;
    const end = Math.max(body, node.endIndex - closing);
    let at = body;
    for (const code of codes) {
      if (code.start < at) continue;
      if (code.start > at) parts.push({ text: this.#text.slice(at, code.start), at });
      const source = this.#text.slice(code.start, code.end).replace(/^(?:\$\{|#\{|\{|\$)|\}$/g, '');
      parts.push({ code: source.trim(), at: code.start });
      at = code.end;
    }
    if (at < end) parts.push({ text: this.#text.slice(at, end), at });
    const text = parts.map((part) => ('text' in part ? part.text : '{}')).join('');
    const kind = /^regex/.test(node.type) ? 'symbol' : 'string';
    const token = {
      kind,
      text,
      start: node.startIndex,
      end: node.endIndex,
      scope,
      statement,
      passive,
      parameter,
    } as const;
    this.#push({ ...token, shorthand: false, body, parts }, node);
    // Strings inside the expressions of a template are strings, too.
    this.#line = node.endPosition.row;
  }
}

interface Inside {
  scope: Scope;
  statement: Statement;
  passive: boolean;
  parameter: boolean;
}

/** The expressions inside a string. */
function collect(node: Node, into: { start: number; end: number }[]): void {
  for (const child of node.namedChildren) {
    if (!child) continue;
    if (INNER.test(child.type)) into.push({ start: child.startIndex, end: child.endIndex });
    else if (/content|string|heredoc/.test(child.type)) collect(child, into);
  }
}

/** C++ has the name of a function inside its declarator. */
function nameOf(node: Node): string | undefined {
  const own = node.childForFieldName('name')?.text;
  return own ?? /([\w~]+)\s*\(/.exec(node.childForFieldName('declarator')?.text ?? '')?.[1];
}

function isDelete(node: Node): boolean {
  return node.type === 'unary_expression' && node.firstChild?.type === 'delete';
}

/** A record's parameters are its fields. */
function isRecord(node: Node): boolean {
  return node.parent?.type.startsWith('record') === true;
}
