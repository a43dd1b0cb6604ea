import { connectTo, timedGet } from './requests.mjs';
import { TABLE_ACTIONS } from './table-actions.mjs';
import { installProbe } from './table-probe.mjs';

const LIST = '/api/v1/tasks/tasks-crud/?';

/**
 * The list of all tasks in a browser, by each of its actions: from the user's event to the frame with
 * the new rows, and the same request from this process, directly afterwards. Each round loads the
 * page again, so that no response is in the cache of the client.
 * @param {object} portal of `startBenchPortal`
 * @param page a page of Playwright, signed in
 * @param {{ rounds: number, warmUp: number }} sizes
 * @returns {Promise<{ name: string, drawn: number[], answered: number[] }[]>} milliseconds
 * @throws if the rows on the screen are not those of the response
 */
export async function benchTables(portal, page, { rounds, warmUp }) {
  const results = TABLE_ACTIONS.map(({ name }) => ({ name, drawn: [], answered: [] }));
  const connection = connectTo(portal.stack.baseUrl);
  await page.addInitScript(installProbe);
  for (let round = -warmUp; round < rounds; round++) {
    const token = await portal.token('admin');
    await page.goto(`${portal.stack.baseUrl}/admin/tasks`);
    await page.getByRole('tab', { name: 'All tasks' }).waitFor();
    await page.waitForLoadState('networkidle');
    for (const [index, action] of TABLE_ACTIONS.entries()) {
      const { ms, path } = await measure(page, action);
      const answeredMs = await timedGet(connection, path, token);
      if (round < 0) continue;
      results[index].drawn.push(ms);
      results[index].answered.push(answeredMs);
    }
  }
  connection.close();
  return results;
}

async function measure(page, { name, event, prepare, act }) {
  await prepare?.(page);
  const answer = page.waitForResponse((response) => response.url().includes(LIST));
  const measured = page.evaluate((type) => globalThis.tableProbe.measure(type), event);
  // The answer first, in case the action fails.
  const [ms, response] = await Promise.all([measured, answer, act(page)]);
  const { items } = await response.json();
  const shown = await page.evaluate(() => globalThis.tableProbe.ids());
  const expected = items.map((item) => String(item.turing_task_id));
  if (expected.length === 0 || expected.join() !== shown.join()) {
    throw new Error(`${name}: the table shows ${shown} instead of ${expected}`);
  }
  const { pathname, search } = new URL(response.url());
  return { ms, path: pathname + search };
}
