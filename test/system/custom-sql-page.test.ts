import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reportingSchemaSchema } from '@portal/contracts/custom-stats';
import { startPortal, type Portal } from '../support/portal.js';
import { file, row } from '../support/rows.js';

const PAGE = new URL('../../docs/custom-sql.md', import.meta.url);

let portal: Portal;
let page: string;

beforeAll(async () => {
  page = await readFile(PAGE, 'utf8');
  portal = await startPortal({ redis: false });
  await portal.admin.upload(file(row(1), row(2, { status: 'pending' })), { prefer: 'wait=60' });
});
afterAll(() => portal.stack.stop());

/** `### tasks` and the table after it, as [view, column, type, meaning]. */
function columnsOfPage(): string[][] {
  return [...page.matchAll(/^### `(\w+)`\n([\s\S]*?)(?=^##)/gm)].flatMap(
    ([, view = '', text = '']) =>
      [...text.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm)].map((match) => [
        view,
        ...match.slice(1),
      ]),
  );
}

describe('docs/custom-sql.md', () => {
  it('CST-52 lists every view with every column', async () => {
    const { body } = await portal.admin.get('/custom-stats/schema');
    const { views } = reportingSchemaSchema.parse(body);
    expect(columnsOfPage()).toEqual(
      views.flatMap((view) =>
        view.columns.map(({ name, type, description }) => [view.name, name, type, description]),
      ),
    );
    for (const { description } of views) expect(page).toContain(description);
  });

  it('CST-52 has queries that run unchanged', async () => {
    const queries = [...page.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
    expect(queries.length).toBeGreaterThan(6);
    for (const sql_query of queries) {
      const answer = await portal.admin.post(
        `/projects/${portal.world.alpha}/custom-stats/preview`,
        { sql_query },
      );
      expect({ sql_query, status: answer.status }).toEqual({ sql_query, status: 200 });
    }
  });
});
