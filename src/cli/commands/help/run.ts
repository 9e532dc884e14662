// help: the overview, the help of a command, or a page of the manual.
import { didYouMean } from '../../../csv/suggest.ts';
import { plain } from '../../../files/plain.ts';
import { COMMAND_LIST } from '../../command-list.ts';
import { commandHelp, groupHelp, overview, widthOfHelp } from '../../help-text.ts';
import { type Io, UsageError } from '../../io.ts';
import { markdownText } from '../../manual/markdown-text.ts';
import { pageOf, topicNames } from '../../manual/pages.ts';
import type { HelpArgs } from './index.ts';

/** Exit code 2 for a topic that is not there. */
export function helpCommand({ topic }: HelpArgs, io: Io): Promise<number> {
  io.out(textOf(topic.join(' '), io));
  return Promise.resolve(0);
}

function textOf(name: string, io: Io): string {
  const width = widthOfHelp(io);
  if (name === '') return overview(width);
  const command = COMMAND_LIST.find((one) => one.name === name);
  if (command) return commandHelp(command, width);
  if (COMMAND_LIST.some((one) => one.name.startsWith(`${name} `))) return groupHelp(name, width);
  const topics = topicNames();
  if (topics.includes(name)) return markdownText(pageOf(name), width);
  const known = [...topics, ...COMMAND_LIST.filter(({ hidden }) => !hidden).map((one) => one.name)];
  throw new UsageError(
    `there is no topic ${plain(name)}${didYouMean(name, known)}. See paybatch help`,
    'topic',
  );
}
