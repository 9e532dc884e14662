// A text without certain characters at its end. An expression such as /\/+$/ would look at every run of them in the text
// and, of each, at every beginning. Pure.

export function withoutTrailing(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
