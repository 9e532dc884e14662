// plan: reads and quotes a file as a run would, and writes a plan. show and diff read only plans.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { differences } from '../../approval/differences.ts';
import { readDrift } from '../../approval/drift.ts';
import { FORMAT, type PlanFile, planId } from '../../approval/plan-format.ts';
import { buildPlan, type PlanSettings } from '../../batch/build-plan.ts';
import { newRunId, RunControl } from '../../batch/input/control.ts';
import { plainLines, plainPath } from '../../files/plain.ts';
import { readText } from '../../interface/plain-text.ts';
import { loadPlan, putPlan } from '../approval.ts';
import type { PlanArgs, PlanDiffArgs, PlanShowArgs } from '../definitions/approval.ts';
import { type Io, UsageError } from '../io.ts';
import { nextStep, renderPlan } from '../render/plan-page.ts';
import { printJson, printResult, warn } from '../render/print.ts';
import { Problems } from '../render/problems.ts';
import { liveService, liveSettings } from '../service.ts';
import { Settings } from '../settings.ts';
import { systemUser } from '../this-process.ts';
import { fileSettings } from './run/arguments.ts';
import { reminded } from './run/watched.ts';

export function showCommand(args: PlanShowArgs, io: Io): number {
  const { file, name } = loadPlan(args.plan, io);
  const policy = new Settings(args, io).policy();
  if (args.json) printJson(io, file);
  else io.out(renderPlan(file, name, policy, io));
  return 0;
}

export function diffCommand({ one, other, json }: PlanDiffArgs, io: Io): number {
  const found = differences(loadPlan(one, io).file.plan, loadPlan(other, io).file.plan);
  const text = found.length === 0 ? 'Both plans send the same.' : plainLines(found.join('\n'));
  return printResult(io, json, { differences: found, exitCode: found.length > 0 ? 1 : 0 }, `${text}\n`);
}

export const planCommand = (args: PlanArgs, io: Io): Promise<number> =>
  reminded({ ...args, sandbox: false }, io, () => makePlan(args, io));

async function makePlan(args: PlanArgs, io: Io): Promise<number> {
  const { out } = args;
  const planPath = resolve(io.cwd, out);
  judgeOut(planPath, out, args, io);
  const settings = new Settings(args, io);
  const policy = settings.policy();
  if (args.by === undefined && policy.approvers.length > 0)
    warn(
      io,
      `the maker is the system user ${systemUser()}. Name the maker with --by. If the maker is an approver, use the name in "approvers"`,
    );
  const problems = new Problems(args.file, io);
  const plan = await frozen(args, io, settings, problems).finally(() => {
    problems.end('paybatch check');
  });
  if (!plan) {
    io.err('paybatch: no plan: rows are invalid. --max-invalid N leaves out up to N of them\n', 'error');
    return 1;
  }
  const file: PlanFile = { format: FORMAT, plan, signatures: [] };
  // Somebody may have signed the plan that is there since this command began.
  judgeOut(planPath, out, args, io);
  await putPlan(planPath, out, file);
  // The rows are in the file: there may be a million.
  const result = { plan: out, id: planId(file), ...plan, rows: undefined, exitCode: 0 };
  const text = `${renderPlan(file, out, policy, io)}\nWrote ${plainPath(out)}. ${nextStep(file, out, policy)}`;
  return printResult(io, args.json, result, text);
}

/** Errors: {@link UsageError}: only an unsigned plan is replaced. */
function judgeOut(path: string, out: string, args: PlanArgs, io: Io): void {
  if (path === resolve(io.cwd, args.file)) throw new UsageError(`--out ${out} is the input itself`);
  if (!existsSync(path)) return;
  let there: PlanFile;
  try {
    there = loadPlan(out, io).file;
  } catch {
    throw new UsageError(`--out ${out} already exists, and is not a plan: choose another name`);
  }
  if (there.signatures.length > 0)
    throw new UsageError(`--out ${out} already exists and has signatures: choose another name, or remove it`);
}

async function frozen(typed: PlanArgs, io: Io, settings: Settings, problems: Problems) {
  const args = { ...typed, sandbox: false };
  const file = await fileSettings(args, 'run', settings, io);
  const control = new RunControl();
  io.onSignal((name) => {
    control.signal();
    io.err(`paybatch: ${name}: no plan is made\n`);
  });
  const service = await liveService(args, settings, io);
  try {
    const asked: PlanSettings = {
      ...liveSettings(args, settings, service, file, io),
      needsApproval: undefined,
      history: settings.history(args.accept),
      planPath: resolve(io.cwd, args.out),
      maker: makerOf(args),
      user: systemUser(),
      expiresMs: expiryMs(args.expires ?? '24h'),
      maxDrift: readDrift(args['max-drift'] ?? '0.5%', '--max-drift'),
    };
    return await buildPlan(asked, problems.hooks(args.verbose), control, newRunId(io));
  } finally {
    await service.close();
  }
}

/** Errors: {@link UsageError} for a name without a readable character. */
function makerOf({ by }: PlanArgs): string {
  if (by === undefined) return systemUser();
  if (readText(by) === '') throw new UsageError('--by needs a readable name');
  return by.trim();
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function expiryMs(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,5})([smhd])$/.exec(text.trim()) ?? [];
  const ms = Number(number) * (UNITS[unit] ?? 0);
  if (ms <= 0)
    throw new UsageError(
      `--expires ${text}: expected whole seconds, minutes, hours or days: 90s, 90m, 24h, 2d`,
    );
  return ms;
}
