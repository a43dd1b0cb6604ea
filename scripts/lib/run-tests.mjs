import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStale } from './build.mjs';
import { install, isInstallStale } from './install.mjs';
import { isInstalled } from './programs.mjs';
import { resultsOf, sum, summary } from './results.mjs';
import { inRoot } from './root.mjs';
import { run } from './run.mjs';
import { UserError, say, textOf } from './terminal.mjs';

/** Part of the names of the files that use the queue, which is on Redis if it is available. */
const OF_QUEUE = '.redis.';

/** @typedef {import('@portal/testing/services').TestServices} TestServices */

/**
 * Runs the tests and prints the totals as the last line. Leaves no process and no file, also if it
 * is interrupted.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code
 */
export async function runTests(args, env) {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) {
    process.once(name, () => interruption.abort(new UserError(`Interrupted by ${name}`)));
  }
  /** @type {TestServices | undefined} */
  let services;
  try {
    const redisUrl = env.TEST_REDIS_URL ?? env.REDIS_URL;
    const selection = args.includes('--with-redis') ? [OF_QUEUE] : [];
    if (selection.length > 0 && redisUrl === undefined) {
      throw new UserError('--with-redis needs TEST_REDIS_URL, such as redis://127.0.0.1:6379');
    }
    if (isInstallStale()) await install();
    await buildStale(['portal', 'tests', 'web']);

    const { default: ownTemporaryFolder } = await import('@portal/testing/run-folder');
    ownTemporaryFolder();
    services = await startServices({ ...env, TEST_REDIS_URL: redisUrl });
    const testEnv = {
      ...env,
      TMPDIR: tmpdir(),
      NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --experimental-vm-modules --no-warnings`.trim(),
      PORTAL_TEST_POSTGRES_URL: services.postgresUrl,
      ...(services.redisUrl && { PORTAL_TEST_REDIS_URL: services.redisUrl }),
    };
    /** @type {import('./results.mjs').Counts[]} */
    const counts = [];
    /** @type {string[]} */
    const failures = [];
    for (const runner of /** @type {const} */ (['vitest', 'jest'])) {
      interruption.signal.throwIfAborted();
      const options = { env: testEnv, signal: interruption.signal };
      const run = await runOne(runner, selection, options);
      counts.push(run.counts);
      failures.push(...run.failures);
    }
    interruption.signal.throwIfAborted();
    for (const line of leftOut(services)) say(line);
    for (const failure of failures) say(`✗ ${failure}`);
    const total = sum(counts);
    say(summary(total));
    return total.failed === 0 ? 0 : 1;
  } catch (error) {
    say(textOf(error));
    say(summary({ passed: 0, failed: 1, skipped: 0 }));
    return 1;
  } finally {
    await services?.stop();
  }
}

/**
 * @param {'vitest' | 'jest'} name of the runner
 * @param {string[]} selection parts of the paths of its files; none for all
 * @param {import('./run.mjs').Options} options
 */
async function runOne(name, selection, options) {
  const report = join(mkdtempSync(join(tmpdir(), 'portal-report-')), `${name}.json`);
  say(`\n— ${name} —`);
  const args =
    name === 'vitest'
      ? [
          ...[inRoot('node_modules/vitest/vitest.mjs'), 'run', ...selection],
          ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
        ]
      : [
          ...[inRoot('node_modules/jest/bin/jest.js'), '--config', inRoot('test/jest.config.js')],
          ...[
            '--json',
            `--outputFile=${report}`,
            ...selection.map((path) => path.replaceAll('.', String.raw`\.`)),
          ],
        ];
  const { code } = await run(process.execPath, args, { ...options, show: true });
  return resultsOf(report, code);
}

/** @param {NodeJS.ProcessEnv} env */
async function startServices(env) {
  const { startTestServices } = await import('@portal/testing/services');
  const services = await startTestServices(env);
  say(`PostgreSQL: ${services.origin}; Redis: ${services.redisUrl ?? 'none'}`);
  return services;
}

/**
 * Tests that this machine cannot run, each with what would enable it.
 * @param {TestServices} services
 */
function leftOut(services) {
  const lines = [];
  if (services.redisUrl === undefined) {
    lines.push(
      'Skipped: the queue on Redis (it ran on PostgreSQL), and two servers and two workers behind nginx. ' +
        'To run them: apt-get install nginx, and TEST_REDIS_URL=redis://127.0.0.1:6379 npm test',
    );
  } else if (!isInstalled('nginx')) {
    lines.push(
      'Skipped: two servers and two workers behind nginx, because there is none. ' +
        'To run them: apt-get install nginx',
    );
  }
  if (!isInstalled('promtool')) {
    lines.push(
      'Skipped: the alerts in their cases, because there is no promtool. ' +
        'To run them: apt-get install prometheus',
    );
  }
  if (services.origin !== 'containers') {
    lines.push(
      'Skipped: services in containers, because no Docker engine responds. To run them: start Docker',
    );
  }
  return lines;
}
