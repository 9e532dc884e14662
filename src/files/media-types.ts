// Media types and the endings of file names that go with them: one table, read both ways. A document that is uploaded
// gets its type from its name; a Base64 document that is written out gets its ending from its type. What isn't here is
// bytes: the types that finance departments attach, not all that are registered (the large registries disagree on some
// of these).

const TABLE: readonly (readonly [mediaType: string, ...endings: readonly string[]])[] = [
  ['application/pdf', '.pdf'],
  ['image/png', '.png'],
  ['image/jpeg', '.jpg', '.jpeg'],
  ['image/gif', '.gif'],
  ['image/webp', '.webp'],
  ['image/tiff', '.tif', '.tiff'],
  ['text/plain', '.txt'],
  ['text/csv', '.csv'],
  ['application/xml', '.xml'],
  ['application/json', '.json'],
  ['application/msword', '.doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', '.docx'],
  ['application/vnd.ms-excel', '.xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '.xlsx'],
];

/** Maps: both keys come from other people's files. */
const BY_ENDING: ReadonlyMap<string, string> = new Map(
  TABLE.flatMap(([mediaType, ...endings]) => endings.map((ending): [string, string] => [ending, mediaType])),
);
const BY_TYPE: ReadonlyMap<string, string> = new Map(
  TABLE.map(([mediaType, first = '']): [string, string] => [mediaType, first]),
);

/** Media type of a file by the ending of its name (`.pdf`, in any case). */
export function mediaTypeOf(ending: string): string {
  return BY_ENDING.get(ending.toLowerCase()) ?? 'application/octet-stream';
}

/** The usual ending for a media type; `undefined` for one that isn't known here. */
export function endingOf(mediaType: string): string | undefined {
  return BY_TYPE.get(mediaType);
}
