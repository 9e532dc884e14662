// A data URL in a function that creates a transfer, where no `documents` is seen that holds it: what lies between is a
// builder, a loop or a merge.
import { DEPRECATIONS } from '../../interface/deprecations.ts';
import type { Hit } from '../model/finding.ts';
import type { LooseUrl } from '../model/model.ts';
import { endpointOf, isVendor, type Surroundings } from './evidence.ts';

const BASE64 = DEPRECATIONS.find(({ rule }) => rule === 'transfer-documents-base64');
const OURS = /^(transfer|quote)$/;

/** `hits`: what was found without it; where the function has such a finding, its data URLs are accounted for. */
export function judgeLoose(url: LooseUrl, hits: readonly Hit[], around: Surroundings): Hit[] {
  const { at, context, within } = url;
  if (!BASE64 || context.reading || isVendor(context, around.clients)) return [];
  const endpoints = [...context.urls, ...context.near].map((one) => endpointOf(one, around.hosts));
  // What the function sends elsewhere as well may be what it was made for.
  if (!endpoints.includes('transfer') || endpoints.some((one) => one !== undefined && !OURS.test(one)))
    return [];
  const known = around.service || around.neighbour || around.base === true || around.told?.base === true;
  if (!known) return [];
  const counted = hits.some(
    ({ entry, start }) => entry === BASE64 && start >= within.start && start <= within.end,
  );
  if (counted) return [];
  const evidence = ['is made in a function that calls /transfers'];
  return [{ entry: BASE64, confidence: 'medium', ...at, field: 'documents', evidence }];
}
