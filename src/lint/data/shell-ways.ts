// Where what a script writes goes besides requests, and what its programs are fed with: files that people read, variables that are
// handed in. Knows nothing of payments.

/** A script that sends, makes a body or writes one into a file. Bounded: 200 characters. */
export const SCRIPT = /\b(?:curl|https?|wget|jq|xhs?)\s|\bcat\b[^\n|<]{0,200}<<(?!<)/;
/** A job's summary, a note, a log, a screen. */
export const SHOWN = /GITHUB_STEP_SUMMARY|\.(?:md|log|html?)["']?$|^\/dev\/(?:stdout|stderr|tty)$|^&\d$/;
const MAILS = /^(?:mail|mailx|sendmail|mutt|msmtp|less|more|logger|wall|lp|lpr)$/;
const VARIABLE = /^["']?\$\{?(\w{1,80})\}?["')]{0,4}$/;

/** Files that a command hands to people: `mail -s sent books@example.com < note.json`. */
export function mailedIn(texts: readonly string[]): string[] {
  if (!texts.some((text) => MAILS.test(text))) return [];
  return texts.flatMap((text, i) => {
    if (!/^<?[\w$]/.test(text)) return [];
    return text.startsWith('<')
      ? [text.slice(1)]
      : texts[i - 1] === '<' || /\.\w{1,5}$/.test(text)
        ? [text]
        : [];
  });
}

/** Variables whose text a program reads: `jq ... <<<"$x"`, `echo "$x" | jq ...`. */
export function fedBy(texts: readonly string[]): string[] {
  const here = texts.flatMap((text, i) => (texts[i - 1] === '<' ? (VARIABLE.exec(text)?.[1] ?? []) : []));
  const pipe = texts.indexOf('|');
  const said = texts.findIndex((text) => /(?:^|[(`])(?:echo|printf)$/.test(text));
  if (said < 0 || pipe < said) return here;
  return [...here, ...texts.slice(said + 1, pipe).flatMap((text) => VARIABLE.exec(text)?.[1] ?? [])];
}

/** Bounded: 60 characters. */
const ASKS = /\$\(\s{0,4}([A-Za-z_][\w-]{0,40})(?:\s|$)/;

/** The programs or functions whose output a command is given: `json=$(api GET /balances)`. */
export const askedIn = (words: readonly { readonly region: { readonly text: string } }[]): string[] =>
  words.flatMap(({ region }) => ASKS.exec(region.text.slice(0, MAX_ASKED))?.[1] ?? []);
const MAX_ASKED = 200;
