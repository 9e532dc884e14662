// Types of syntax nodes, over all grammars: what is a string, a comment, a block, a declaration, a pattern.

const STRINGS =
  /^(string|template_string|string_literal|interpreted_string_literal|raw_string_literal|verbatim_string_literal|interpolated_string_expression|encapsed_string|heredoc|nowdoc|heredoc_body|bare_string|bare_symbol|raw_string|character_literal|char_literal|rune_literal|regex|regex_literal|subshell)$/;
const COMMENTS = /^(comment|line_comment|block_comment|html_comment|text|jsx_text|shebang|hash_bang_line)$/;
const PASSIVE =
  /((?<!^as)_pattern|pattern_list|^delete_statement|^unset_statement|^import|^using_directive|^use_declaration|^namespace_use|^export_clause|list_literal|^package_)/;
const PARAMETERS =
  /^(formal_parameters|parameters|parameter_list|method_parameters|lambda_parameters|block_parameters)$/;
const BLOCKS =
  /(^|_)(block|body|program|module|source_file|translation_unit|compilation_unit|declaration_list|statement_list|suite|then|else|statements|switch_body|compound_statement|body_statement)$|^(do|begin)$/;
const TYPES =
  /^(class|interface|struct|record|enum|trait|type_alias|type_spec|class_specifier|struct_specifier|struct_item|enum_item)(_declaration|_definition|_specifier|_item)?$|^(abstract_class_declaration|module)$/;
const FUNCTIONS =
  /^(function|method|constructor|singleton_method|function_item|func_literal|local_function)(_declaration|_definition|_item|_statement)?$|^(generator_function_declaration|method|function_definition)$/;

/** What the walk has to know of a node's type; asked of the expressions once for each type. */
export interface NodeKind {
  readonly comment: boolean;
  readonly string: boolean;
  readonly passive: boolean;
  readonly parameters: boolean;
  readonly declares: 'type' | 'function' | undefined;
  readonly binds: boolean;
  readonly block: boolean;
}

const kinds = new Map<string, NodeKind>();

export function kindOf(type: string): NodeKind {
  const known = kinds.get(type);
  if (known) return known;
  const kind: NodeKind = {
    comment: COMMENTS.test(type),
    string: STRINGS.test(type),
    passive: PASSIVE.test(type),
    parameters: PARAMETERS.test(type),
    declares: TYPES.test(type) ? 'type' : FUNCTIONS.test(type) ? 'function' : undefined,
    binds:
      type === 'variable_declarator' ||
      type === 'pair' ||
      type === 'public_field_definition' ||
      type === 'assignment_expression',
    block: BLOCKS.test(type),
  };
  kinds.set(type, kind);
  return kind;
}

/** The type that an answer or what is unpacked is said to have: `as { amount: number }`, `json<{ amount: number }>()`. */
export function isAnswersType(type: string, parent: string, previous: string): boolean {
  if (type === 'object_type') return parent === 'as_expression';
  if (type === 'type_arguments') return parent === 'call_expression';
  return type === 'type_annotation' && previous === 'object_pattern';
}
