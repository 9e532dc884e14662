// A row in doubt that a person had called not created, until a statement spoke against it: why, wherever the row is shown.
import { plain } from '../files/plain.ts';
import { momentText } from '../interface/instant.ts';
import type { PutBack } from '../ledger/ledger.ts';

/** The statement's digest is the ledger's, and nobody's to read here. */
const DIGEST = /, SHA-256 [0-9a-f]{64}(?=\)$)/;

export const putBackText = ({ at, by, reason }: PutBack): string =>
  `resolved as not created, and put back in doubt at ${momentText(at, 'minute')} by ${plain(by ?? 'somebody')}: ${plain(reason.replace(DIGEST, ''))}`;
