// What ledger verify found, in words. Pure.
import { plain, plainPath } from '../../../files/plain.ts';
import { momentText } from '../../../interface/instant.ts';
import type { Acceptance, Finding } from '../../../ledger/evidence/finding.ts';
import type { Verified } from '../../../ledger/evidence/verify.ts';
import { unpacked } from '../../../message.ts';
import { say, sayOf } from '../../../words/say.ts';
import { inWords } from '../../render/print.ts';

type Kind = 'ledger' | 'export';

/** `files`: how many it was compared with. */
export function verifiedText(path: string, kind: Kind, verified: Verified, files: number): string {
  const { findings, found, acceptances } = verified;
  const rest = headsText(verified, kind) + (acceptances ?? []).map(acceptanceText).join('');
  if (found === 0) return intactText(path, kind, verified, files) + rest;
  const more = found > findings.length ? `  and ${found - findings.length} more\n` : '';
  const lines = findings.map((one) => `  ${findingText(one)}\n`).join('');
  return `${plainPath(path)} was altered: ${inWords(found, 'finding')}\n${lines}${more}${rest}`;
}

function intactText(path: string, kind: Kind, verified: Verified, files: number): string {
  const { ledgerId, tip, marked, heads } = verified;
  const isWhole = heads.own > 0 && heads.after + heads.before === 0;
  const against = isWhole ? `, and it has every head of ${inWords(files, 'file')}` : '';
  const end =
    marked || kind === 'export'
      ? ''
      : 'A copy cannot show whether its end was cut off: compare it with recent results, plans or exports (--against FILE).\n';
  return `The ${kind} ${plainPath(path)} is intact (id ${ledgerId}): ${countsText(kind, verified)}${against}.\n${end}Head ${tip.head}
`;
}

function countsText(kind: Kind, { tip, lastAt, lastEntryAt }: Verified): string {
  if (kind === 'export') {
    // The export is a separate link, after the head that it names.
    return `its ledger had ${tip.sequence} entries in ${tip.link - 1} links, and the export is link ${tip.link}${lastAt ? `, written ${momentText(lastAt)}` : ''}`;
  }
  const last = lastEntryAt ? `, the last one written ${momentText(lastEntryAt)},` : '';
  return `${tip.sequence} entries${last} in ${tip.link} links`;
}

/** Heads that the chain can't know: empty for none. */
function headsText({ heads: { own, after, before }, tip }: Verified, kind: Kind): string {
  const name = kind === 'export' ? 'export' : 'copy';
  const beyond = [
    [after, `after the end of this ${name} (entry ${tip.sequence})`],
    [before, `before the beginning of this ${name}`],
  ] as const;
  const lines = beyond.flatMap(([count, where]) =>
    count === 0 ? [] : [`${inWords(count, 'head')} ${where} can't be checked: verify the ledger itself.\n`],
  );
  if (after > 0 && kind === 'ledger')
    lines.push('This copy is older than the files with these heads. Do not use it in place of the ledger.\n');
  return lines.length > 0 && own > 0
    ? `It has ${inWords(own, 'head')} of the other files.\n${lines.join('')}`
    : lines.join('');
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

export const findingText = (finding: Finding): string => `${placeText(finding)}: ${whatText(finding)}`;

function placeText({ where, key, entry, link, at }: Finding): string {
  const time = at === null ? '' : `, ${momentText(at)}`;
  if (where === 'entries') return `entry ${entry ?? '?'}${key === '' ? '' : ` (${plain(key)})`}${time}`;
  const name = `${plain(where)}${key === '' ? '' : ` ${plain(key)}`}`;
  const place = entry === null ? '' : ` at entry ${entry}`;
  return `${name}${where === 'links' && link !== null ? `, link ${link}` : ''}${place}${time}`;
}

/** What else is known of a finding, as text. */
export const detailText = ({ detail }: Finding): string =>
  typeof detail === 'string' ? detail : say(detail);

function whatText(finding: Finding): string {
  const { kind, where } = finding;
  const detail = detailText(finding);
  switch (kind) {
    case 'changed':
      return where.includes(':')
        ? `it names entry ${detail} with the head of another entry: these results were edited`
        : 'differs from what was written: it was changed or restored';
    case 'missing':
      return 'was written, and is missing';
    case 'added':
      return 'exists without a record: it was added by hand';
    case 'broken':
      return 'does not follow from the link before: the chain was edited, or a part of it was removed';
    case 'shorter':
      return where === 'mark'
        ? `the ledger ends here, but its mark has seen entry ${detail} or more of the chain: its end was cut off, or an older copy replaced it`
        : `the ledger ends before it, at entry ${detail}: its end was cut off, an older copy replaced it, or a copy was used elsewhere`;
    case 'forked':
      return `the chain does not contain it, under the same ledger id: a copy was used elsewhere, or the chain was made anew${detail === 'last' ? '. Or it is from later, before another entry was written: verify the ledger itself' : ''}`;
    case 'other':
      return `is of another ledger (${plain(detail)})`;
    case 'unmarked':
      return 'the mark of the ledger is gone: paybatch cannot tell whether its end was cut off';
    case 'damaged':
      return `is damaged: ${plain(detail)}`;
    default:
      return kind satisfies never;
  }
}
