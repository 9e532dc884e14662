// What a ledger or an export was held against, in sentences: how much of it is its own, and of what it can say nothing. Pure.
import type { Heads } from '../../../ledger/finding.ts';
import type { Verified } from '../../../ledger/sqlite/chain/verify.ts';

/** Whether there are heads, and it has every one of them. */
export const isOwn = ({ own, after, before, goOn }: Heads): boolean => own > 0 && after + before + goOn === 0;

/** A line for each, each after a line break; empty where it has every head. */
export function headsText(
  { heads, tip }: Pick<Verified, 'heads' | 'tip'>,
  kind: 'ledger' | 'export',
): string {
  const { own, after, before, goOn } = heads;
  if (after + before + goOn === 0) return '';
  const name = kind === 'export' ? 'export' : 'copy';
  const lines = [
    own > 0 && `${counted(own)} that it was compared with ${own === 1 ? 'is' : 'are'} its own.`,
    goOn > 0 &&
      `${goOn === 1 ? 'A file' : `${goOn} files`} that it was compared with ${goOn === 1 ? 'has' : 'have'} its last head, and ${goOn === 1 ? 'goes' : 'go'} on after it: the same chain, further on.`,
    after > 0 &&
      `${counted(after)} ${after === 1 ? 'lies' : 'lie'} after the end of this ${name} (entry ${tip.sequence}): it says nothing of ${them(after)}; compare ${them(after)} with the ledger itself.`,
    before > 0 &&
      `${counted(before)} ${before === 1 ? 'lies' : 'lie'} before the beginning of this ${name}: it says nothing of ${them(before)}; compare ${them(before)} with the ledger itself.`,
  ];
  return lines.flatMap((line) => (line === false ? [] : [`\n${line}`])).join('');
}

const counted = (count: number): string => (count === 1 ? '1 head' : `${count} heads`);
const them = (count: number): string => (count === 1 ? 'it' : 'them');
