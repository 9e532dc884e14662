// Document types that are more than values of a list: without a schema, for those who need nothing else.

/** Document type that release 1.32 introduced and requires (2.2). */
export const REQUIRED_DOCUMENT_TYPE = 'BankStatements';
