// The audit's page as one self-contained file, without a script. Pure.
import { escapeHtml } from '../files/markup.ts';
import { htmlHead, SECTION_STYLE, sectionHtml } from '../files/sections.ts';
import type { AuditPage } from './sections.ts';

const STYLE = `${SECTION_STYLE}main{max-width:66rem;margin:0 auto;padding:2.25rem 1.5rem 2.5rem}
h1{font-size:.875rem;font-weight:500;color:var(--soft);margin:0 0 .35rem}
.verdict{font-size:1.5rem;line-height:1.25;font-weight:650;letter-spacing:-.01em;margin:0 0 .9rem;text-wrap:balance}
.verdict::before{content:"";display:inline-block;width:.6em;height:.6em;border-radius:50%;margin-right:.45em;background:var(--bad)}.verdict.ready::before{background:var(--good)}
.items .small{display:block}
@media screen and (max-width:46rem){main{padding:1.5rem 1rem}.verdict{font-size:1.25rem}section{padding:1rem;border-radius:8px}}
@media print{body{font-size:10pt;background:none}main{padding:0;max-width:none}section{border:0;padding:0}h2{break-after:avoid}tr,li{break-inside:avoid}}
`;

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;

export function auditHtml({ title, verdict, isReady, paths, files, notes, sections }: AuditPage): string {
  const parts = [
    `<h1>${title}</h1><p class="verdict${isReady ? ' ready' : ''}">${escapeHtml(verdict)}</p>`,
    `<p>Looked at: ${paths.map(code).join(', ')} (${files}).</p>`,
    ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
    ...sections.map(sectionHtml),
  ];
  return `${htmlHead(title, STYLE)}<body><main>\n${parts.join('\n')}\n</main></body></html>\n`;
}
