import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { crudItemSchema, crudListSchema, crudMetaSchema } from '@portal/contracts/crud';
import { startPortal, type Portal } from '../support/portal.js';
import { file, row } from '../support/rows.js';

const listSchema = crudListSchema(crudItemSchema);

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({ redis: false });
  await portal.admin.upload(file(row(1), row(2, { duration_minutes: null, metadata: { a: 1 } })));
  const { pod, alpha } = portal.world;
  await portal.admin.post('/pod-weekly-targets/', {
    pod_name: pod,
    week_start_date: '2026-01-05',
    daily_tasks_target: 4,
    daily_turns_target: 20,
  });
  await portal.admin.put(`/projects/${alpha}`, { client: 'Somebody' });
});
afterAll(() => portal.stack.stop());

// The test client refuses any response that the API description does not allow.
describe('the lists of the administration', () => {
  const rowsOf = async (base: string) => {
    const { items } = listSchema.parse((await portal.admin.get(`${base}?size=20`)).body);
    const meta = crudMetaSchema.parse((await portal.admin.get(`${base}_meta`)).body);
    expect(items.length).toBeGreaterThan(0);
    return { items, meta, fields: meta.fields.map(({ name }) => name) };
  };

  it.each([
    ...['/auth/permissions/', '/auth/roles/', '/auth/users/', '/pod-members/'],
    ...['/pod-weekly-targets/', '/tasks/tasks-crud/'],
  ])('API-5 describe their items field by field: %s', async (base) => {
    const { items, meta, fields } = await rowsOf(base);
    for (const item of items) {
      const { body } = await portal.admin.get(`${base}${String(item[meta.primary_key])}`);
      expect(Object.keys(crudItemSchema.parse(body))).toEqual(expect.arrayContaining(fields));
    }
  });

  it.each(['/pods/', '/audit/'])('API-5 describe what they list: %s', async (base) => {
    const { items, fields } = await rowsOf(base);
    const listed = new Set(items.flatMap((item) => Object.keys(item)));
    // Long fields are shown for a single item only.
    expect([...listed].filter((name) => ![...fields, 'version'].includes(name))).toEqual([]);
    expect(listed.size).toBeGreaterThan(4);
  });
});
