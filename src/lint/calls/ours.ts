// On whom a file calls this service's paths, the new one among them: what is called on somebody else in other files isn't this service's.
import type { Owned } from '../model/finding.ts';
import type { Span } from '../model/model.ts';
import { isTestFile } from '../model/tests.ts';
import { Siblings } from './siblings.ts';
import { Whose } from './whose.ts';

interface OursIn {
  readonly text: string;
  readonly path: string;
  readonly comments: readonly Span[];
  readonly isData: boolean;
}

/** Data says of a path what it is, and not who calls it; a test calls what stands for it. */
export function oursIn({ text, path, comments, isData }: OursIn): Owned[] {
  if (isData || isTestFile(path) || !text.includes('api/v1/')) return [];
  const siblings = new Siblings(text, comments);
  return new Whose({ text, path, isData }, () => siblings).ours();
}
