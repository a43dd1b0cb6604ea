import {
  type FormatSettings,
  type FormatSettingsInput,
  formatSettingsSchema,
} from '@portal/contracts/file-formats';
import type { ImportPreview, IssueGroup } from '@portal/contracts/import-detail';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { counts, ImportWorld } from './spec-support/import-world.js';
import { fileOf, row } from './spec-support/rows.js';

let world: ImportWorld;
beforeAll(async () => {
  world = await ImportWorld.create();
});
afterEach(() => world.clear());
afterAll(() => world.drop());

type Sources = FormatSettingsInput['fields'];
const column = (...columns: string[]) => ({ columns });

const FIELDS = {
  turing_task_id: column('Task'),
  project_id: { constant: 1 },
  turing_batch_id: column('Batch no'),
  user_email: column('Who'),
  status: { columns: ['State'], values: { Done: 'completed', 'Sent back': 'rework' } },
} satisfies Sources;

function formatOf(over: Partial<FormatSettingsInput> = {}): FormatSettings {
  return formatSettingsSchema.parse({
    ...{ file: 'csv', time_zone: 'America/Los_Angeles', columns: [], fields: FIELDS },
    ...over,
  });
}

const HEADER = 'Task,Batch no,Who,State';
const csv = (...lines: string[]) => [HEADER, ...lines, ''].join('\n');

/** Imports a file with a format. */
function importWith(
  settings: FormatSettings,
  content: string | Buffer,
  options: { dryRun?: boolean; onError?: 'skip'; uploader?: string } = {},
) {
  const reading = { format: settings.file, columns: null, empty: 'keep', settings } as const;
  return world.import(content, { reading, ...options });
}

interface Story {
  readonly issue_groups: IssueGroup[];
  readonly preview: ImportPreview | null;
}

async function storyOf(id: string): Promise<Story> {
  const [found] = await world.rows<Story>(
    'SELECT issue_groups, preview FROM core.task_import WHERE id = $1',
    [id],
  );
  if (!found) throw new Error(`no import ${id}`);
  return found;
}

describe('a file format', () => {
  it('IMP-142 reads columns, constants and values of another tool', async () => {
    const done = await importWith(
      formatOf(),
      csv('1,7,ADA@example.com,done', '2,7,,Sent Back', '3,7,,pending'),
    );
    expect(done).toMatchObject({ state: 'completed', inserted: 3, error_count: 0 });
    expect(await world.taskOf(1)).toMatchObject({
      ...{ project_id: 1, turing_batch_id: 7, user_email: 'ada@example.com', status: 'completed' },
    });
    expect(await world.taskOf(2)).toMatchObject({ status: 'rework', user_email: null });
    // A value that the format does not name is the value.
    expect(await world.taskOf(3)).toMatchObject({ status: 'pending' });
    expect(counts(await importWith(formatOf(), csv('1,7,ada@example.com,Done')))).toEqual([
      0, 0, 1,
    ]);
  });

  it('IMP-142 reads the same from objects, by paths', async () => {
    const fields = {
      ...FIELDS,
      turing_task_id: column('id'),
      turing_batch_id: column('data.batch'),
      user_email: column('annotations.0.completed_by.email'),
      status: column('state'),
    };
    const task = {
      id: 5,
      data: { batch: '7' },
      annotations: [{ completed_by: { email: 'ada@example.com' } }],
      state: 'completed',
      more: { is: 'left out' },
    };
    const done = await importWith(formatOf({ file: 'json', fields }), JSON.stringify([task]));
    expect(done).toMatchObject({ state: 'completed', inserted: 1, error_count: 0 });
    expect(await world.taskOf(5)).toMatchObject({
      ...{ turing_batch_id: 7, user_email: 'ada@example.com', status: 'completed' },
    });
  });

  it('IMP-142 needs no turing_project_id where it names the project of the portal', async () => {
    const unlinked = { ...FIELDS, project_id: { constant: 3 } };
    const file = csv('1,7,,Done');
    expect(await importWith(formatOf({ fields: unlinked }), file)).toMatchObject({ inserted: 1 });
    expect(await world.taskOf(1)).toMatchObject({ project_id: 3 });
    const refused = await importWith(formatOf({ fields: unlinked }), csv('2,7,,Done'), {
      uploader: 'alpha@example.com',
    });
    expect(refused).toMatchObject({ state: 'failed', error_count: 1 });
    expect(await world.issues(refused.id)).toEqual([
      'error 1 project_id: is not a project that you may upload to (line 2)',
    ]);
    const own = await importWith(formatOf(), csv('3,7,,Done'), { uploader: 'alpha@example.com' });
    expect(own).toMatchObject({ state: 'completed', inserted: 1 });
  });

  it('IMP-143 numbers batches that have names alone, the same for each file', async () => {
    const { turing_batch_id: source, ...others } = FIELDS;
    const fields = { ...others, batch_name: source };
    const format = formatOf({ fields });
    await importWith(format, csv('1,Spring ,,Done', '2,SPRING,,Done', '3,Summer,,Done'));
    const batches = () =>
      world.rows<{ name: string; number: number }>(
        'SELECT name, turing_batch_id AS number FROM core.batch ORDER BY name',
      );
    const [spring, summer] = await batches();
    expect([spring?.name.toLowerCase(), summer?.name]).toEqual(['spring', 'Summer']);
    expect(spring?.number).toBeGreaterThanOrEqual(2 ** 52);
    // Somebody renames it, and a tool that knows its number uses it: both stay what they are.
    await world.db.query("UPDATE core.batch SET name = 'Autumn' WHERE name = 'Summer'");
    await importWith(format, csv('4,autumn,,Done', '5,Summer,,Done'));
    expect(await world.taskOf(4)).toMatchObject({ turing_batch_id: summer?.number });
    expect(await world.taskOf(5)).toMatchObject({ turing_batch_id: summer?.number });
    const empty = await importWith(format, csv('6,,,Done'));
    expect(empty).toMatchObject({ state: 'failed' });
    expect(await world.issues(empty.id)).toEqual([
      expect.stringContaining('error 1 turing_batch_id'),
    ]);
  });

  it('IMP-144 joins columns, keeps others as metadata and reads numbers and times of their form', async () => {
    const format = formatOf({
      separator: ';',
      decimal: ',',
      instants: 'day-first',
      duration: 'hours',
      time_zone: 'Europe/Berlin',
      fields: {
        ...FIELDS,
        target_model: { columns: ['Family', 'Size'], join: '-' },
        duration_minutes: column('Hours'),
        completed_at: column('Ended'),
      },
      metadata: ['Note'],
    });
    const file = Buffer.from(
      'Task;Batch no;Who;State;Family;Size;Hours;Ended;Note\n1;7;;Done;atlas;2;1,5;06.01.2026 10:00;Grüße\n',
      'latin1',
    );
    const none = Buffer.from(file.toString('latin1').replace('06.01', '06/Foo'), 'latin1');
    const refused = await importWith({ ...format, encoding: 'windows-1252' }, none);
    expect(await world.issues(refused.id)).toEqual([
      'error 1 completed_at: is not a date and time such as 31.01.2026 09:30 (line 2)',
    ]);
    expect(await importWith({ ...format, encoding: 'windows-1252' }, file)).toMatchObject({
      ...{ state: 'completed', inserted: 1 },
    });
    expect(await world.taskOf(1)).toMatchObject({
      ...{ target_model: 'atlas-2', duration_minutes: '90', metadata: { Note: 'Grüße' } },
      completed_at: '2026-01-06T09:00:00.000Z',
    });
    const wide = Buffer.from(file.toString('latin1'), 'utf16le');
    expect(counts(await importWith({ ...format, encoding: 'utf-16le' }, wide))).toEqual([0, 0, 1]);
  });

  it('IMP-145 reads a review of each row, which gets a number from the portal', async () => {
    const fields = FIELDS;
    const review = {
      reviewer_email: column('Reviewer'),
      status: { columns: ['Verdict'], values: { ok: 'approved' } },
      score: column('Score'),
    };
    const header = `${HEADER},Reviewer,Verdict,Score\n`;
    const file = `${header}1,7,,Done,bo@example.com,OK,4.5\n2,7,,Done,,,\n`;
    expect(await importWith(formatOf({ fields, review }), file)).toMatchObject({ inserted: 2 });
    expect(await world.reviewsOf(1)).toEqual([
      { id: expect.any(Number) as number, status: 'approved', score: 4.5 },
    ]);
    expect(await world.reviewsOf(2)).toEqual([]);
    expect(counts(await importWith(formatOf({ fields, review }), file))).toEqual([0, 0, 2]);
  });

  it('IMP-146 reads a file of reviews, which adds to those of its tasks and changes nothing else', async () => {
    const [first] = [{ turing_review_id: 1, reviewer_email: 'bo@example.com', status: 'rejected' }];
    await world.import(fileOf(row(1, { reviews: [first] }), row(2)));
    const before = await world.taskOf(1);
    const format = formatOf({
      rows: 'reviews',
      fields: { turing_task_id: column('Task') },
      review: {
        turing_review_id: column('Id'),
        status: column('Verdict'),
        reviewer_email: column('Reviewer'),
      },
    });
    const file = (...lines: string[]) => ['Task,Id,Verdict,Reviewer', ...lines, ''].join('\n');
    const done = await importWith(format, file('2,5,approved,', '1,2,approved,', '1,3,rejected,'));
    expect(counts(done)).toEqual([0, 2, 0]);
    expect(await world.reviewsOf(1)).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(await world.taskOf(1)).toEqual(before);
    expect(counts(await importWith(format, file('1,1,approved,', '2,5,approved,')))).toEqual([
      0, 1, 1,
    ]);
    expect(await world.reviewsOf(1)).toMatchObject(
      ['approved', 'approved', 'rejected'].map((status) => ({ status })),
    );
    const unknown = await importWith(format, file('1,9,approved,', '99,1,approved,'));
    expect(unknown).toMatchObject({ state: 'failed', error_count: 1 });
    expect(await world.issues(unknown.id)).toEqual([
      'error 2 turing_task_id: is not a task of the portal: import its task first',
    ]);
    const foreign = await world.import(fileOf(row(50, { turing_project_id: 1002 })));
    expect(foreign).toMatchObject({ inserted: 1 });
    const refused = await importWith(format, file('50,1,approved,'), {
      uploader: 'alpha@example.com',
    });
    expect(refused).toMatchObject({ state: 'failed' });
  });

  it('IMP-147 refuses a file without a column of the format, and leaves out new ones with a warning', async () => {
    const settings = formatOf({ columns: ['Task', 'Batch no', 'Who', 'State'] });
    const refused = await importWith(settings, 'Task,Batch no,State\n1,7,Done\n');
    expect(refused).toMatchObject({
      failure_detail: 'The file has no column "Who", which its format reads',
    });
    const more = await importWith(settings, `${HEADER},Priority\n1,7,,Done,high\n`);
    expect(more).toMatchObject({ state: 'completed', inserted: 1, warning_count: 1 });
    expect(await world.issues(more.id)).toEqual([
      'warning 0 Priority: is a column that the format does not know; it was left out',
    ]);
  });

  it('IMP-148 refuses ids without their last digits, from CSV and JSON', async () => {
    const shortened = await importWith(formatOf(), csv('9.0072E+15,7,,Done'));
    expect(await world.issues(shortened.id)).toEqual([
      expect.stringContaining('turing_task_id: is an id that a spreadsheet'),
    ]);
    const fields = { ...FIELDS, turing_task_id: column('data.id') };
    const json = await importWith(
      formatOf({ file: 'json', fields }),
      '[{"data":{"id":9.0072E+15},"Batch no":7,"State":"Done"}]',
    );
    expect(await world.issues(json.id)).toEqual([
      expect.stringContaining('data/id: is an id that a spreadsheet'),
    ]);
  });
});

describe('the preview of an import', () => {
  it('IMP-149 groups errors by field, reason and value, with their lines', async () => {
    const lines = [1, 2, 3].map((id) => `${id},7,not an address,Done`);
    const failed = await importWith(formatOf(), csv(...lines, '4,x,,Done'));
    const { issue_groups: groups } = await storyOf(failed.id);
    expect(groups).toMatchObject([
      {
        ...{ field: 'user_email', severity: 'error', value: 'not an address', count: 3 },
        rows: [1, 2, 3].map((number) => ({ row: number, line: number + 1 })),
      },
      { field: 'turing_batch_id', value: 'x', count: 1, rows: [{ row: 4, line: 5 }] },
    ]);
  });

  it('IMP-149 counts values that are all different as one group', async () => {
    const lines = Array.from({ length: 120 }, (_, at) => `${at + 1},7,nobody ${at},Done`);
    const failed = await importWith(formatOf(), csv(...lines));
    const { issue_groups: groups } = await storyOf(failed.id);
    expect(groups).toMatchObject([{ field: 'user_email', value: null, count: 120 }]);
    expect(groups[0]?.rows).toHaveLength(20);
  });

  it('IMP-150 tells statuses, batches, people and days, and shows new tasks', async () => {
    await world.db.query(
      "INSERT INTO core.app_user (email, name) VALUES ('ada@example.com', 'Ada') ON CONFLICT DO NOTHING",
    );
    await world.import(fileOf(row(1, { turing_batch_id: 7, batch_name: 'Seven' })));
    const file = [
      row(1, { status: 'delivered' }),
      row(2, {
        status: 'qa_done',
        user_email: 'new@example.com',
        turing_batch_id: 8,
        batch_name: 'Eight',
      }),
      row(3, {
        status: 'rework',
        reviews: [{ turing_review_id: 1, status: 'refused', reviewer_email: 'ada@example.com' }],
      }),
    ];
    const dry = await world.import(fileOf(...file), { dryRun: true });
    const { preview } = await storyOf(dry.id);
    expect(preview).toMatchObject({
      projects: [
        {
          project_id: 1,
          project: 'Alpha',
          tasks: 3,
          done: 1,
          rework: 1,
          has_tasks: true,
          undated: 0,
        },
      ],
      reviews: { total: 1, nobodys: 0, undated: 1 },
      statuses: [
        { status: 'delivered', tasks: 1, is_known: true },
        { status: 'qa_done', tasks: 1, is_known: false },
        { status: 'rework', tasks: 1, is_known: true },
      ],
      batches: [
        { turing_batch_id: 7, name: 'Seven', tasks: 2, is_new: false },
        { turing_batch_id: 8, name: 'Eight', tasks: 1, is_new: true },
      ],
      people: [
        { email: 'new@example.com', tasks: 1, done: 0, has_account: false },
        { email: 'ada@example.com', tasks: 2, done: 1, has_account: true },
      ],
      ...{ people_count: 2, without_account_count: 1 },
      days: [{ day: '2026-06-01', completed: 1 }],
    });
    expect(dry.sample).toMatchObject([
      { turing_task_id: 1, fields: [{ field: 'status', before: 'completed', after: 'delivered' }] },
      { turing_task_id: 2, is_new: true },
      { turing_task_id: 3, is_new: true },
    ]);
    const batch = { field: 'turing_batch_id', before: null, before_name: null };
    expect(dry.sample).toMatchObject([
      {},
      { fields: including({ ...batch, after: 8, after_name: 'Eight' }) },
      {},
    ]);
    const moved = await world.import(fileOf(row(1, { turing_batch_id: 9 })), { dryRun: true });
    const move = { before: 7, before_name: 'Seven', after: 9, after_name: null };
    expect(moved.sample).toMatchObject([
      { fields: including({ field: 'turing_batch_id', ...move }) },
    ]);
    // Nothing of it is kept of an import that changes something.
    expect(await storyOf((await world.import(fileOf(row(9)))).id)).toMatchObject({ preview: null });
  });
});

function including(one: object): unknown {
  return expect.arrayContaining([one]);
}
