/**
 * Measures the list of tasks in Chromium with 1,000,000 tasks: from a user's action to the frame with
 * the new rows. Writes the section 'Tables' of docs/benchmarks.md; `--print` only prints, `--quick`
 * uses small sizes and only prints.
 */
import { parseArgs } from 'node:util';
import { percentile } from './bench/statistics.mjs';
import { DEMO_ACCOUNTS } from './demo-world.mjs';
import {
  count,
  loadOfMachine,
  markdownTable,
  milliseconds,
  writeSection,
  yesOrNo,
} from './lib/benchmark-section.mjs';
import { buildStale } from './lib/build.mjs';
import { signInOn } from './lib/sign-in-page.mjs';

const LIMIT_MS = 300;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
  },
});
const sizes = values.quick
  ? { tasks: 20_000, rounds: 3, warmUp: 1 }
  : { tasks: 1_000_000, rounds: 20, warmUp: 2 };

await buildStale(['portal', 'web', 'tests']);
// Imported after the build, which creates these modules.
const { launchChromium } = await import('@portal/testing/chromium');
const { benchImport } = await import('./bench/import.mjs');
const { startBenchPortal } = await import('./bench/portal.mjs');
const { benchTables } = await import('./bench/tables.mjs');

const portal = await startBenchPortal();
try {
  console.log(`Importing ${count(sizes.tasks)} tasks`);
  await benchImport(portal, {
    tasks: sizes.tasks,
    turingProjectId: portal.projects.first,
    firstTaskId: 1,
  });
  await portal.settle();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
    await signInOn(page, portal.stack.baseUrl, DEMO_ACCOUNTS.admin);
    console.log(`Measuring each action ${sizes.rounds} times`);
    const results = await benchTables(portal, page, sizes);
    const table = tableOf(results);
    console.log(`\n${table}\n`);
    if (!values.quick && !values.print) await writeReport(table);
  } finally {
    await browser.close();
  }
} finally {
  await portal.stop();
}

/** @param {import('./bench/tables.mjs').TableTimes[]} results */
function tableOf(results) {
  return markdownTable(
    ['action', 'drawn, p50', 'p95', 'response alone, p50', 'p95', 'target of p95', 'met'],
    results.map(({ name, drawn, answered }) => [
      name,
      ...[drawn, answered].flatMap((all) =>
        [0.5, 0.95].map((share) => milliseconds(percentile(all, share))),
      ),
      `≤ ${LIMIT_MS} ms`,
      yesOrNo(percentile(drawn, 0.95) <= LIMIT_MS),
    ]),
  );
}

/** @param {string} table in Markdown */
async function writeReport(table) {
  await writeSection(
    'Tables',
    `
\`node scripts/tables.mjs\`: the list of all tasks at /admin/tasks/all, ${count(sizes.tasks)} tasks, 10 rows per page, as a user who sees everything, in headless Chromium without a GPU, on the cores that also run the server and the database. ${sizes.rounds} rounds; each loads the client again, so that no list is in its cache. 'Drawn' counts from the event of the user's click or key to the frame after the last change of the rows; the rows are compared with the response. The baseline is the same request from another process, directly afterwards. ${loadOfMachine()}.

${table}`,
  );
}
