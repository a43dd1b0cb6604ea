import { pathToFileURL } from 'node:url';
import { demoClient } from './demo-client.mjs';
import { randomSource } from './demo-random.mjs';
import { seedDemo } from './demo-seed.mjs';
import { demoTasks } from './demo-tasks.mjs';
import { ADMIN, demoUsers } from './demo-world.mjs';

const SEED = 20_190;
/** A busy machine answers `Retry-After: 5` for some minutes at most. */
const RETRIES = 60;

/** @typedef {ReturnType<typeof demoClient>} Client */

/**
 * Loads the demo: projects, users, pods and targets by SQL, the tasks through the upload. Does
 * nothing if the demo is loaded.
 * @param {object} options
 * @param {string} options.baseUrl URL of the portal
 * @param {string} options.databaseUrl owner connection to its database
 * @param {(line: string) => void} [options.log]
 * @param {(done: number, label: string) => void} [options.onProgress] progress, from 0 to 1
 */
export async function loadDemo({ baseUrl, databaseUrl, log, onProgress }) {
  const { tasksLoaded } = await seedDemo(databaseUrl, demoUsers(randomSource(SEED)));
  if (tasksLoaded) return log?.('The demo data is there already');
  const client = demoClient(baseUrl, ADMIN, RETRIES);
  const tasks = JSON.stringify([...demoTasks({ seed: SEED, now: new Date() })]);
  const file = new Blob([tasks], { type: 'application/json' });
  const counts = await client.upload(file, 'demo-tasks.json', (state) =>
    onProgress?.(shareDone(state), state.phase),
  );
  await createStatistics(client);
  onProgress?.(1, 'done');
  log?.(`Loaded ${counts.insert + counts.update + counts.unchanged} demo tasks`);
}

/**
 * The examples of queries become the custom statistics of each project.
 * @param {Client} client
 */
async function createStatistics(client) {
  /** @type {import('@portal/contracts/custom-stats').ReportingSchema} */
  const { examples } = await client.get('/custom-stats/schema');
  /** @type {import('@portal/contracts/projects').Project[]} */
  const projects = await client.get('/projects/');
  for (const { id } of projects.filter((project) => project.id > 0)) {
    for (const [index, example] of examples.entries()) {
      await client.post(`/projects/${id}/custom-stats/`, {
        ...example,
        enable_aggregation: example.aggregation_column !== null,
        display_order: index,
      });
    }
    const alert = { name: 'Rework is high', number: 'rework_rate', condition: 'above' };
    await client.post(`/projects/${id}/alerts/`, { ...alert, limit_value: 10 });
    // Nothing is called by the demo.
    await client.post(`/projects/${id}/webhooks/`, {
      name: 'Warehouse',
      url: 'https://warehouse.example.com/portal',
      types: ['import.ended', 'alert.changed'],
      is_enabled: false,
    });
  }
}

/**
 * A file of new tasks is stored while it is read; any other is merged afterwards.
 * @param {import('@portal/contracts/import-detail').ImportDetail} state
 */
function shareDone({ phase, bytes_done, bytes_total, rows_done, rows_total }) {
  const read = bytes_done / (bytes_total || 1);
  return {
    waiting: 0,
    loading: read * 0.95,
    reading: read * 0.5,
    merging: 0.5 + 0.45 * (rows_done / (rows_total || 1)),
    committing: 0.97,
    done: 1,
  }[phase];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { PORTAL_URL = 'http://localhost:3000', DATABASE_URL = '' } = process.env;
  await loadDemo({ baseUrl: PORTAL_URL, databaseUrl: DATABASE_URL, log: console.log });
}
