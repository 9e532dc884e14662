// The ledger's high-water mark, outside the database: its id and its highest entry's number, in a file of one fixed
// length beside it. Written after each commit and synced when a run begins or ends: a mark that is too low is harmless,
// one that is too high would stop a good ledger, so it never runs ahead of a commit.
import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

export interface MarkRecord {
  readonly ledgerId: string;
  readonly sequence: number;
}

const FORM = /^paybatch-mark\/1 ([0-9a-f-]{36}) (\d{16})\n$/;
const LENGTH = 70;

export const markPath = (ledger: string): string => `${ledger}.mark`;

/** `null` when there is none, or none that can be read: then it witnesses nothing. */
export function readMark(ledger: string): MarkRecord | null {
  let fd;
  try {
    fd = openSync(markPath(ledger), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const bytes = Buffer.alloc(LENGTH + 1);
    const length = fstatSync(fd).isFile() ? readSync(fd, bytes, 0, LENGTH + 1, 0) : 0;
    const [, ledgerId, sequence] = FORM.exec(bytes.toString('latin1', 0, length)) ?? [];
    return ledgerId === undefined ? null : { ledgerId, sequence: Number(sequence) };
  } finally {
    closeSync(fd);
  }
}

export class Mark {
  /** `null` once closed: its number may be another file's by then, and must not be written to. */
  #fd: number | null;
  readonly #ledgerId: string;
  #written = -1;

  constructor(ledger: string, ledgerId: string) {
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
    this.#ledgerId = ledgerId;
    this.#fd = openSync(markPath(ledger), O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
  }

  /** The same number again costs nothing. */
  write(sequence: number): void {
    if (this.#fd === null || sequence === this.#written) return;
    const text = `paybatch-mark/1 ${this.#ledgerId} ${String(sequence).padStart(16, '0')}\n`;
    writeSync(this.#fd, text, 0, 'latin1');
    this.#written = sequence;
  }

  sync(): void {
    if (this.#fd !== null) fsyncSync(this.#fd);
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }
}
