// Loops of a shell over words that are only looked for: `for t in OwnershipChart AmlPolicy; do ! grep -rn "$t" src; done`. What
// else stands in such a loop tells somebody of it.
import type { Command } from './shell-words.ts';

/** The command may stand behind others of its line. Bounded: names of 80 characters. */
const LOOP = /^(?:for|select)$/;
const SEARCHES = /^(?:[("'!]*)(?:\S{0,40}\/)?(?:[efz]?grep|rg|ack|ag|sls|findstr|ugrep)$/;
const TELLS = /^(?:echo|printf|print|say|warn|warning|log|error|fail|die|info|annotate|exit|return|cat)$/;
/** Words before a command. */
const BEFORE = /^(?:then|do|else|if|elif|!|\{|&&|\|\||\()$/;
/** Bounded: a name of 80 characters. */
const VARIABLE = /\$\{?(\w{1,80})/g;
const MAX_BODY = 60;

/** Whether all that is done with the members of a loop or of an array, which a command begins, is to look for them. */
export function isOnlySought(commands: readonly Command[], at: number): boolean {
  const words = textsOf(commands[at]);
  const loop = words.findIndex((text) => LOOP.test(text));
  const variable = words[loop + 1];
  if (loop >= 0 && variable !== undefined && /^\w{1,80}$/.test(variable))
    return isSoughtIn(commands, at + 1, variable);
  const array = words.map((text) => /^(\w{1,80})=/.exec(text)?.[1]).find((name) => name !== undefined);
  if (array === undefined) return false;
  const uses = commands.flatMap((command, i) => (i !== at && isUsedIn(command, array) ? [i] : []));
  return (
    uses.length > 0 &&
    uses.every(
      (use) =>
        LOOP.test(textsOf(commands[use]).find((text) => LOOP.test(text)) ?? '') &&
        isOnlySought(commands, use),
    )
  );
}

const textsOf = (command: Command | undefined): string[] =>
  command?.words.map(({ region }) => region.text) ?? [];

/** `$t`, `${t}`, `$$t` in a rule of make, `${types[@]}`. */
const isUsedIn = (command: Command, name: string): boolean =>
  textsOf(command).some((text) => [...text.matchAll(VARIABLE)].some(([, used]) => used === name));

function isSoughtIn(commands: readonly Command[], from: number, variable: string): boolean {
  let sought = false;
  let depth = 0;
  for (let i = from; i < Math.min(commands.length, from + MAX_BODY); i++) {
    const texts = textsOf(commands[i]);
    if (texts.some((text) => /^(?:for|while|until|select)$/.test(text))) depth++;
    if (/^done\b/.test(texts[0] ?? '') && depth-- === 0) return sought;
    const command = commands[i];
    if (!command || !isUsedIn(command, variable)) continue;
    if (texts.some((text) => SEARCHES.test(text))) sought = true;
    else if (!TELLS.test(texts.find((text) => text !== '' && !BEFORE.test(text)) ?? '')) return false;
  }
  return false;
}
