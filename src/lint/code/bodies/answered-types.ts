// Types of what comes from elsewhere: of an answer, since a call or a promise gives it, or of what an event carries, since it
// stands in what tells of one.
import { isEventName } from '../tokens/patterns.ts';
import type { Token } from '../tokens/token.ts';

const ANSWERS =
  /^(Promise|Task|ValueTask|Mono|Flux|Single|Observable|ApiResponse|ResponseEntity|AxiosResponse|Future|Deferred|Call|Response|CompletableFuture|IO|Either)$/;
/** `useForm<T>()`, `useState<T>()`, `reactive<T>()`. */
const HOLDS = /^(use\w{0,20}Form|useState|useReducer|useRef|reactive|createForm\w{0,20})$/;
const CARRIED = /^(?:data|payload|object|detail|resource|before|after)$/;
const NAMED = /^(?:type|event|kind|topic|eventType|event_type)$/;
const MAX_BACK = 24;

/** Whether this use of a type's name says that its values are an answer: `Promise<T>`, `post<T>(`, `json::<T>()`, `T.class`, `decode(T.self`. */
export function isAnswered(use: number, tokens: readonly Token[]): boolean {
  const text = (at: number): string => tokens[at]?.text ?? '';
  if (/^(class|self)$/.test(text(use + 2)) && /^(\.|::)$/.test(text(use + 1))) return true;
  if (text(use - 1) !== '<') return false;
  const before = text(use - 2) === '::' ? text(use - 3) : text(use - 2);
  // What a form or a state holds is no answer.
  if (HOLDS.test(before)) return false;
  return (
    ANSWERS.test(before) || (/^[a-z]/.test(before) && text(use + 2) === '(') || /Async$|^json$/.test(before)
  );
}

/** Whether it stands in what tells of an event: `{ type: 'customer.updated'; data: T }`, `interface HookEvent { data: T }`. */
export function isCarried(use: number, tokens: readonly Token[]): boolean {
  if (!CARRIED.test(tokens[use - 2]?.text ?? '')) return false;
  const scope = tokens[use]?.scope;
  if (scope?.kind === 'type' && isEventName(scope.name)) return true;
  for (let at = use - 3; at > use - MAX_BACK; at--) {
    const { text = '', kind } = tokens[at] ?? {};
    if (/^[{}(]?$/.test(text) && kind !== 'string') return false;
    const isName = kind === 'string' && tokens[at - 1]?.text === ':';
    if (isName && NAMED.test(tokens[at - 2]?.text ?? '')) return /^.?[a-z]\w*[._:-]\w/.test(text);
    if (kind === 'string' && !/^[|:]$/.test(tokens[at - 1]?.text ?? '')) return false;
  }
  return false;
}
