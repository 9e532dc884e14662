// Whether this process has opened a ledger: before that, nothing can have been sent. For the exit status of a crash alone.
let opened = false;

export const hasBegun = (): boolean => opened;

export function begin(): void {
  opened = true;
}
