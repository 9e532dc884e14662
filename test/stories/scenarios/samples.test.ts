// The samples for schedulers: what they do on each exit code, and that no scheduler interprets a character of them.
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

import { findCommand } from '../../../src/cli/command.ts';
import { COMMANDS } from '../../../src/cli/command-table.ts';
import { SETTING_NAMES, settingOf } from '../../../src/cli/settings-table.ts';
import { metricsText } from '../../../src/cli/watch/metrics.ts';
import { refusedRun } from '../../../src/cli/watch/notification.ts';
import { hasPassword, postgresAddress } from '../../../src/ledger/postgres/address.ts';
import { ROOT } from '../../kit/cli.ts';
import { folder } from '../../kit/folder.ts';

const sample = (name: string): string => readFileSync(join(ROOT, 'samples', name), 'utf8');

interface Night {
  readonly codes: readonly number[];
  readonly flags?: readonly string[];
  /** The exit code of `doubts`. */
  readonly doubts?: number;
  readonly there?: Readonly<Record<string, string>>;
  /** The file with variables that nightly.sh loads. */
  readonly variables?: string;
  /** Shell commands of the first run. */
  readonly first?: string;
}

/** Runs nightly.sh with a stub of paybatch, which exits with these codes in turn and records its calls. */
function night(options: Night) {
  const {
    codes,
    flags = ['--max-amount', 'GBP=1 000'],
    doubts = 0,
    there = {},
    variables,
    first = ':',
  } = options;
  const stub = `#!/bin/sh
echo "$@" >>"$LOG"
[ "$1" = doubts ] && { [ ${doubts} -eq 2 ] || echo runId,line; exit ${doubts}; }
n=$(grep -c ^run "$LOG")
[ "$n" -ne 1 ] || { ${first}; }
exit $(echo "${codes.join(' ')}" | cut -d' ' -f"$n")
`;
  const at = folder({ 'bin/paybatch': stub, log: '', 'in.csv': '', ...there });
  chmodSync(join(at, 'bin/paybatch'), 0o755);
  const own = variables === undefined ? {} : { NIGHTLY_ENV: join(at, variables) };
  const env = { ...own, PATH: `${join(at, 'bin')}:/usr/bin:/bin`, LOG: join(at, 'log'), NIGHTLY_PAUSE: '0' };
  const args = [join(ROOT, 'samples/nightly.sh'), join(at, 'in.csv'), ...flags];
  const { status, stderr } = spawnSync('bash', args, { env, encoding: 'utf8' });
  const calls = readFileSync(join(at, 'log'), 'utf8').replaceAll(at, '').trim().split('\n');
  const sheets = readdirSync(at).filter((name) => name.includes('doubts'));
  return { at, code: status, err: stderr.replaceAll(at, ''), calls, sheets };
}

function nightly(...codes: readonly number[]): { code: number | null; err: string; calls: string[] } {
  const { code, err, calls } = night({ codes });
  return { code, err, calls };
}

const RUN = 'run /in.csv --yes --max-amount GBP=1 000';

describe('samples/nightly.sh', () => {
  it('prints nothing after exit 0', () => {
    expect(nightly(0)).toEqual({ code: 0, err: '', calls: [RUN] });
  });

  it('prints how many of the unpaid rows are held as possible duplicates', () => {
    const results =
      'line,reference,status,,,,,,errorCode\n2,A,not_sent,,,,,,alike,x\n3,B,invalid,,,,,,invalid,x\n';
    const { err, code } = night({ codes: [1], there: { 'in.results.csv': results } });
    expect(code).toBe(1);
    expect(err).toContain('1 of them may be a payment that was made before');
  });

  it.each([1, 2])('does not repeat a run that exited %i', (code) => {
    expect(nightly(code, 0)).toMatchObject({ code, calls: [RUN] });
  });

  it('repeats a run that stopped early, with three runs at most', () => {
    expect(nightly(4, 0)).toEqual({ code: 0, err: '', calls: [RUN, RUN] });
    expect(nightly(4, 4, 4, 0)).toMatchObject({ code: 4, calls: [RUN, RUN, RUN] });
  });

  it('prints on exit 2 that an earlier attempt may have sent rows', () => {
    expect(nightly(2).err).not.toContain('An earlier attempt');
    expect(nightly(4, 2)).toMatchObject({ code: 2, calls: [RUN, RUN] });
    expect(nightly(4, 2).err).toContain('An earlier attempt of this night may have sent rows');
  });

  it('passes a SIGTERM on to the run once, and starts no other run', () => {
    const first = `trap 'echo TERM >>"$LOG"; exit 4' TERM; kill -TERM "$PPID"; sleep 5 >/dev/null 2>&1 & wait`;
    expect(night({ codes: [4, 0], first })).toMatchObject({ code: 4, calls: [RUN, 'TERM'] });
  });

  it('prints that the same command is to be run again if the run was killed', () => {
    const { code, err, calls } = nightly(137);
    expect({ code, calls }).toEqual({ code: 137, calls: [RUN] });
    expect(err).toContain('Run the same command again');
  });

  it('writes a sheet of the rows in doubt, and prints the command that resolves them', () => {
    const { code, err, calls } = nightly(4, 3);
    expect(code).toBe(3);
    expect(calls).toEqual([RUN, RUN, 'doubts --csv']);
    expect(err).toContain('paybatch resolve --from /in.doubts.csv\n');
    expect(err).toContain('certainly not paid, if there are any, are in the retry file');
  });

  it.each([
    { flags: ['--config', '/etc/pay batch.json', '--quiet'], typed: '--config /etc/pay\\ batch.json' },
    { flags: ['--quiet', '--ledger=/l.db'], typed: '--ledger=/l.db' },
    { flags: ['--ledger', '/l.db', '--config=c.json'], typed: '--ledger /l.db --config=c.json' },
  ])('uses the ledger of the run for the sheet: $typed', ({ flags, typed }) => {
    const { calls, err } = night({ codes: [3], flags });
    expect(calls.at(-1)).toBe(`doubts --csv ${typed.replace('\\', '')}`);
    expect(err).toContain(`paybatch resolve --from /in.doubts.csv ${typed}\n`);
  });

  it('loads NIGHTLY_ENV, as does the command that it prints, and exits 2 if the file is missing', () => {
    const there = { 'the env': 'PAYBATCH_LEDGER=/l.db', 'bin/other': '' };
    const { err } = night({ codes: [3], flags: [], there, variables: 'the env' });
    expect(err).toContain('then: set -a; . /the\\ env; set +a; paybatch resolve --from /in.doubts.csv\n');
    expect(night({ codes: [3], flags: [], there, variables: 'none' })).toMatchObject({
      code: 2,
      calls: [''],
    });
  });

  it('never overwrites a sheet that a person may have filled in', () => {
    const there = { 'in.doubts.csv': 'filled in', 'in.doubts-2.csv': 'likewise' };
    const { at, err, sheets } = night({ codes: [3], there });
    expect(sheets).toEqual(['in.doubts-2.csv', 'in.doubts-3.csv', 'in.doubts.csv']);
    expect(readFileSync(join(at, 'in.doubts.csv'), 'utf8')).toBe('filled in');
    expect(readFileSync(join(at, 'in.doubts-3.csv'), 'utf8')).toBe('runId,line\n');
    expect(statSync(join(at, 'in.doubts-3.csv')).mode & 0o777).toBe(0o600);
    expect(err).toContain('Fill in /in.doubts-3.csv, then: paybatch resolve --from /in.doubts-3.csv');
  });

  it('leaves no empty sheet if doubts exits 2', () => {
    const { code, err, sheets } = night({ codes: [3], flags: ['--config', 'c.json'], doubts: 2 });
    expect([code, sheets]).toEqual([3, []]);
    expect(err).toContain('could not be written. See: paybatch doubts --config c.json\n');
    expect(night({ codes: [3], doubts: 3 }).sheets).toEqual(['in.doubts.csv']);
  });
});

describe('the samples for schedulers', () => {
  const flags = Object.keys(COMMANDS.find(({ name }) => name === 'run')?.flags ?? {});
  const known = (line: string): void => {
    const used = [...line.matchAll(/--([a-z][a-z-]+)/g)].map(([, name = '']) => name);
    expect(flags).toEqual(expect.arrayContaining(used));
    expect(used.length).toBeGreaterThan(3);
  };

  it('have no percent sign in command lines of cron and systemd, which interpret it', () => {
    const line = sample('crontab').trimEnd().split('\n').at(-1) ?? '';
    expect(sample('crontab')).toMatch(/^PATH=\S*\/usr\/local\/bin/m);
    expect(line).toContain('nightly.sh /srv/payouts/tonight.csv');
    expect(line).not.toContain('--yes'); // nightly.sh adds it
    expect(line).not.toContain('%');
    known(line);
    const start = /^ExecStart=.*$/m.exec(sample('paybatch.service'))?.[0] ?? '';
    expect(start).not.toContain('%');
    known(start);
  });

  it.each(['README.md', 'src/manual/unattended.md'])(
    'have no percent sign in the cron lines of %s',
    (page) => {
      const lines = readFileSync(join(ROOT, page), 'utf8').match(/^(?:[\d*/,-]+ ){5}\S.*$/gm) ?? [];
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.join('\n')).not.toContain('%');
    },
  );

  it('have the unit that systemd starts on failure, which never starts the run again', () => {
    const [, template = ''] = /^OnFailure=(\S+)@%n\.service$/m.exec(sample('paybatch.service')) ?? [];
    const unit = sample(`${template}@.service`);
    expect(unit).toMatch(/^Type=oneshot$/m);
    expect(unit).toMatch(/^ExecStart=.*%i/m);
    expect(/^ExecStart=.*$/m.exec(unit)?.[0]).not.toMatch(/paybatch (?:run|resolve|work)|nightly/);
    // The failure is reported for the service that the timer starts, which has the timer's name.
    expect(sample('paybatch.timer')).not.toMatch(/^Unit=/m);
    expect(sample('paybatch.service')).toMatch(/^Type=oneshot$/m);
    expect(sample('paybatch.service')).not.toMatch(/^Restart=/m);
    // Every exit code but 0 is a failure, also 1, 3 and 4.
    expect(sample('paybatch.service')).not.toMatch(/SuccessExitStatus/);
  });

  it('have alerts only on gauges that a run writes', () => {
    const { groups } = parse(sample('prometheus-rules.yaml')) as { groups: { rules: { expr: string }[] }[] };
    const text = metricsText(refusedRun(2, 'guard', 1, 0), 0, '');
    const rules = groups.flatMap(({ rules: own }) => own);
    expect(rules.length).toBeGreaterThan(5);
    for (const { expr } of rules)
      for (const gauge of expr.match(/paybatch_\w+/g) ?? []) expect(text).toContain(`\n${gauge} `);
    // promtool checks the rules as Prometheus does, but few machines have it.
    const checked = spawnSync('promtool', ['check', 'rules', join(ROOT, 'samples/prometheus-rules.yaml')]);
    if (checked.error === undefined) expect(checked.status).toBe(0);
  });

  it('have an operator pod with the volumes of the CronJob and a deadline', () => {
    const pod = parse(sample('operator-pod.yaml')) as {
      spec: { activeDeadlineSeconds: number; volumes: object[] };
    };
    const [, job] = parseAllDocuments(sample('cronjob.yaml')).map((one) => one.toJS() as object);
    expect(pod.spec.activeDeadlineSeconds).toBeGreaterThan(0);
    expect(job).toMatchObject({
      spec: { jobTemplate: { spec: { template: { spec: { volumes: pod.spec.volumes } } } } },
    });
  });

  it.each([
    [0, ['ledger-2.db', 'ledger-3.db']],
    [1, ['ledger-1.db', 'ledger-2.db', 'ledger-3.db']],
  ])('remove old backups only if the new backup is intact: verify exits %i', (verified, left) => {
    const stub = `#!/bin/sh\n[ "$2" = verify ] && exit ${verified}\ntouch "$4"\n`;
    const date = '#!/bin/sh\nn=$(cat "$COUNT"); echo "${n}Z"; echo $((n + 1)) >"$COUNT"\n';
    const at = folder({ 'bin/paybatch': stub, 'bin/date': date, count: '1' });
    for (const name of ['paybatch', 'date']) chmodSync(join(at, 'bin', name), 0o755);
    const env = { PATH: `${join(at, 'bin')}:/usr/bin:/bin`, KEEP: '2', COUNT: join(at, 'count') };
    for (let night = 0; night < 3; night++)
      expect(spawnSync('bash', [join(ROOT, 'samples/backup.sh'), join(at, 'to')], { env }).status).toBe(
        verified,
      );
    expect(readdirSync(join(at, 'to')).map((name) => name.replace('Z.db', '.db'))).toEqual(left);
  });

  it('have a CronJob that runs one job at a time, and repeats no run after exit 1, 2 or 3', () => {
    const [, job] = parseAllDocuments(sample('cronjob.yaml')).map((one) => one.toJS() as object);
    expect(job).toMatchObject({ kind: 'CronJob', spec: { concurrencyPolicy: 'Forbid' } });
    known(sample('cronjob.yaml'));
    expect(job).toMatchObject({
      spec: {
        jobTemplate: {
          spec: {
            backoffLimit: 2,
            podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { values: [1, 2, 3] } }] },
            template: { spec: { restartPolicy: 'Never' } },
          },
        },
      },
    });
  });

  it('have a suspended Job that creates the ledger on the volume of the CronJob', () => {
    const text = sample('cronjob.yaml');
    const [, , init] = parseAllDocuments(text).map((one) => one.toJS() as object);
    const containers = [{ args: ['ledger', 'init'], volumeMounts: [{ name: 'state', mountPath: '/state' }] }];
    expect(init).toMatchObject({
      kind: 'Job',
      metadata: { name: 'paybatch-ledger-init' },
      spec: { suspend: true, template: { spec: { containers } } },
    });
    expect(text).toContain('kubectl patch job paybatch-ledger-init');
    expect(text.match(/claimName: paybatch-state/g)).toHaveLength(2);
  });

  /** Expects that the command of these words exists and has their flags. */
  const knownTo = (words: readonly string[]): void => {
    const found = findCommand(words, COMMANDS);
    const command = found?.command;
    const name = words.join(' ');
    const rest = words.slice(found?.length);
    expect(command, name).toBeDefined();
    const used = rest.flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? []);
    expect(Object.keys(command?.flags ?? {}), name).toEqual(expect.arrayContaining(used));
  };
  const variables = new Set(SETTING_NAMES.flatMap((name) => settingOf(name).env ?? []));

  it('have only known commands, flags and variables in compose.yaml', () => {
    const compose = parse(sample('compose.yaml'), { merge: true }) as {
      services: Record<
        string,
        {
          command?: string | string[];
          entrypoint?: string[];
          environment: Record<string, string>;
          volumes?: string[];
          restart?: string;
        }
      >;
      volumes: object;
    };
    const { database, init, worker, submit, results } = compose.services;
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
      expect(database?.command).toContain(`${setting}=on`);
    knownTo(init?.command as string[]);
    knownTo(worker?.command as string[]);
    expect(submit?.entrypoint?.[0]).toBe('paybatch');
    knownTo(submit?.entrypoint?.slice(1) ?? []);
    expect(results?.entrypoint?.[0]).toBe('paybatch');
    knownTo(results?.entrypoint?.slice(1) ?? []);
    expect(results?.volumes).toEqual(submit?.volumes);
    expect(Object.keys(compose.volumes)).toContain('state');
    // A worker exits 2 if its database is not up yet, so it has to be restarted.
    expect(worker?.restart).toBe('on-failure');
    for (const one of [init, worker, submit, results]) {
      expect(one?.volumes).toContain('state:/state');
      const own = Object.keys(one?.environment ?? {}).filter((name) => name.startsWith('PAYBATCH_'));
      expect([...variables]).toEqual(expect.arrayContaining(own));
      // Anybody who may inspect the container can read its environment, so it has no password.
      expect(hasPassword(one?.environment['PAYBATCH_LEDGER'] ?? '')).toBe(false);
      expect(postgresAddress(one?.environment['PAYBATCH_LEDGER'] ?? '').ssl).toBe('disable');
    }
    for (const line of sample('compose.yaml').matchAll(/submit \/data\/\S+ (--.*)$/gm))
      knownTo(['run', ...(line[1] ?? '').split(' ')]);
    const [, typed = ''] = /run --rm (results .*--out \/data\/\S+)$/m.exec(sample('compose.yaml')) ?? [];
    knownTo(typed.split(' '));
  });

  it('have only known commands, flags and variables in the unit of a worker', () => {
    const unit = sample('paybatch-worker@.service');
    const start = /^ExecStart=\S+ (.*)$/m.exec(unit)?.[1] ?? '';
    expect(start).not.toContain('%');
    knownTo(start.split(' '));
    const named = [...unit.matchAll(/\bPAYBATCH_[A-Z_]+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(4);
    expect([...variables]).toEqual(expect.arrayContaining(named));
    // A worker that starts before its database exits 2, and has to be restarted. A signal is not a failure.
    expect(unit).toMatch(/^Restart=on-failure$/m);
    expect(unit).not.toContain('RestartPreventExitStatus');
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
  });
});
