// What ledger verify found, in words.
import { plain, plainPath } from '../../../files/plain.ts';
import { momentText } from '../../../interface/instant.ts';
import type { Acceptance, LedgerFinding } from '../../../ledger/evidence/finding.ts';
import type { Verified } from '../../../ledger/evidence/verify.ts';
import { unpacked } from '../../../message.ts';
import { say, sayOf } from '../../../words/say.ts';
import { inWords } from '../../render/print.ts';

type Kind = 'ledger' | 'export';

export function verifiedText(path: string, kind: Kind, verified: Verified): string {
  const { ledgerId, tip, lastAt, marked, findings, found, acceptances } = verified;
  const rest = stampsText(verified, kind) + (acceptances ?? []).map(acceptanceText).join('');
  if (found > 0) {
    const more = found > findings.length ? `  and ${found - findings.length} more\n` : '';
    const lines = findings.map((one) => `  ${findingText(one)}\n`).join('');
    return `${headline(path, kind, verified)}: ${inWords(found, 'difference')}\n${lines}${more}${rest}`;
  }
  const last = lastAt ? `, last written ${momentText(lastAt)}` : '';
  const end =
    marked || kind === 'export'
      ? ''
      : 'A copy cannot show whether its end was cut off: compare it with recent results, plans or exports (--against FILE).\n';
  return `The ${kind} ${plainPath(path)} is intact (id ${ledgerId}): ${tip.sequence} entries in ${tip.link} links${last}.\n${end}Head ${tip.head}\n${rest}`;
}

/** Only some kinds of findings mean that the ledger was altered. */
function headline(path: string, kind: Kind, { findings, found }: Verified): string {
  const name = plainPath(path);
  const fileOf = (one: LedgerFinding['kind']): string | undefined => {
    const where = findings.find((each) => each.kind === one)?.where;
    return where === 'mark' ? 'its high-water mark' : where && plain(where);
  };
  if (!findings.every((one) => ['other', 'shorter', 'unmarked'].includes(one.kind)))
    return `${name} was altered`;
  const [newer, other] = [fileOf('shorter'), fileOf('other')];
  if (newer !== undefined) return `${name} is older than ${newer}, or its end was cut off`;
  if (other === undefined) return `The high-water mark of ${name} is missing`;
  // Not all findings are kept: the others may be of any kind.
  return found > findings.length
    ? `${other} was written with another ledger than ${name}`
    : `The ${kind} ${name} is intact, but ${other} was written with another ledger`;
}

function stampsText({ heads: { own, after, before } }: Verified, kind: Kind): string {
  if (own + after + before === 0) return '';
  const unknown =
    after + before === 0
      ? ''
      : `; ${after} after its end and ${before} before its beginning, which can't be checked`;
  const isOld = after > 0 && kind === 'ledger';
  const advice = isOld
    ? 'This copy is older than the files with these stamps. Do not use it in place of the ledger.\n'
    : '';
  return `Ledger stamps of the other files: ${own} in the chain${unknown}.\n${advice}`;
}

function acceptanceText({ at, reason, sequence }: Acceptance): string {
  const time = at === null ? 'At a time that was edited' : `On ${momentText(at)}`;
  return `${time}, at entry ${sequence}, a person accepted it (--accept-ledger): ${plain(reasonText(reason))}\n`;
}

/** What somebody edited is shown as it is. */
function reasonText(reason: string): string {
  try {
    return sayOf(unpacked(reason));
  } catch {
    return reason;
  }
}

export const findingText = (finding: LedgerFinding): string => `${placeText(finding)}: ${whatText(finding)}`;

function placeText({ where, key, entry, link, at }: LedgerFinding): string {
  const time = at === null ? '' : `, ${momentText(at)}`;
  if (where === 'entries') return `entry ${entry ?? '?'}${key === '' ? '' : ` (${plain(key)})`}${time}`;
  const name = `${plain(where)}${key === '' ? '' : ` ${plain(key)}`}`;
  const place = entry === null ? '' : ` at entry ${entry}`;
  return `${name}${where === 'links' && link !== null ? `, link ${link}` : ''}${place}${time}`;
}

/** What else is known of a finding, as text. */
export const detailText = ({ detail }: LedgerFinding): string =>
  typeof detail === 'string' ? detail : say(detail);

const whatText = (finding: LedgerFinding): string => WHAT[finding.kind](detailText(finding), finding);

/** What each kind of finding means, and how it can have come about. */
const WHAT: Readonly<Record<LedgerFinding['kind'], (detail: string, finding: LedgerFinding) => string>> = {
  changed: () => 'differs from what was written: it was changed or restored',
  missing: () => 'was written, and is missing',
  added: () => 'has no record, or is there twice: it was added by hand',
  broken: () => 'does not follow from the link before: the chain was edited, or a part of it was removed',
  shorter: (detail, { where }) =>
    where === 'mark'
      ? `the ledger ends here, but its high-water mark has seen entry ${detail} or more of the chain: its end was cut off, or an older copy replaced it`
      : `the ledger ends before it, at entry ${detail}: its end was cut off, an older copy replaced it, or a copy was used elsewhere`,
  forked: (detail) =>
    `the chain does not contain it, under the same ledger id: a copy was used elsewhere, or the chain was made anew${detail === 'last' ? '. Or it is from later, before another entry was written: verify the ledger itself' : ''}`,
  other: (detail) => `is of another ledger (${plain(detail)})`,
  unmarked: () =>
    'the end of the ledger may have been cut off. Compare it with recent results (--against RESULTS)',
  damaged: (detail) => `is damaged: ${plain(detail)}`,
};
