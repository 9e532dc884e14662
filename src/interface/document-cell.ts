// What stands in a documents cell: IDs, file paths and data URLs, separated by `;`.

export type DocumentItem =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'data'; readonly url: string };

/** Splits a cell. The semicolons inside a data URL (`;base64,`, `;charset=utf-8`) separate nothing. */
export function splitDocuments(cell: string, isId: (text: string) => boolean): DocumentItem[] {
  const items: DocumentItem[] = [];
  let open = '';
  for (const piece of cell.split(';')) {
    const text = open === '' ? piece.trim() : `${open};${piece.trim()}`;
    if (text.startsWith('data:') && !text.includes(',')) {
      open = text;
      continue;
    }
    open = '';
    if (text !== '') items.push(toItem(text, isId));
  }
  if (open !== '') items.push({ kind: 'data', url: open });
  return items;
}

function toItem(text: string, isId: (text: string) => boolean): DocumentItem {
  if (text.startsWith('data:')) return { kind: 'data', url: text };
  return isId(text) ? { kind: 'id', id: text } : { kind: 'file', path: text };
}
