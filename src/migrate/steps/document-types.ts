// Onboarding documents of the six removed types leave; BankStatements is asked for.
import { REQUIRED_DOCUMENT_TYPE } from '../../interface/customer-columns.ts';
import { ENDED } from '../../interface/deprecations.ts';
import { migrateMessage } from '../messages.ts';
import { type Change, type Dropped, question, type RecordFields, textOf, without } from '../step.ts';

const TYPE_KEYS = ['type', 'documentType', 'kind'];

export function migrateDocumentTypes(fields: RecordFields): Change {
  const isRemoved = (path: string): boolean => {
    const [top = '', type = ''] = path.split('.');
    return top === 'documents' && ENDED.documentType.has(type);
  };
  const dropped: Dropped[] = [...fields]
    .filter(([path]) => isRemoved(path))
    .map(([field, value]) => ({ field, value: textOf(value) }));
  const next = without(fields, isRemoved);
  const list = next.get('documents');
  let types = [...next.keys()].map((path) =>
    path.startsWith('documents.') ? (path.split('.')[1] ?? '') : '',
  );
  if (Array.isArray(list)) {
    const kept = list.filter((item) => !ENDED.documentType.has(typeOf(item)));
    for (const item of list)
      if (ENDED.documentType.has(typeOf(item))) dropped.push({ field: 'documents', value: textOf(item) });
    next.set('documents', kept);
    types = kept.map(typeOf);
  }
  const asked = question(`documents.${REQUIRED_DOCUMENT_TYPE}`, migrateMessage('ask_statements'));
  const todo = types.includes(REQUIRED_DOCUMENT_TYPE) ? [] : [asked];
  return { fields: next, dropped, todo };
}

function typeOf(item: unknown): string {
  if (typeof item === 'string') return item;
  if (typeof item !== 'object' || item === null) return '';
  const record = item as Record<string, unknown>; // an object
  return TYPE_KEYS.map((key) => record[key]).find((value) => typeof value === 'string') ?? '';
}
