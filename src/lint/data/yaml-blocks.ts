// Blocks of YAML that hold YAML themselves, as a ConfigMap's files do: those that list papers.
import { blank } from '../model/lines.ts';

/** A key with nothing behind it, and below it an item that is called as papers are. Bounded: names of 80 characters. */
const PAPERS_INSIDE =
  /^[ \t]{0,40}[\w.-]{1,80}:[ \t]{0,9}\n[ \t]{0,40}- ["']?(?:\w{1,40}: ["']?)?[A-Z][a-z]{1,40}[A-Z]/m;

/** The block's source without its sign, so that places stay. */
export function blockWithPapers(
  type: string | undefined,
  value: string,
  source: string,
  start: number,
  end: number,
): string | undefined {
  if (type !== 'BLOCK_LITERAL' || !PAPERS_INSIDE.test(value)) return undefined;
  return source.slice(start, end).replace(/^\|[^\n]{0,80}/, blank);
}
