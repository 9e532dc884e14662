// The settings that a run on several hosts was submitted with. They decide about its rows, whatever a host's own flags
// and config say.
import { dirname, relative, resolve } from 'node:path';

import { canonicalJson } from '../../approval/canonical.ts';
import { isHigherDrift } from '../../approval/drift.ts';
import { planId } from '../../approval/plan-format.ts';
import { DEFAULT_PROFILE, type Profile } from '../../interface/profile.ts';
import { sha256 } from '../../ledger/keys.ts';
import type { NewSubmission, Submission } from '../../ledger/ledger.ts';
import { frozenChecks, profileDigest } from '../approved-plan/plan-body.ts';
import { Refusal } from '../input/control.ts';
import { totalTexts } from '../input/facts.ts';
import type { Checked } from '../input/survey.ts';
import { parseSettingsOf } from '../plan/same-file.ts';
import type { RunContext } from '../send/context.ts';
import type { LiveSettings } from '../send/settings.ts';
import { hostsMessage } from './messages.ts';

const TIMEOUT_MS = 30_000;

export interface RunShape {
  readonly profile: Profile;
  readonly quote: boolean;
  readonly timeoutMs: number;
  readonly haltAfter: number;
  /** As CreationContext has them. */
  readonly alikeSince: number | null;
  readonly alikeDays: number;
  /** The plan that the run is held to, which the ledger has. */
  readonly plan: { readonly id: string; readonly name: string; readonly drift: string } | null;
  /** Settings by the names of their flags; empty for an absent flag. */
  readonly asked: Readonly<Record<string, string>>;
  /** The totals of the file, by currency. */
  readonly totals: Readonly<Record<string, string>>;
}

/** The cast trusts what submissionOf wrote. */
export function shapeOf({ settings }: Pick<Submission, 'settings'>): RunShape {
  const shape = settings as unknown as RunShape;
  return { ...shape, profile: { ...DEFAULT_PROFILE, ...shape.profile } };
}

interface Submitted {
  readonly settings: LiveSettings;
  readonly checked: Checked;
  readonly context: Pick<RunContext, 'alikeSince' | 'approved'>;
}

export function submissionOf({ settings, checked, context }: Submitted): NewSubmission {
  const { profile, quote, haltAfter, maxInDoubt, alikeDays, client, version = '' } = settings;
  const { alikeSince, approved } = context;
  const shape: RunShape = {
    ...{ profile, quote, haltAfter, alikeSince, alikeDays },
    timeoutMs: client.timeoutMs ?? TIMEOUT_MS,
    plan: approved ? { id: approved.id, name: approved.name, drift: approved.drift } : null,
    asked: askedOf(settings),
    totals: totalTexts(checked.facts.totals),
  };
  return { version, maxInDoubt, settings: { ...shape } };
}

/** Settings that may differ in a command that only works on the run. */
const LEFT_TO_RUN = [
  '--alike-ok',
  '--documents-dir',
  'profile in the config',
  'checks, payee or alikeDays in the config',
];

/** The settings that decide how rows are read, planned and sent. A lookup table is compared by its bytes. */
function askedOf(settings: LiveSettings): Readonly<Record<string, string>> {
  const { plan, imports, file, documentsDir } = settings;
  const flag = (isGiven: boolean): string => (isGiven ? 'given' : '');
  const own = plan && isHigherDrift(plan.file.plan.maxDrift, plan.drift);
  const files = imports?.files.map((one) => one.sha256);
  const read = imports && [parseSettingsOf({ imports, delimiter: '' }), files, imports.sheet];
  return {
    '--plan': plan ? planId(plan.file) : '',
    '--max-drift': own === true ? plan.drift : '',
    '--use-developer-funds': flag(settings.useDeveloperFunds),
    '--no-quote': flag(!settings.quote),
    '--map': read ? sha256(JSON.stringify(read)) : '',
    '--delimiter': settings.delimiter ?? '',
    // A plan has this setting.
    '--alike-ok': flag(!plan && settings.alikeOk),
    // Relative: another host may have the file in another place.
    '--documents-dir': relative(dirname(resolve(file)), resolve(documentsDir)),
    'profile in the config': profileDigest(settings.profile),
    'checks, payee or alikeDays in the config': canonicalJson(frozenChecks(settings)),
  };
}

/**
 * Compares the settings of this command with those of the open run of its file. To complete a submission that was cut
 * off, they must be the same; to work on a run, settings may be absent. Errors: {@link Refusal} that names the first
 * other setting.
 */
export function refuseOtherSettings(settings: LiveSettings, submission: Submission): void {
  const { runId, isCutOff } = submission;
  const { asked } = shapeOf(submission);
  const refused = Object.entries(askedOf(settings)).find(
    ([name, own]) => own !== asked[name] && (isCutOff || (own !== '' && !LEFT_TO_RUN.includes(name))),
  );
  if (!refused) return;
  const [name, own] = refused;
  const how = own === '' ? 'with' : (asked[name] ?? '') === '' ? 'without' : 'with_another';
  const { file } = settings;
  throw new Refusal('attach', hostsMessage('submitted_otherwise', { file, runId, name, how, isCutOff }));
}
