import { connectTo, timedGet } from './requests.mjs';
import { TABLE_ACTIONS } from './table-actions.mjs';
import { tableProbe } from './table-probe.mjs';

const LIST = '/api/v1/tasks/tasks-crud/?';

/** @typedef {{ name: string, drawn: number[], answered: number[] }} TableTimes milliseconds */

/**
 * The list of all tasks in a browser, by each of its actions: from the user's event to the frame with
 * the new rows, and the same request from this process, directly afterwards. Each round loads the
 * page again, so that no response is in the cache of the client.
 * @param {import('./portal.mjs').BenchPortal} portal
 * @param {import('playwright-core').Page} page signed in
 * @param {{ rounds: number, warmUp: number }} sizes
 * @returns {Promise<TableTimes[]>}
 * @throws if the rows on the screen are not those of the response
 */
export async function benchTables(portal, page, { rounds, warmUp }) {
  const actions = TABLE_ACTIONS.map((action) => ({
    ...action,
    drawn: /** @type {number[]} */ ([]),
    answered: /** @type {number[]} */ ([]),
  }));
  const connection = connectTo(portal.stack.baseUrl);
  for (let round = -warmUp; round < rounds; round++) {
    const token = await portal.token('admin');
    await page.goto(`${portal.stack.baseUrl}/admin/tasks`);
    await page.getByRole('tab', { name: 'All tasks' }).waitFor();
    await page.waitForLoadState('networkidle');
    const probe = await page.evaluateHandle(tableProbe);
    for (const action of actions) {
      const { ms, path } = await measure(page, probe, action);
      const answeredMs = await timedGet(connection, path, token);
      if (round < 0) continue;
      action.drawn.push(ms);
      action.answered.push(answeredMs);
    }
  }
  connection.close();
  return actions;
}

/**
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').JSHandle<ReturnType<typeof tableProbe>>} probe
 * @param {import('./table-actions.mjs').TableAction} action
 */
async function measure(page, probe, { name, event, prepare, act }) {
  await prepare?.(page);
  const answer = page.waitForResponse((response) => response.url().includes(LIST));
  const measured = probe.evaluate((inPage, type) => inPage.measure(type), event);
  // The answer first, in case the action fails.
  const [ms, response] = await Promise.all([measured, answer, act(page)]);
  const { items } = await response.json();
  const shown = await probe.evaluate((inPage) => inPage.ids());
  const expected = items.map((/** @type {{ turing_task_id: number }} */ item) =>
    String(item.turing_task_id),
  );
  if (expected.length === 0 || expected.join() !== shown.join()) {
    throw new Error(`${name}: the table shows ${shown.join()} instead of ${expected.join()}`);
  }
  const { pathname, search } = new URL(response.url());
  return { ms, path: pathname + search };
}
