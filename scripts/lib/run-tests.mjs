import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStale } from './build.mjs';
import { install, isInstallStale } from './install.mjs';
import { isInstalled } from './programs.mjs';
import { resultsOf, summary } from './results.mjs';
import { run as runProgram } from './run.mjs';
import { UserError, say, textOf } from './terminal.mjs';

const RUNNERS = {
  vitest: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'],
  jest: ['node_modules/jest/bin/jest.js', '--config=test/jest.config.js', '--json'],
};
const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [] };

/**
 * @typedef {import('@portal/testing/services').TestServices} TestServices
 * @typedef {ReturnType<typeof resultsOf>} Results
 * @typedef {{ env: NodeJS.ProcessEnv, signal: AbortSignal, node?: string, quiet?: boolean }} Options
 *   `quiet` shows the output when the runner has ended, for one that runs beside another.
 */

/**
 * Runs the tests of a tier and prints the totals as the last line. Leaves no process and no file, also if it
 * is interrupted.
 * @param {boolean} all tests, or those of `npm test`
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code
 */
export async function runTests(all, env) {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) {
    process.once(name, () => interruption.abort(new UserError(`Interrupted by ${name}`)));
  }
  /** @type {TestServices | undefined} */
  let services;
  try {
    if (isInstallStale()) await install();
    await buildStale(['portal', 'tests', 'web']);

    const { default: ownTemporaryFolder } = await import('@portal/testing/run-folder');
    ownTemporaryFolder();
    const { startTestServices } = await import('@portal/testing/services');
    const redis = env.TEST_REDIS_URL ?? env.REDIS_URL;
    services = await startTestServices({ ...env, TEST_REDIS_URL: redis });
    say(`PostgreSQL: ${services.origin}; Redis: ${services.redisUrl ?? 'none'}`);
    const { signal } = interruption;
    const testEnv = {
      ...env,
      TMPDIR: tmpdir(),
      NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --experimental-vm-modules --no-warnings`.trim(),
      PORTAL_TEST_POSTGRES_URL: services.postgresUrl,
    };
    const options = { env: testEnv, signal };
    const results = await (all ? everything(options, services.redisUrl) : usual(options));
    signal.throwIfAborted();
    for (const line of leftOut(services, all)) say(line);
    for (const failure of results.flatMap(({ failures }) => failures)) say(`✗ ${failure}`);
    say(summary(results));
    return results.every(({ failed }) => failed === 0) ? 0 : 1;
  } catch (error) {
    say(textOf(error));
    say(summary([{ ...NOTHING, failed: 1 }]));
    return 1;
  } finally {
    await services?.stop();
  }
}

/**
 * The two runners side by side: Jest has few files, in one process.
 * @param {Options} options
 * @returns {Promise<Results[]>}
 */
async function usual(options) {
  const { USUAL_FOLDERS } = await import('@portal/testing/tiers');
  const folders = USUAL_FOLDERS.map((folder) => `test/${folder}/`);
  return Promise.all([
    run('vitest', ['--project=!slow*'], options),
    run('jest', ['--runInBand', ...folders], { ...options, quiet: true }),
  ]);
}

/**
 * Vitest, then Jest, whose files start several processes; beside them the queue on Redis, on the newest Node if
 * TEST_NEWEST_NODE names one.
 * @param {Options} options
 * @param {string | undefined} redisUrl
 * @returns {Promise<Results[]>}
 */
async function everything(options, redisUrl) {
  const { OF_QUEUE } = await import('@portal/testing/tiers');
  const onRedis = async () => {
    if (redisUrl === undefined) return [];
    const ofQueue = {
      ...options,
      quiet: true,
      node: options.env.TEST_NEWEST_NODE ?? process.execPath,
      env: { ...options.env, PORTAL_TEST_REDIS_URL: redisUrl },
    };
    return [
      await run('vitest', [OF_QUEUE], ofQueue),
      await run('jest', [OF_QUEUE.replaceAll('.', String.raw`\.`)], ofQueue),
    ];
  };
  // Whole stacks run with one queue: the launcher, the demo and the other faults have that on PostgreSQL.
  const others =
    redisUrl === undefined ? [] : [String.raw`--testPathIgnorePatterns=/system/.+\.redis\.`];
  const onPostgres = async () => [
    await run('vitest', [], options),
    await run('jest', others, options),
  ];
  return (await Promise.all([onPostgres(), onRedis()])).flat();
}

/**
 * @param {keyof typeof RUNNERS} name
 * @param {string[]} selection
 * @param {Options} options
 * @returns {Promise<Results>}
 */
async function run(name, selection, { env, signal, node = process.execPath, quiet = false }) {
  if (signal.aborted) return NOTHING;
  if (!quiet) say(`\n— ${name} —`);
  const report = join(mkdtempSync(join(tmpdir(), 'portal-report-')), 'report.json');
  const args = [...RUNNERS[name], `--outputFile=${report}`, ...selection];
  const { code, output } = await runProgram(node, args, { env, signal, show: !quiet });
  if (quiet) say(`\n— ${name} —\n${output.trim()}`);
  return resultsOf(report, code);
}

/**
 * Tests that this machine cannot run, each with what would enable it.
 * @param {TestServices} services
 * @param {boolean} all
 */
function leftOut(services, all) {
  const lines = [];
  if (!isInstalled('promtool')) {
    lines.push(
      'Skipped: the alerts in their cases, because there is no promtool. ' +
        'To run them: apt-get install prometheus',
    );
  }
  if (!all) return [...lines, 'Not run: what only `npm run test:all` runs'];

  if (services.redisUrl === undefined) {
    lines.push(
      'Skipped: the queue on Redis (it ran on PostgreSQL), and two servers and two workers behind nginx. ' +
        'To run them: apt-get install nginx, and TEST_REDIS_URL=redis://127.0.0.1:6379 npm run test:all',
    );
  } else if (!isInstalled('nginx')) {
    lines.push(
      'Skipped: two servers and two workers behind nginx, because there is none. ' +
        'To run them: apt-get install nginx',
    );
  }
  if (services.origin !== 'containers') {
    lines.push(
      'Skipped: services in containers, because no Docker engine responds. To run them: start Docker',
    );
  }
  return lines;
}
