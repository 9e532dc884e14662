// What all hosts of an environment may do together, where several share a ledger. Types alone.

export interface Limits {
  /** Requests started in a second; `null` for no limit. */
  readonly rate: number | null;
  /** Requests under way; `null` for no limit. */
  readonly concurrency: number | null;
}

/** What is left out stays as it is. */
export interface NewLimits {
  readonly rate?: number | null;
  readonly concurrency?: number | null;
}

/** This process's part in them (client/gate.ts has what the figures mean). */
export interface SharedLimits {
  readonly isHeld: boolean;
  ask(asked: { readonly turns: number; readonly underWay: number; readonly wanted: number }): Promise<
    Limits & {
      readonly places: number;
      readonly nowMs: number;
      readonly turnsAtMs: readonly number[];
      readonly againInMs: number;
    }
  >;
  read(): Promise<Limits>;
  set(limits: NewLimits): Promise<Limits>;
}
