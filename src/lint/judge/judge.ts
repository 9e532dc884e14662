// Facts of one file in, uses of what ended out. Each rule has its module; the weights stand in `weights.ts`, what silences a place in
// `silences.ts`.
import type { Facts } from '../model/facts.ts';
import type { Hit } from '../model/finding.ts';
import { aboutFile, type JudgedFile } from './about.ts';
import { judgeCustomer } from './customer.ts';
import { judgeDocuments } from './documents.ts';
import { judgeTenant, servesTenant } from './tenant.ts';
import { judgeTransfer } from './transfer.ts';

export function judge(
  file: JudgedFile,
  facts: Facts,
  settings: { readonly hosts: readonly string[]; readonly clients: readonly string[] },
): { readonly hits: readonly Hit[]; readonly servesTenant: boolean } {
  const about = aboutFile(file, facts, settings);
  const hits = [
    ...facts.objects.flatMap((object) => [...judgeTransfer(object, about), ...judgeCustomer(object, about)]),
    ...judgeDocuments(facts, about),
    ...facts.texts.flatMap((text) => judgeTenant(text, about)),
  ];
  return { hits: once(hits), servesTenant: servesTenant(facts, about) };
}

/** A place that two facts name is told of once, by the surer. */
function once(hits: readonly Hit[]): Hit[] {
  const kept = new Map<string, Hit>();
  for (const hit of hits) {
    const id = `${hit.entry.rule} ${hit.start}`;
    const known = kept.get(id);
    if (!known || hit.confidence === 'high') kept.set(id, hit);
  }
  return [...kept.values()].sort((a, b) => a.start - b.start);
}
