// Crontabs: commands of a shell behind five fields that say when, or behind `@daily`, and lines `NAME=value`. In those of the
// system a user stands before the command.
import { blank } from '../model/lines.ts';

/** Bounded: five fields of 60 characters each, or a word. */
const WHEN =
  /^[ \t]{0,40}(?:(?:[\d*][\d*,/-]{0,60}[ \t]{1,40}){2}(?:[\w*?][\w*,/#?-]{0,60}[ \t]{1,40}){3}|@(?:reboot|yearly|annually|monthly|weekly|daily|midnight|hourly)[ \t]{1,40})(?:(?:root|nobody|www-data|[a-z_][\w-]{0,31})[ \t]{1,40}(?=(?:[A-Za-z_]\w{0,60}=\S{0,200}[ \t]{1,9}){0,4}(?:\/\S{0,200}\/)?(?:curl|wget|https?|xh|sh|bash)\b))?/gm;

/** The text with nothing in the place of when and of who, so that places stay. */
export const withoutTimes = (text: string): string => text.replace(WHEN, blank);
