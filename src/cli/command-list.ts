// All commands as data, in the order of the help. command-table.ts adds the work of each.
import type { Command } from './command.ts';
import { api } from './commands/api/index.ts';
import { approve } from './commands/approve/index.ts';
import { audit } from './commands/audit/index.ts';
import { completion } from './commands/completion/index.ts';
import { config } from './commands/config/index.ts';
import { doctor } from './commands/doctor/index.ts';
import { doubts } from './commands/doubts/index.ts';
import { funds } from './commands/funds/index.ts';
import { help } from './commands/help/index.ts';
import { init } from './commands/init/index.ts';
import { keygen } from './commands/keygen/index.ts';
import {
  ledgerBackup,
  ledgerCopy,
  ledgerExport,
  ledgerInit,
  ledgerShow,
  ledgerVerify,
} from './commands/ledger/index.ts';
import { limits } from './commands/limits/index.ts';
import { lint } from './commands/lint/index.ts';
import { map } from './commands/map/index.ts';
import { migrate } from './commands/migrate/index.ts';
import { plan, planDiff, planShow } from './commands/plan/index.ts';
import { proxy } from './commands/proxy/index.ts';
import { reconcile } from './commands/reconcile/index.ts';
import { rehearse } from './commands/rehearse/index.ts';
import { report } from './commands/report/index.ts';
import { resolve } from './commands/resolve/index.ts';
import { results } from './commands/results/index.ts';
import { check, quote, run } from './commands/run/index.ts';
import { sandbox } from './commands/sandbox/index.ts';
import { selftest } from './commands/selftest/index.ts';
import { spec } from './commands/spec/index.ts';
import { status } from './commands/status/index.ts';
import { stop } from './commands/stop/index.ts';
import { work } from './commands/work/index.ts';

export const COMMAND_LIST: readonly Command[] = [
  ...[run, check, quote, map, funds],
  ...[status, results, report, doubts, resolve, reconcile],
  ...[plan, planShow, planDiff, approve, keygen],
  ...[ledgerInit, ledgerShow, ledgerVerify, ledgerExport, ledgerBackup, ledgerCopy, work, stop, limits],
  ...[lint, migrate, audit, rehearse, proxy],
  ...[init, config, doctor, selftest, sandbox, api, spec, completion, help],
];
