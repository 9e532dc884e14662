// The values that completion has to look up: runs of the ledger, operations of the interface, the linter's rules. A cursor on a command line is no
// place for errors: what can't be read offers nothing.
import { ENDPOINTS } from '../interface/endpoints.ts';
import { momentText } from '../interface/instant.ts';
import { RULE_IDS, ruleOf } from '../interface/rules.ts';
import type { Source } from './command.ts';
import type { Candidate } from './complete.ts';
import type { Io } from './io.ts';

const RUNS_OFFERED = 50;

export async function candidatesFrom(source: Source, typed: readonly string[], io: Io): Promise<Candidate[]> {
  switch (source) {
    case 'operations':
      return Object.entries(ENDPOINTS).map(([value, { method, path }]) => ({
        value,
        does: `${method} ${path}`,
      }));
    case 'rules':
      return RULE_IDS.map((value) => ({ value, does: ruleOf(value).flags }));
    case 'topics': {
      const { topics } = await import('./manual/pages.ts');
      return topics().map(({ name, title }) => ({ value: name, does: title }));
    }
    case 'runs':
      return [{ value: 'last', does: 'the newest run' }, ...(await runs(typed, io).catch(() => []))];
    default:
      return source satisfies never;
  }
}

async function runs(typed: readonly string[], io: Io): Promise<Candidate[]> {
  const [{ Settings }, { withLedger }] = await Promise.all([
    import('./settings.ts'),
    import('./ledger-access.ts'),
  ]);
  const settings = new Settings({ ledger: given('ledger', typed), config: given('config', typed) }, io);
  const found = await withLedger(settings, { look: true }, (ledger) => ledger.runs(RUNS_OFFERED));
  return found.map(({ id, file, startedAt }) => ({
    value: id,
    does: `${file}, ${momentText(startedAt, 'minute')}`,
  }));
}

/** A flag's value, of the same command line. */
function given(name: string, typed: readonly string[]): string | undefined {
  const at = typed.lastIndexOf(`--${name}`);
  const inside = typed.find((word) => word.startsWith(`--${name}=`));
  return at === -1 ? inside?.slice(name.length + 3) : typed[at + 1];
}
