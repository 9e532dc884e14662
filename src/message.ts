// Messages to people, as data. The rooms make them, `words/` has the sentence for each, and only what speaks to people
// (the command line, a report, an audit, a file of results) asks for it. No code reads a sentence.

/** A code and its parameters. It survives JSON: the ledger stores it so, and threads hand it over so. */
export interface Message {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'code' in value && 'params' in value;

export type Say = (message: Message) => string;

/** Makes the messages of a table `{ code: parameters }`, and no others. `object`: a message without parameters. */
export const messagesOf =
  <Table extends object>() =>
  <Code extends keyof Table & string>(
    code: Code,
    ...[params]: keyof Table[Code] extends never ? [] : [Readonly<Table[Code]>]
  ): Message => ({ code, params: { ...(params as object | undefined) } });

/** A text as it is: what the system, a library or the service says, or what is in words already. */
export const verbatim = (text: string): Message => ({ code: 'verbatim', params: { text } });

/** The sentences of a table: `words/` has one for each of its messages. */
export type WordsOf<Table extends object> = {
  readonly [Code in keyof Table]: (params: Readonly<Table[Code]>, say: Say) => string;
};

/** A message as the ledger stores it; no message is an empty text. */
export const packed = (message: Message | undefined): string =>
  message === undefined ? '' : JSON.stringify(message);

export const unpacked = (text: string): Message | undefined =>
  text === '' ? undefined : (JSON.parse(text) as Message); // what `packed` has stored
