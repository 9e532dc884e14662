// The manual: one Markdown file for each topic, in src/manual, which the package ships.
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../../../src/manual/', import.meta.url);
const ENDING = '.md';

export interface Topic {
  readonly name: string;
  /** What the page is about, from its heading: `# Exit codes: what each command ends with`. */
  readonly title: string;
}

export const topicNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();

export const topics = (): Topic[] => topicNames().map((name) => ({ name, title: titleOf(pageOf(name)) }));

/** `name`: one of {@link topicNames}. */
export const pageOf = (name: string): string => readFileSync(new URL(name + ENDING, FOLDER), 'utf8');

const titleOf = (page: string): string => page.slice(2, page.indexOf('\n'));
