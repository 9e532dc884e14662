// Base64 documents of a transfer are written out as files, named by the hash of their content; the field points to
// them. In JSON, which goes to the service as it is, a person still has to put their IDs there.
import { createHash } from 'node:crypto';

import { endingOf } from '../../files/media-types.ts';
import { splitDocuments } from '../../interface/document-cell.ts';
import { DATA_URL, guid } from '../../interface/transfer.ts';
import { migrateMessage } from '../messages.ts';
import {
  type Change,
  type NewFile,
  question,
  type RecordFields,
  type StepSettings,
  type Todo,
} from '../step.ts';

const FOLDER = 'documents';
const ID_CHARS = 36;
/** The length is compared first: a cell may have a million items. */
export const isId = (text: string): boolean => text.length === ID_CHARS && guid.safeParse(text).success;

export function migrateDocuments(fields: RecordFields, { shape }: StepSettings): Change {
  const value = fields.get('documents');
  if (value === undefined) return { fields };
  const items = Array.isArray(value)
    ? value.map(String)
    : typeof value === 'string'
      ? splitDocuments(value, isId).map(text)
      : [];
  const files: NewFile[] = [];
  const todo: Todo[] = [];
  const broken: string[] = [];
  const now = items.flatMap((item): string[] => {
    if (!item.startsWith('data:')) return [item];
    const file = fileOf(item);
    if (!file) {
      broken.push(item);
      return [];
    }
    files.push(file);
    return [file.path];
  });
  if (broken.length > 0) {
    todo.push(
      question('documents', migrateMessage('ask_document'), { value: broken.join(';'), from: 'documents' }),
    );
  }
  if (shape === 'json') {
    now.forEach((item, i) => {
      if (isId(item)) return;
      const why = migrateMessage('ask_upload', { path: item });
      todo.push(question(`documents.${i}`, why, { from: 'documents' }));
    });
  }
  if (files.length === 0 && broken.length === 0) return { fields, todo };
  const next = new Map(fields);
  next.set('documents', shape === 'json' ? now : now.join(';'));
  return { fields: next, files, todo };
}

function text(item: ReturnType<typeof splitDocuments>[number]): string {
  return item.kind === 'id' ? item.id : item.kind === 'file' ? item.path : item.url;
}

function fileOf(url: string): NewFile | undefined {
  if (!DATA_URL.test(url)) return undefined;
  const media = url.slice('data:'.length).split(/[;,]/)[0] ?? '';
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 24);
  return { path: `${FOLDER}/${hash}${endingOf(media.toLowerCase()) ?? '.bin'}`, bytes };
}
