// Steps of a feature file that name where a request goes: `Given url base + '/api/v1'`, `And path 'transfers', 'quote'`.
// What is put together from several texts is told at the place of the step; Karate's and its kin's, nothing else.
import { type Model, NO_CONTEXT } from '../model/model.ts';

export interface StepUrl {
  readonly url: string;
  readonly at: number;
}

/** Bounded: a step of 400 characters. */
const STEP =
  /^[ \t]*(?:(?:Given|And|When|Then|\*)[ \t]+)?(path|url|Feature|Scenario|Background)\b(?:[ \t]+|:)([^\n]{0,400})/gm;
/** A quoted text, or what stands for one. */
const PART = /(['"])([^'"\n]{0,200})\1|[^\s,+'"][^,+'"\n]{0,200}/g;

export function readSteps(text: string, model: Model): StepUrl[] {
  const urls: StepUrl[] = [];
  let base = '';
  let background = '';
  let path = '';
  let begun = false;
  for (const step of text.matchAll(STEP)) {
    const [whole, word = '', rest = ''] = step;
    if (/^[A-Z]/.test(word)) {
      if (word !== 'Scenario') continue;
      [base, path, begun] = [background, '', true];
      continue;
    }
    const from = step.index + whole.length - rest.length;
    const parts = partsOf(rest, from);
    const joined = parts.map((part) => part.text).join(word === 'url' ? '' : '/');
    if (word === 'url') {
      base = joined.replace(/\/$/, '');
      path = '';
      if (!begun) background = base;
    } else path = joined.startsWith('/') || path === '' ? joined : `${path}/${joined}`;
    const url = path === '' ? base : `${base}/${path.replace(/^\//, '')}`;
    urls.push({ url: /^(https?:|\{\}|\/)/.test(url) ? url : `/${url}`, at: step.index });
    tenantsIn(parts, urls.at(-1)?.url ?? url, model);
  }
  return urls;
}

function partsOf(rest: string, from: number): { text: string; start: number }[] {
  return [...rest.matchAll(PART)].map((part) => {
    const [whole, quote, text = ''] = part;
    return quote === undefined
      ? { text: '{}', start: from + part.index + whole.length }
      : { text, start: from + part.index + 1 };
  });
}

/** The whole path in one text is found as any other is. */
function tenantsIn(parts: readonly { text: string; start: number }[], url: string, model: Model): void {
  for (const { text, start } of parts) {
    if (!/(^|\/)current-tenant(?![\w-])/.test(text) || text.includes('api/v1/')) continue;
    const at = { start, end: start + text.length };
    model.paths.push({
      path: url,
      literal: text,
      at,
      context: { ...NO_CONTEXT, names: ['url'], urls: [url] },
    });
  }
}
