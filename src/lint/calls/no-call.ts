// Why a place that names the ended path is no call, in words, and what tells some of them by the text around it.
import type { Format } from '../model/format-of.ts';

export const NO_CALL = {
  compared: 'is compared, and not called',
  signed: 'is signed, and not called',
  former: 'has the name of something earlier',
  faked: 'is what a fake of a server answers to',
  beside: 'stands beside its new path',
  refused: 'stands beside an answer that refuses or sends on',
  sought: 'is what something looks for',
  ended: 'stands beside words that tell of its end',
  answered: 'is a route that an answer names',
  served: 'stands among routes: of what is served, or let through',
  replayed: 'stands in what a test has recorded: record it anew',
} as const;

/** Cassettes of calls, and contracts that a consumer's tests write. */
const REPLAYED = /^[ \t]{0,8}"?(?:http_interactions|interactions)"?[ \t]{0,4}:/m;

/** `text`: all of it; asked once for a file. */
export const isReplayed = (text: string, { kind }: Format): boolean =>
  (kind === 'yaml' || kind === 'json') &&
  (REPLAYED.test(text) || /^\s{0,20}\{\s{0,20}"interactions"/.test(text));

/** What is given to a fake, in its statement. Bounded: 300 characters before a place. */
const FAKED = /\b(?:fake|stub|mock)\w{0,20}\([^;]{0,300}$/i;
export const isFaked = (text: string, at: number): boolean =>
  FAKED.test(text.slice(Math.max(0, at - FAKE_FAR), at));
const FAKE_FAR = 320;

/** A name that Terraform gives a block says nothing of a path. Bounded: names of 80 characters. */
const LABELS =
  /^[ \t]{0,8}(?:data|resource|module|output|variable)[ \t]{1,4}"[\w-]{1,80}"(?:[ \t]{1,4}"[\w-]{1,80}")?/gm;
export const withoutLabels = (around: string, { kind }: Format): string =>
  kind === 'hcl' ? around.replace(LABELS, '') : around;

/** What a rule sends on from: `from = "/a"`, `to = "/b"`. */
export const isSentOn = (name: string, around: string): boolean =>
  /^from$/i.test(name) && /(?:^|[\s{,])["']?(?:to|status|force)["']?\s{0,4}[=:]/.test(around);
