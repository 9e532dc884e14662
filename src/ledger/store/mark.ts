// The high-water mark: the ledger's id, its last entry and the end of its hash chain, in a small file. It is written
// after the commit: a mark that is too low is harmless, but a mark that is too high would refuse a good ledger.
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync } from 'node:fs';

import { writeAllSync } from '../../files/write-all.ts';
import type { Tip } from '../records.ts';

export interface MarkRecord {
  readonly ledgerId: string;
  readonly sequence: number;
  /** The chain's last link and its head. */
  readonly link: { readonly number: number; readonly head: string };
}

const FORM = /^paybatch-mark\/2 ([0-9a-f-]{36}) (\d{16}) (\d{16}) ([0-9a-f]{64})\n/;
const LENGTH = 152;

export const markPath = (ledger: string): string => `${ledger}.mark`;

/** `null` for a missing or unreadable mark. */
export function readMark(ledger: string): MarkRecord | null {
  let fd;
  try {
    fd = openSync(markPath(ledger), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    return fstatSync(fd).isFile() ? readOf(fd) : null;
  } finally {
    closeSync(fd);
  }
}

function readOf(fd: number): MarkRecord | null {
  const bytes = Buffer.alloc(LENGTH + 1);
  const length = readSync(fd, bytes, 0, LENGTH + 1, 0);
  return parseMark(bytes.toString('latin1', 0, length));
}

function parseMark(text: string): MarkRecord | null {
  const [all, ledgerId, sequence, link, head] = FORM.exec(text) ?? [];
  if (all?.length !== text.length) return null;
  if (ledgerId === undefined || head === undefined) return null;
  return { ledgerId, sequence: Number(sequence), link: { number: Number(link), head } };
}

const digits = (number: number): string => String(number).padStart(16, '0');

export class MarkFile {
  /** `null` once closed: the descriptor may then be that of another file. */
  #fd: number | null;
  readonly #ledgerId: string;
  #written: Tip | undefined;

  constructor(ledger: string, ledgerId: string) {
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
    this.#ledgerId = ledgerId;
    this.#fd = openSync(markPath(ledger), O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
  }

  write(tip: Tip): void {
    if (this.#fd === null || tip.head === this.#written?.head) return;
    const text = `paybatch-mark/2 ${this.#ledgerId} ${digits(tip.sequence)} ${digits(tip.link)} ${tip.head}\n`;
    writeAllSync(this.#fd, text, 0);
    this.#written = tip;
  }

  /** As `write`, unless another process has written a later mark. */
  raise(tip: Tip): void {
    if (this.#fd === null || tip.head === this.#written?.head) return;
    const there = readOf(this.#fd);
    if (there?.ledgerId === this.#ledgerId && there.link.number > tip.link) return;
    this.write(tip);
  }

  sync(): void {
    if (this.#fd !== null) fsyncSync(this.#fd);
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }
}
