// Messages about results files and retry files. Their sentences are in words/results.ts.
import type { FileKind } from '../../interface/file-kind.ts';
import { type Message, messagesOf } from '../../message.ts';

export interface ResultsFileMessages {
  results_overwrite: { path: string; what: 'ledger' | 'input' | 'foreign' };
  /** `path`: not while its run goes on, which says where its results go. */
  file_unwritable: { path?: string; file: 'results' | 'retry'; why: Message };
  not_a_file: object;
  /** `said`: by the system. */
  system_refuses: { code: string | undefined; said: string };
  /** Earlier results that name payments which the ledger doesn't know. `kept`: their new name. */
  results_kept: { path: string; kept: string };
  results_cut_off: object;
  no_results: object;

  // The text with the reasons of the rows of a retry file (names without folders). `advice`: `again` if nothing is to
  // be corrected; otherwise what ties a corrected row to its original.
  reasons_head: {
    kind: FileKind;
    rows: number;
    runId: string;
    input: string;
    retry: string;
    advice: 'again' | 'reference' | 'tie';
  };
  /** A row: its cells of the results. `sum`: amount and currency. */
  reasons_row: Readonly<
    Record<'line' | 'reference' | 'sum' | 'status' | 'httpStatus' | 'errorMessage', string>
  >;
}

export const fileMessage = messagesOf<ResultsFileMessages>();

export function whyNot(error: unknown): Message {
  const { code, message } = error as NodeJS.ErrnoException; // Node's errors; anything else has a message at least
  return fileMessage('system_refuses', { code, said: message });
}
