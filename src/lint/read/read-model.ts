// Any file's text into the model, by its format. The readers are loaded with the first file of their kind: a grammar's
// machine is no use to a CSV, nor YAML to a program.
import type { Comment } from '../code/tokens/token.ts';
import type { Format } from '../model/format-of.ts';
import { blank } from '../model/lines.ts';
import { addModel, emptyModel, type Model, type Span } from '../model/model.ts';
import type { Told } from '../model/told.ts';
import { commentsIn, readPage } from './links.ts';
import type { ReadSettings } from './read-data.ts';

export interface Read {
  readonly model: Model;
  /** Of code; `undefined` where a comment is told by its line. */
  readonly comments: readonly Comment[] | undefined;
  /** Of code: strings over several lines. */
  readonly blocks?: readonly Span[];
  /** Of code: what it tells others of its package. */
  readonly tells?: Told;
}

export async function readModel(text: string, format: Format, settings: ReadSettings): Promise<Read> {
  if (format.kind === 'code' || format.kind === 'markup') {
    const code = format.kind === 'code' ? text : onlyScripts(text);
    const { readCode } = await import('../code/read.ts');
    const language = format.kind === 'code' ? format.language : 'typescript';
    const page = format.kind === 'code' ? '' : text;
    const read = await readCode(code, language, settings.told, page);
    if (page !== '') readPage(page, read.model);
    const comments = [...read.comments, ...commentsIn(page)].sort((a, b) => a.start - b.start);
    return { model: read.model, comments, blocks: read.blocks, tells: read.tells };
  }
  const model = emptyModel();
  if (format.kind === 'markdown') await readProse(text, model);
  else if (format.kind === 'notebook') await readNotebook(text, model);
  else (await import('./read-data.ts')).readData(text, format.kind, model, settings);
  return { model, comments: undefined };
}

const readOther = async (text: string, format: Format, into: Model): Promise<void> => {
  const { model } = await readModel(text, format, { name: '' });
  addModel(model, into, (offset) => offset);
};

async function readProse(text: string, model: Model): Promise<void> {
  const { readMarkdown } = await import('./read-markdown.ts');
  await readMarkdown(text, model, readOther);
}

async function readNotebook(text: string, model: Model): Promise<void> {
  const { cellsOf } = await import('../data/notebook.ts');
  const { readCode } = await import('../code/read.ts');
  const code = cellsOf(text, 'code');
  if (!code) return;
  const { model: own } = await readCode(code.text, 'python');
  addModel(own, model, code.at);
  const prose = cellsOf(text, 'markdown');
  if (!prose) return;
  const inner = emptyModel();
  await readProse(prose.text, inner);
  addModel(inner, model, prose.at);
}

/** Everything outside `<script>` as spaces, so that places stay. */
function onlyScripts(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const opened of text.matchAll(/<script[^<>]{0,500}>/gi)) {
    const start = opened.index + opened[0].length;
    if (start < at) continue;
    const close = text.indexOf('</script', start);
    if (close < 0) break;
    parts.push(blank(text.slice(at, start)), text.slice(start, close));
    at = close;
  }
  parts.push(blank(text.slice(at)));
  return parts.join('');
}
