import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { buildStale } from './build.mjs';
import { install, isInstallStale } from './install.mjs';
import { inRoot } from './root.mjs';
import { runNode } from './run.mjs';
import { noteRunning } from './running-portals.mjs';
import { UserError, onSignals, progressBar, say, steps, textOf } from './terminal.mjs';

/** @typedef {import('@portal/platform/config').Config} Config */

const LOOK_MS = 500;

/**
 * Cleanup steps of the launcher, run in reverse order.
 * @type {(() => Promise<void>)[]}
 */
const undo = [];
/** @type {Promise<never> | undefined} */
let ending;
/** What a supervisor calls. */
const REPORTS = { say, giveUp: (/** @type {string} */ message) => void end(1, message) };

/**
 * Starts the portal and waits until it is stopped or a part fails for good.
 * @param {NodeJS.ProcessEnv} env
 */
export async function launch(env) {
  onSignals(() => void end(0, 'Stopping …'));
  if (env.npm_lifecycle_event !== undefined) endWithNpm();
  try {
    await bringUp(env);
  } catch (error) {
    await end(1, textOf(error));
  }
}

/** The shell between npm and this process ends by npm's signal, and does not pass it on. */
function endWithNpm() {
  const shell = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(look);
    void end(0, 'npm has ended. Stopping …');
  }, LOOK_MS);
  look.unref();
}

/** @param {NodeJS.ProcessEnv} env */
async function bringUp(env) {
  const step = steps(6);
  const stale = isInstallStale();
  step(stale ? 'Installing packages' : 'Packages are installed');
  if (stale) await install();

  step('Building');
  const rebuilt = await buildStale(['portal', 'web']);
  if (rebuilt.length === 0) say('      up to date');

  const embedded = isBlank(env.DATABASE_URL) && env.NODE_ENV !== 'production';
  const { readConfig } = await import('@portal/platform/config');
  // As the server does, so that errors appear before anything starts.
  const config = readConfig(embedded ? { ...env, DATABASE_URL: 'postgresql://embedded' } : env);
  await refuseBusyPort(config);

  step(embedded ? 'Starting the embedded PostgreSQL' : 'Using the PostgreSQL of DATABASE_URL');
  const postgres = embedded ? await startPostgres(config) : undefined;
  const databaseUrl = postgres?.url ?? config.databaseUrl;
  const demo = isBlank(env.PORTAL_DEMO) ? embedded : config.demo;
  const childEnv = {
    ...env,
    DATABASE_URL: databaseUrl,
    PORTAL_DATA_DIR: config.dataDir,
    PORTAL_DEMO: demo ? 'on' : 'off',
  };

  step('Migrating the database');
  await runNode('The migration', [inRoot('libs/persistence/dist/cli/migrate.js')], {
    env: childEnv,
    onLine: (line) => say(`      ${line}`),
  });

  step('Starting the server and the worker');
  const { portalProcesses } = await import('./portal-processes.mjs');
  const baseUrl = localUrl(config);
  const parts = portalProcesses(config, baseUrl, childEnv, postgres?.supervisor, REPORTS);
  undo.push(async () => {
    await Promise.all(parts.map((part) => part.stop()));
  });
  await Promise.all(parts.map((part) => part.begin()));

  step(demo ? 'Loading the demo data' : 'Without demo data');
  if (demo) await loadDemo(config, { baseUrl, databaseUrl });
  say(`      Logs are in ${join(config.dataDir, 'logs')}; Ctrl-C stops everything`);
  say(`      Next: open the URL below and ${howToBegin(config, demo)}`);
  if (ending === undefined) say(`Portal ready at ${config.publicUrl}`);
}

/**
 * Who signs in first, and becomes admin how.
 * @param {Config} config
 * @param {boolean} demo
 */
function howToBegin({ identity, production, publicUrl, adminEmails }, demo) {
  if (identity.kind === 'demo' && demo) {
    return 'sign in as Ada Marsh, who is admin of the demo. PORTAL_DEMO=off starts without it';
  }
  if (identity.kind === 'demo' && !production && /\/\/(localhost|127\.|\[::1)/.test(publicUrl)) {
    return 'sign in (the button leads to a page of this machine) with your own name and address; the first person becomes admin';
  }
  return adminEmails.length > 0
    ? 'sign in; the addresses of PORTAL_ADMIN_EMAILS become admin'
    : 'sign in; `npm run admin -- grant ADDRESS` makes you admin';
}

/** @param {Config} config */
async function startPostgres(config) {
  const { Supervisor } = await import('@portal/launcher/supervisor');
  const cluster = await openCluster(config);
  const { url, log } = cluster;
  const start = () => cluster.start();
  const supervisor = new Supervisor({ name: 'database', log, start }, REPORTS);
  undo.push(async () => {
    await supervisor.stop();
    await cluster.release();
  });
  await supervisor.begin();
  undo.push(noteRunning(resolve(config.dataDir)));
  say(`      PostgreSQL listens on port ${new URL(url).port}`);
  return { url, supervisor };
}

/** @param {Config} config */
async function openCluster({ dataDir, logDays }) {
  const { openEmbeddedCluster } = await import('@portal/launcher/postgres/embedded');
  const { ClusterInUseError } = await import('@portal/launcher/postgres/owner');
  try {
    return await openEmbeddedCluster({
      dir: join(dataDir, 'postgres'),
      logFile: join(dataDir, 'logs', 'database.log'),
      logDays,
      say: (line) => say(`      ${line}`),
    });
  } catch (error) {
    if (!(error instanceof ClusterInUseError)) throw error;
    throw new UserError(
      `The portal already runs on this data directory (process ${error.pid}). ` +
        'Stop it first, or choose another data directory: PORTAL_DATA_DIR=.portal2 PORT=3001 npm start',
    );
  }
}

/** @param {Config} config @param {{ baseUrl: string, databaseUrl: string }} portal */
async function loadDemo({ identity }, portal) {
  if (identity.kind !== 'demo') {
    say('      skipped: it is loaded by a demo account, and Google sign-in is configured');
    return;
  }
  const { loadDemo: load } = await import('../demo-load.mjs');
  try {
    const log = (/** @type {string} */ line) => say(`      ${line}`);
    await load({ ...portal, log, onProgress: progressBar() });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`The demo data could not be loaded: ${reason}`);
  }
}

/** @param {Config} config */
async function refuseBusyPort({ host, port }) {
  /** @type {NodeJS.ErrnoException | undefined} */
  const error = await new Promise((resolve) => {
    const probe = createServer()
      .once('error', resolve)
      .listen(port, host, () => probe.close(() => resolve(undefined)));
  });
  if (error === undefined) return;
  throw new UserError(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is in use. Stop the other program, or choose a port: PORT=${port + 1} npm start`
      : `Cannot listen on ${host}:${port}: ${error.message}`,
  );
}

/**
 * Ends the launcher once and runs all cleanup steps in order.
 * @param {number} code
 * @param {string} message
 */
function end(code, message) {
  if (ending !== undefined) return ending;
  say(message);
  ending = (async () => {
    for (const step of undo.reverse())
      await step().catch((/** @type {unknown} */ error) => say(String(error)));
    if (code === 0) say('Stopped.');
    process.exit(code);
  })();
  return ending;
}

/**
 * URL of the server on this machine, whichever IP address it listens on.
 * @param {Config} config
 */
function localUrl({ host, port }) {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** @param {string | undefined} value */
function isBlank(value) {
  return value === undefined || value.trim() === '';
}
