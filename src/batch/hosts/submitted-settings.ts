// What a run that is open to several hosts was submitted with, as far as it decides how its rows are read, judged and sent.
// Whoever goes on with a submission that was cut off has to ask for the very same; whoever only works on a run that is queued
// may ask for less, and must not think that he has more.
import { hash } from 'node:crypto';
import { dirname, relative, resolve } from 'node:path';

import { canonicalJson } from '../../approval/canonical.ts';
import { isHigherDrift } from '../../approval/drift.ts';
import { planId } from '../../approval/plan-format.ts';
import type { Submission } from '../../ledger/ledger.ts';
import { type Imports, NO_IMPORTS } from '../input/imports/imports.ts';
import { Refusal } from '../input/refusal.ts';
import { frozenChecks, profileDigest } from '../plan/approved/plan-members.ts';
import type { LiveSettings } from '../send/settings.ts';
import { type RunShape, shapeOf } from './shape.ts';

/** How the file is read and its rows are judged, by the names that people know it by. */
export function readingOf(settings: LiveSettings): Readonly<Record<string, string>> {
  const { imports = NO_IMPORTS, profile, delimiter = '' } = settings;
  return {
    '--map': importsDigest(imports),
    '--delimiter': delimiter,
    'profile in the config': profileDigest(profile),
    'checks, payee or alikeDays in the config': canonicalJson(frozenChecks(settings)),
  };
}

/** Lookup tables count with their bytes. */
function importsDigest({ columns, constants, files, numbers, stopAt, ...rest }: Imports): string {
  const { encoding, delimiter, skipRows, skipBlankRows, sheet } = rest;
  return hash(
    'sha256',
    JSON.stringify([
      [...columns].sort(),
      [...constants].sort(),
      files.map(({ sha256 }) => sha256),
      [numbers?.decimal, numbers?.thousands, stopAt?.source, stopAt?.flags],
      [encoding, delimiter, skipRows, skipBlankRows, sheet],
    ]),
  );
}

/**
 * Before anything is added to a submission that was cut off. Returns what is ignored. Errors: {@link Refusal}, which names what is
 * asked for otherwise.
 */
export function judgeGoingOn(settings: LiveSettings, submission: Submission): string[] {
  const { runId } = submission;
  const shape = shapeOf(submission);
  const other =
    otherPlan(settings, shape) ??
    otherFlag(settings, shape) ??
    anotherReading(settings, shape) ??
    otherDocuments(settings, shape);
  if (other === undefined) return limitsUnheeded(settings, submission);
  throw new Refusal(
    'attach',
    `${settings.file}: run ${runId} of this file was cut off while its rows were queued, and was submitted ${other}: continue it in the same way, or stop it (paybatch stop ${runId}) and run the file again`,
  );
}

/** The same folder on a host that has the file elsewhere, too. */
export const documentsFrom = ({ file, documentsDir }: LiveSettings): string =>
  relative(dirname(resolve(file)), resolve(documentsDir));

const otherDocuments = (settings: LiveSettings, { documents }: RunShape): string | undefined =>
  documents === documentsFrom(settings) ? undefined : 'with another --documents-dir';

function limitsUnheeded(settings: LiveSettings, submission: Submission): string[] {
  const shape = shapeOf(submission);
  return (
    [
      ['--max-in-doubt', settings.maxInDoubt, shape.maxInDoubt],
      ['--halt-after', settings.haltAfter, shape.haltAfter],
      ['--timeout', secondsOf(settings.client.timeoutMs ?? shape.timeoutMs), secondsOf(shape.timeoutMs)],
    ] as const
  )
    .filter(([, own, submitted]) => own !== submitted)
    .map(
      ([name, own, submitted]) =>
        `${name} ${own} is ignored: run ${submission.runId} was submitted with ${submitted}`,
    );
}

const secondsOf = (ms: number): number => ms / 1000;

function otherPlan({ plan }: LiveSettings, { plan: submitted }: RunShape): string | undefined {
  if (!submitted) return plan && 'without --plan';
  if (!plan) return `under the plan ${submitted.name}`;
  if (planId(plan.file) !== submitted.id) return `under another plan, its ${submitted.name}`;
  return plan.drift === submitted.drift ? undefined : `with --max-drift ${submitted.drift}`;
}

/** A plan says itself whether payments alike are meant. */
function otherFlag(settings: LiveSettings, shape: RunShape): string | undefined {
  const isMeant = shape.alikeSince === null;
  const flags = [
    ['--use-developer-funds', settings.useDeveloperFunds, shape.useDeveloperFunds] as const,
    ['--no-quote', !settings.quote, !shape.quote] as const,
    ['--alike-ok', settings.alikeOk, shape.plan ? settings.alikeOk : isMeant] as const,
  ];
  const found = flags.find(([, own, submitted]) => own !== submitted);
  return found && `${found[1] ? 'without' : 'with'} ${found[0]}`;
}

function otherReading(settings: LiveSettings, { reading }: RunShape): string | undefined {
  return Object.entries(readingOf(settings)).find(([one, text]) => reading[one] !== text)?.[0];
}

const anotherReading = (settings: LiveSettings, shape: RunShape): string | undefined => {
  const name = otherReading(settings, shape);
  return name && `with another ${name}`;
};

/**
 * Before this command works on a run that is queued. Returns what is ignored, and pays nothing otherwise. Errors:
 * {@link Refusal}.
 */
export function judgeFlags(settings: LiveSettings, submission: Submission): string[] {
  const { file, plan, alikeOk } = settings;
  const { runId } = submission;
  const shape = shapeOf(submission);
  const flag = flagBeyond(settings, shape) ?? (plan && planBeyond(settings, shape));
  if (flag !== undefined)
    throw new Refusal(
      'attach',
      `${file}: run ${runId} of this file is going on, and was submitted without ${flag}: leave it out to work on that run, or stop it first (paybatch stop ${runId})`,
    );
  const reading = otherReading(settings, shape);
  if (reading?.startsWith('--') === true)
    throw new Refusal(
      'attach',
      `${file}: run ${runId} of this file is going on, and was submitted with another ${reading}, by which its rows are others than this command's: ask for it as it was submitted, or stop it first (paybatch stop ${runId})`,
    );
  // A plan says so itself, and is the same one here.
  const isMeant = plan !== undefined || shape.alikeSince === null;
  const alike = `--alike-ok is ignored: run ${runId} was submitted without it, and holds what looks like an earlier payment`;
  const limits = limitsUnheeded(settings, submission);
  return alikeOk && !isMeant ? [...limits, alike] : limits;
}

function flagBeyond(settings: LiveSettings, shape: RunShape): string | undefined {
  if (settings.useDeveloperFunds && !shape.useDeveloperFunds) return '--use-developer-funds';
  return !settings.quote && shape.quote ? '--no-quote' : undefined;
}

function planBeyond({ plan }: LiveSettings, { plan: submitted }: RunShape): string | undefined {
  if (!plan) return undefined;
  if (!submitted) return `--plan ${plan.name}`;
  if (planId(plan.file) !== submitted.id)
    return `this --plan ${plan.name} (under another one, its ${submitted.name})`;
  return isHigherDrift(submitted.drift, plan.drift) ? `--max-drift ${plan.drift}` : undefined;
}
