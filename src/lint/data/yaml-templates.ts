// Templates of YAML, charts above all, as YAML of the same length: a parser comes through them.

/** What a chart writes into its lines: `{{- include "labels" . | nindent 4 }}` by itself. Bounded: 400 characters. */
const ALONE = /^[ \t]{0,200}\{\{-?[ \t]{0,8}(?:include|tpl|toYaml)\b[^\n{}]{0,400}\}\}[ \t]{0,8}$/gm;

/** Control lines as blanks, and holes outside quotes as words of the same length. */
export function withoutTemplates(text: string): string {
  if (!text.includes('{{') && !text.includes('{%')) return text;
  return text
    .replace(/^[ \t]*\{\{-?[ \t]*(?:if|else|end|range|with|define|template|\/\*)[^\n]*/gm, (line) =>
      ' '.repeat(line.length),
    )
    .replace(ALONE, (line) => ' '.repeat(line.length))
    .replace(/\{%[^\n{]{0,400}?%\}/g, (tag) => ' '.repeat(tag.length))
    .replace(
      /(:[ \t]+|-[ \t]+)(\{\{(?:-?[ \t]*(?:include|tpl|toYaml|toJson|template|quote|default|required|printf|lookup|\.|\$)[^\n{}]{0,400}?|[^\n"'{]{0,400}?)\}\})/g,
      (_, sign: string, hole: string) => sign + 'x'.repeat(hole.length),
    );
}
