// The content of a documents cell: IDs, file paths and data URLs, separated by `;`.

export type DocumentItem =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'data'; readonly url: string };

/** Splits a cell. The semicolons inside a data URL (`;base64,`, `;charset=utf-8`) separate nothing. */
export function splitDocuments(cell: string, isId: (text: string) => boolean): DocumentItem[] {
  const items: DocumentItem[] = [];
  // Pieces of a data URL that has no comma yet. Put together once: a cell of `data:;;;...` would be copied for each of
  // them.
  let open: string[] = [];
  for (const each of cell.split(';')) {
    const piece = each.trim();
    if ((open.length > 0 || piece.startsWith('data:')) && !piece.includes(',')) {
      open.push(piece);
      continue;
    }
    const text = open.length === 0 ? piece : [...open, piece].join(';');
    open = [];
    if (text !== '') items.push(toItem(text, isId));
  }
  if (open.length > 0) items.push({ kind: 'data', url: open.join(';') });
  return items;
}

function toItem(text: string, isId: (text: string) => boolean): DocumentItem {
  if (text.startsWith('data:')) return { kind: 'data', url: text };
  return isId(text) ? { kind: 'id', id: text } : { kind: 'file', path: text };
}
