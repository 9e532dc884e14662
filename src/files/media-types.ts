// Media types and the endings of file names: of the documents that finance departments attach. An uploaded document
// gets its type from its name; a Base64 document that is written to a file gets its ending from its type.

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

/** Maps, since both keys are foreign text. */
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

/** The usual ending for a media type; `undefined` for an unknown type. */
export function endingOf(mediaType: string): string | undefined {
  return BY_TYPE.get(mediaType);
}
