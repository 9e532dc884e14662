// What a report tells of a run beyond how its rows ended. Types alone.

/**
 * What a report tells of a run beyond how its rows ended, kept in pages: JSON text. `facts`: one page, from its
 * beginning. `plan`: the plan that it was held to, with its signatures. `rejection`: a no to a plan, by the plan's id in the
 * place of a run's. `cells`: the input's cells, by the ordinal of the page's first row. `times`: how fast it went, 0, 1, ...
 * `queue`...: what was queued for other hosts, as they find it again: hashes by ordinal.
 */
export interface RunPart {
  readonly runId: string;
  readonly kind: 'facts' | 'cells' | 'times' | 'plan' | 'rejection' | QueuePart;
  readonly part: number;
  readonly data: string;
}

/** Rows of a chunk, and again when they have their documents; rows of no chunk; what decides about all of them. */
type QueuePart = 'queue' | 'queue_ids' | 'queue_rest' | 'queue_settings';
