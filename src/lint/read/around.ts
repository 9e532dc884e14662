// What stands around a part of a tree, for the readers of data.
import type { Mark, Value } from '../model/facts.ts';

/** What the keys above say. `names`: nearest first. */
export interface Around {
  readonly names: readonly string[];
  readonly outer: readonly string[];
  readonly urls: readonly string[];
  readonly marks: ReadonlySet<Mark>;
  /** What paths without a host are relative to: OpenAPI's `servers`, `baseUrl` beside `endpoints`. */
  readonly base?: string | undefined;
  /** What a script's variable stands for: `"documents": ["$DOC"]`. */
  readonly variable?: ((name: string) => (Value & { kind: 'text' }) | undefined) | undefined;
}
