/** A user of the generated tasks, and one of their batches. */
const TRAINER = 'p7@example.com';
const BATCH = '7';
const PROJECT = 'Bench first';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ name: string, event: string, prepare?: (page: Page) => Promise<void>,
 *   act: (page: Page) => Promise<void> }} TableAction
 */

/**
 * What a user does with the list of tasks, in this order. `prepare` is not measured; `act` ends with
 * an event of type `event`, from which the time counts.
 * @type {TableAction[]}
 */
export const TABLE_ACTIONS = [
  {
    name: 'first page, from another page',
    event: 'click',
    act: (page) => page.getByRole('tab', { name: 'All tasks' }).click(),
  },
  {
    name: 'page 2',
    event: 'click',
    act: (page) => page.getByRole('button', { name: 'Next page' }).click(),
  },
  ...['Turns', 'Duration (min)', 'Completed at', 'Updated at', 'User', 'Target model'].map(
    /** @returns {TableAction} */ (label) => ({
      name: `sorted by '${label}'`,
      event: 'click',
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
    await page.getByRole('textbox', { name: 'Value' }).fill(BATCH);
  }),
  {
    name: 'search for a trainer, with its pause of 100 ms',
    event: 'input',
    prepare: unfiltered,
    act: (page) => page.getByRole('searchbox', { name: 'Search tasks' }).fill(TRAINER.slice(0, 3)),
  },
];

/**
 * Applies one condition of the form; without a description, on its own.
 * @param {string} name
 * @param {(page: Page) => Promise<void>} fill
 * @returns {TableAction}
 */
function filter(name, fill) {
  return {
    name: `filtered by ${name}`,
    event: 'click',
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

/**
 * @param {Page} page
 * @param {string} label
 * @param {string} option
 */
async function choose(page, label, option) {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
