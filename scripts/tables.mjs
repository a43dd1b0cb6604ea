/**
 * Measures the list of tasks in Chromium with 1,000,000 tasks: from a user's action to the frame with
 * the new rows. Writes the section 'Tables' of docs/benchmarks.md; `--quick` uses small sizes and only
 * prints.
 */
import { importPlan } from './bench/import.mjs';
import { startBenchPortal } from './bench/portal.mjs';
import { tableProbe } from './bench/table-probe.mjs';
import { bench } from './lib/bench.mjs';
import { count, milliseconds, percentile, yesOrNo } from './lib/figures.mjs';
import { openPage } from './lib/own-stack.mjs';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ name: string, prepare?: (page: Page) => Promise<void>, act: (page: Page) => Promise<void> }} Action
 *   `prepare` is not measured; the time counts from the last event of `act`
 */

const LIMIT_MS = 300;
const LIST = '/api/v1/tasks/tasks-crud/?';
/** A user of the generated tasks. */
const TRAINER = 'p7@example.com';
const PROJECT = 'first';

/**
 * What a user does with the list of tasks, in this order.
 * @type {Action[]}
 */
const ACTIONS = [
  {
    name: 'first page, from another page',
    act: (page) => page.getByRole('tab', { name: 'All tasks' }).click(),
  },
  {
    name: 'page 2',
    act: (page) => page.getByRole('button', { name: 'Next page' }).click(),
  },
  ...['Turns', 'Duration (min)', 'Completed at', 'Updated at', 'User', 'Target model'].map(
    /** @returns {Action} */ (label) => ({
      name: `sorted by '${label}'`,
      prepare: unfiltered,
      act: (page) => page.getByRole('columnheader').getByRole('button', { name: label }).click(),
    }),
  ),
  filter('status', async (page) => {
    await choose(page, 'Field', 'Status');
    await page.getByRole('combobox', { name: 'Value' }).fill('rework');
    await page.keyboard.press('Escape');
  }),
  filter('project', async (page) => {
    await choose(page, 'Field', 'Project');
    await page.getByRole('combobox', { name: 'Value' }).fill(PROJECT);
    await page.getByRole('option', { name: PROJECT }).click();
  }),
  filter('trainer', async (page) => {
    await choose(page, 'Field', 'User');
    await choose(page, 'Operator', 'is');
    await page.getByRole('textbox', { name: 'Value' }).fill(TRAINER);
  }),
  filter('batch', async (page) => {
    await choose(page, 'Field', 'Batch ID');
    await page.getByRole('textbox', { name: 'Value' }).fill('7');
  }),
  {
    name: 'search for a trainer, with its pause of 100 ms',
    prepare: unfiltered,
    act: (page) => page.getByRole('searchbox', { name: 'Search tasks' }).fill(TRAINER.slice(0, 3)),
  },
];

await bench({
  section: 'Tables',
  sizes: {
    full: { tasks: 1_000_000, rounds: 20, warmUp: 2 },
    quick: { tasks: 20_000, rounds: 3, warmUp: 1 },
  },
  async measure(run, { tasks, rounds, warmUp }) {
    const portal = await run.use(startBenchPortal());
    run.step(`Importing ${count(tasks)} tasks`);
    await importPlan(portal, { tasks, turingProjectId: portal.projects.first, firstTaskId: 1 });
    await portal.settle();
    const { page } = await run.use(openPage(portal.stack.baseUrl));
    run.step(`Measuring each action ${rounds} times`);
    const connection = portal.connect('admin');
    /** @type {Map<string, { drawn: number[], answered: number[] }>} */
    const times = new Map(ACTIONS.map(({ name }) => [name, { drawn: [], answered: [] }]));
    for (let round = -warmUp; round < rounds; round++) {
      // Loads the client again, so that no response is in its cache.
      await page.goto(`${portal.stack.baseUrl}/admin/tasks`);
      await page.getByRole('tab', { name: 'All tasks' }).waitFor();
      await page.waitForLoadState('networkidle');
      const probe = await page.evaluateHandle(tableProbe);
      for (const action of ACTIONS) {
        const { ms, path } = await timed(page, probe, action);
        const answeredMs = await connection.get(path);
        if (round < 0) continue;
        times.get(action.name)?.drawn.push(ms);
        times.get(action.name)?.answered.push(answeredMs);
      }
    }
    return [
      {
        head: ['action', 'drawn, p50', 'p95', 'response, p50', 'p95', 'target of p95', 'met'],
        rows: [...times].map(([name, { drawn, answered }]) => [
          name,
          ...[drawn, answered].flatMap((all) =>
            [0.5, 0.95].map((share) => milliseconds(percentile(all, share))),
          ),
          `≤ ${LIMIT_MS} ms`,
          yesOrNo(percentile(drawn, 0.95) <= LIMIT_MS),
        ]),
      },
    ];
  },
});

/**
 * Milliseconds from the user's event to the frame with the rows of the response, and the path that the client requested.
 * @param {Page} page
 * @param {import('playwright-core').JSHandle<ReturnType<typeof tableProbe>>} probe
 * @param {Action} action
 */
async function timed(page, probe, { prepare, act }) {
  await prepare?.(page);
  const answer = page.waitForResponse((response) => response.url().includes(LIST));
  await act(page);
  const response = await answer;
  /** @type {{ items: { turing_task_id: number }[] }} */
  const { items } = await response.json();
  const expected = items.map((item) => item.turing_task_id).join();
  const ms = await probe.evaluate((inPage, ids) => inPage.drawn(ids), expected);
  const { pathname, search } = new URL(response.url());
  return { ms, path: pathname + search };
}

/**
 * Applies one condition of the form; without a description, on its own.
 * @param {string} name
 * @param {(page: Page) => Promise<void>} fill
 * @returns {Action}
 */
function filter(name, fill) {
  return {
    name: `filtered by ${name}`,
    async prepare(page) {
      await unfiltered(page);
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('group', { name: 'Condition 1' }).waitFor();
      await fill(page);
    },
    act: (page) => page.getByRole('button', { name: 'Apply' }).click(),
  };
}

/**
 * The first page in its first order.
 * @param {Page} page
 */
async function unfiltered(page) {
  await page.getByRole('tab', { name: 'All tasks' }).click();
  await page.waitForFunction(
    () => location.search === '' && document.querySelector('[aria-busy="true"]') === null,
  );
}

/** @param {Page} page @param {string} label @param {string} option */
async function choose(page, label, option) {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
