// An address as it may be shown: a password in it is masked, wherever addresses carry one.

/** `https://user:PW@host`, `user:PW@host` and `postgres://...?password=PW` without PW; any other text as it is. */
export function withoutPassword(text: string): string {
  // Up to the last @: a password that should have been encoded may hold any character.
  return text
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)?([^:@/]*):(?!\/\/)(.*)@/i, '$1$2:********@')
    .replace(/([?&](?:ssl)?password=)[^&#]*/gi, '$1********');
}
