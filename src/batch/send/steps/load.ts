// A document of a row as a data URL, and the hash under which its upload is remembered.
import { printable } from '../../../csv/header.ts';
import { sha256 } from '../../../ledger/keys.ts';
import type { DocumentFolder } from '../../input/documents.ts';
import type { DocumentItem } from '../../input/row.ts';

export type Loaded = { readonly dataUrl: string; readonly hash: string } | { readonly unreadable: string };

/** The media type is part of the hash: the same bytes as .txt and as .csv are two documents. */
export async function load(
  documents: DocumentFolder,
  item: Exclude<DocumentItem, { kind: 'id' }>,
): Promise<Loaded> {
  let loaded;
  if (item.kind === 'data') {
    loaded = { dataUrl: item.url, sha256: sha256(item.url) };
  } else {
    try {
      loaded = await documents.load(item.path);
    } catch (error) {
      return {
        unreadable: `"${printable(item.path, 80)}" ${error instanceof Error ? error.message : String(error)}`,
      };
    }
  }
  const media = loaded.dataUrl.slice(0, loaded.dataUrl.indexOf(','));
  return { dataUrl: loaded.dataUrl, hash: sha256(`${media}\0${loaded.sha256}`) };
}
