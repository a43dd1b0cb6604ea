import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listedItemSchema, itemListSchema, listMetaSchema } from '@portal/contracts/lists';
import { csvDialectSchema } from '@portal/contracts/csv';
import { isNothing } from '@portal/contracts/task-file';
import type { TaskFileRow } from '@portal/contracts/tasks';
import { NAUGHTY_STRINGS } from '@portal/testing/naughty-strings';
import { runs } from '@portal/testing/runs';
import fc from 'fast-check';
import { startPortal, type Portal } from '../support/portal.js';
import { file, row } from '../support/rows.js';

const listSchema = itemListSchema(listedItemSchema);

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
    const meta = listMetaSchema.parse((await portal.admin.get(`${base}_meta`)).body);
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
      expect(Object.keys(listedItemSchema.parse(body))).toEqual(expect.arrayContaining(fields));
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

describe('an export of tasks', () => {
  const storable = (text: string): boolean => {
    const stored = text.trim().normalize('NFC');
    return stored.length <= 200 && !isNothing(stored) && !/[\0\p{Surrogate}]/u.test(text);
  };
  const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
  const text = fc
    .oneof(
      fc.constantFrom(...NAUGHTY_STRINGS),
      fc.constantFrom('-final', "'-final", "'final", 'a;=1', 'two\n-lines', 'x, "@a"', '\t=1'),
      fc.string({ unit: fc.constantFrom("'", '"', '=', '-', '@', ',', ';', '\r', '\n', ' ', 'é') }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    )
    .filter(storable);
  const instant = fc
    .date({ min: new Date('2000-01-02'), max: new Date('2026-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().replace('Z', '123Z'));
  const fields: fc.Arbitrary<Partial<TaskFileRow>> = fc.record({
    user_email: orNull(fc.constantFrom('trainer@example.com', 'Lead@Example.com')),
    status: fc.constantFrom('completed', 'rework', 'e_1'),
    completed_at: orNull(instant),
    created_at: orNull(instant),
    updated_at: orNull(instant),
    colab_link: fc.constantFrom(null, 'https://maps.example.com/@37.42,-122.08,17z;=1'),
    number_of_turns: fc.integer({ min: 0, max: 100_000 }),
    duration_minutes: orNull(fc.double({ min: 0, max: 100_000, noNaN: true })),
    target_model: orNull(text),
    delivery_batch: orNull(text),
    validation_status: fc.constantFrom(null, 'passed' as const),
    metadata: fc.dictionary(
      fc.oneof(text, fc.nat().map(String)),
      fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
      { maxKeys: 3 },
    ),
    reviews: fc.constantFrom([], [{ turing_review_id: 1, status: 'passed', feedback: '=1\r\n' }]),
  });
  const TASKS = 40;
  const FIRST = 1000;
  /** Short ids, and those that Excel would shorten. */
  const tasks = fc
    .array(fields, { minLength: TASKS, maxLength: TASKS })
    .map((list) => list.map((task, at) => row(at % 2 ? FIRST + at : 9e15 + at, task)));
  const ways = [
    ...csvDialectSchema.options.map((dialect) => ({ format: 'csv', dialect })),
    ...['json', 'ndjson'].map((format) => ({ format })),
    { format: 'json', fields: 'turing_task_id,turing_project_id,turing_batch_id,metadata,reviews' },
  ];

  it('CRUD-133 is a task file whose import changes nothing, in each format and dialect', async () => {
    const filters = JSON.stringify({ turing_task_id__gte: FIRST });
    const test = fc.asyncProperty(tasks, async (list) => {
      const stored = await portal.admin.upload(file(...list));
      expect(stored.body).toMatchObject({ status: 'completed', error_count: 0 });
      for (const way of ways) {
        const query = new URLSearchParams({ ...way, filters }).toString();
        const { body } = await portal.admin.get(`/tasks/tasks-crud/export?${query}`);
        const content = typeof body === 'string' ? body : JSON.stringify(body);
        for (const empty of way.format === 'csv' ? ['empty=clear', ''] : ['']) {
          const fileName = `tasks.${way.format}`;
          const again = await portal.admin.upload(content, { fileName, query: empty });
          const tasks_imported = { insert: 0, update: 0, unchanged: TASKS };
          expect([way, again.body]).toMatchObject([way, { tasks_imported }]);
        }
      }
    });
    // A smaller case would take very many imports.
    await fc.assert(test, { numRuns: runs(1), endOnFailure: true });
  });
});
