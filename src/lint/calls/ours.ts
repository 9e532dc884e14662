// On whom a file calls this service's paths, the new one among them: what is called on somebody else in other files isn't this service's.
import type { Owned } from '../model/finding.ts';
import { isTestFile } from '../model/tests.ts';
import type { Whose } from './whose.ts';

interface OursIn {
  readonly text: string;
  readonly path: string;
  readonly isData: boolean;
  readonly whose: Whose;
}

/** Data says of a path what it is, and not who calls it; a test calls what stands for it. */
export const oursIn = ({ text, path, isData, whose }: OursIn): Owned[] =>
  isData || isTestFile(path) || !text.includes('api/v1/') ? [] : whose.ours();
