// A name as the words that it is made of: `HrDocumentType` and `hr_document_type` are hr, document and type.

/** What is longer is no name. */
const MAX_NAME = 200;

export const wordsOf = (name: string): string[] =>
  name
    .slice(0, MAX_NAME)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
