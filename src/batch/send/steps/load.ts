// A document of a row as the body of its upload, and the hash under which the upload is remembered. Its bytes are in memory
// while it is used.
import { printable } from '../../../csv/header.ts';
import { sha256 } from '../../../ledger/keys.ts';
import type { Around } from '../../input/document-file.ts';
import type { DocumentFolder } from '../../input/documents.ts';
import type { DocumentItem } from '../../input/row.ts';

export interface Loaded {
  readonly body: Buffer;
  readonly hash: string;
}

/** `unreadable`: why the document can't be had, in plain words. Errors: those of `use`. */
export async function withDocument<T>(
  documents: DocumentFolder,
  item: Exclude<DocumentItem, { kind: 'id' }>,
  around: Around,
  use: (loaded: Loaded) => Promise<T>,
): Promise<T | { readonly unreadable: string }> {
  if (item.kind === 'data') return use(loadedUrl(item.url, around));
  const why = (error: unknown): { unreadable: string } => ({
    unreadable: `"${printable(item.path, 80)}" ${error instanceof Error ? error.message : String(error)}`,
  });
  const file = await documents.open(item.path).catch(why);
  if ('unreadable' in file) return file;
  try {
    const read = await file.body(around).catch(why);
    if ('unreadable' in read) return read;
    if (documents.isOther(item.path, read.sha256)) return why('was changed since it was approved');
    return await use({ body: read.body, hash: remembered(`data:${file.media};base64`, read.sha256) });
  } finally {
    await file.close();
  }
}

function loadedUrl(url: string, { before, after }: Around): Loaded {
  const inJson = JSON.stringify(url).slice(1, -1);
  const hash = remembered(url.slice(0, url.indexOf(',')), sha256(url));
  return { body: Buffer.from(before + inJson + after), hash };
}

/** The media type is part of the hash: the same bytes as .txt and as .csv are two documents. */
const remembered = (media: string, content: string): string => sha256(`${media}\0${content}`);
