import type { FormatSettings } from '@portal/contracts/file-formats';
import { rowMapper } from '@portal/domain/file-format/row-mapper';
import { describe, expect, it } from 'vitest';
import {
  formatSettings,
  germanFile,
  googleSheetFile,
  labelStudioFile,
  tolokaFile,
} from '../../../../../testing/tool-files';
import { sourcesOf } from '../draft';
import { headerLine, readSample, type Sample } from '../read/sample';
import { warningsOf } from '../problems';
import { usualMeaning } from './meanings';
import { guessSettings, type Surroundings } from './guess-settings';

const AROUND: Surroundings = {
  fileName: 'tasks.csv',
  reportingZone: 'America/Los_Angeles',
  projects: [
    { id: 1, name: 'Project 1', turing_project_id: 1001 },
    { id: 2, name: 'Project 2', turing_project_id: null },
  ],
  projectId: 2,
  taken: [],
  last: undefined,
};

async function sampleOf(file: File): Promise<Sample> {
  const sample = await readSample(file);
  if (!sample) throw new Error('No rows');
  return sample;
}

const csv = (...lines: string[]) => new File([`${lines.join('\n')}\n`], 'tasks.csv');

async function guess(file: File, over: Partial<Surroundings> = {}) {
  const sample = await sampleOf(file);
  const settings = guessSettings(sample, { ...AROUND, fileName: file.name, ...over });
  const map = rowMapper(settings, headerLine(sample));
  const rows = sample.rows.map((row) => map(row, (...flaw) => expect(flaw).toEqual([])));
  return { settings, rows };
}

const columnOf = (settings: FormatSettings) =>
  Object.fromEntries(
    [...sourcesOf(settings)].map(([key, source]) => [
      key,
      'columns' in source ? source.columns.join('+') : source.constant,
    ]),
  );

describe('the answers that a file suggests', () => {
  it('UP-70 UP-72 read the JSON of Label Studio', async () => {
    const { settings, rows } = await guess(labelStudioFile());
    expect(settings).toMatchObject({ file: 'json', instants: 'year-first', duration: 'seconds' });
    expect(columnOf(settings)).toMatchObject({
      turing_task_id: 'id',
      project_id: 2,
      batch_name: 'project-5-export',
      user_email: 'annotations.0.completed_by.email',
      status: 'is_labeled',
      completed_at: 'annotations.0.created_at',
      duration_minutes: 'annotations.0.lead_time',
    });
    expect(rows[3]).toMatchObject({ turing_task_id: 7003, status: 'pending' });
    expect(rows[0]).toMatchObject({ status: 'completed', duration_minutes: 1.5 });
  });

  it('UP-94 take a reviewer with a score, words or a time for a review, and tell of other people', async () => {
    const file = (...columns: string[]) =>
      csv(
        `id,status,assignee,${columns.join()}`,
        ...[1, 2].map((n) => `${n},done,a${n}@x.org,r@x.org,${n},b${n}@x.org`),
      );
    const reviewed = await guess(file('reviewer', 'score', 'completed by'));
    expect(columnOf(reviewed.settings)).toMatchObject({
      ...{ user_email: 'assignee', 'review.reviewer_email': 'reviewer' },
      ...{ 'review.score': 'score', 'review.status': 'reviewed' },
    });
    const told = async (settings: FormatSettings, from: File) =>
      warningsOf(settings, await sampleOf(from), undefined);
    expect(await told(reviewed.settings, file('reviewer', 'score', 'completed by'))).toEqual([
      'The column "completed by" has people, too, and is not imported: a task has one person. It can be kept as metadata.',
    ]);
    const planned = await guess(file('reviewer', 'estimate', 'completed by'));
    expect(planned.settings.review).toEqual({});
    const warnings = await told(planned.settings, file('reviewer', 'estimate', 'completed by'));
    expect(warnings[0]).toMatch(
      /^The column "reviewer" has reviewers and is not imported\. If they have reviewed, choose it for "Reviewer/,
    );
    const kept = { ...planned.settings, metadata: ['completed by', 'reviewer'] };
    expect(await told(kept, file('reviewer', 'estimate', 'completed by'))).toEqual([]);
  });

  it('UP-91 take a column of statuses for the status, and yes or no only without one', async () => {
    const [first, second, third] = ['To do', 'Sent back', 'Accepted'].map((state, at) => ({
      ...{ id: 7000 + at, data: { batch_title: 'May' }, is_labeled: at > 0, state },
      annotations:
        at === 0 ? [] : [{ id: 90 + at, lead_time: 90, created_at: '2026-01-02T09:15:00.123456Z' }],
      ...{ created_at: '2026-01-01T08:00:00Z', updated_at: '2026-01-03T10:00:00Z' },
    }));
    const file = (...rows: unknown[]) => new File([JSON.stringify(rows)], 'export.json');
    const { settings, rows } = await guess(file(first, second, third));
    expect(columnOf(settings)).toMatchObject({
      ...{ turing_task_id: 'id', status: 'state', created_at: 'created_at' },
      completed_at: 'annotations.0.created_at',
      duration_minutes: 'annotations.0.lead_time',
    });
    expect(rows).toMatchObject([
      { status: 'pending' },
      { status: 'rework', completed_at: '2026-01-02T09:15:00.123456Z', duration_minutes: 1.5 },
      { status: 'reviewed' },
    ]);
    const flags = await guess(csv('Task ID,is_labeled,Phase', '1,true,Done', '2,false,To do'));
    expect(columnOf(flags.settings)).toMatchObject({ status: 'Phase' });
    const alone = await guess(csv('Task ID,is_labeled', '1,true', '2,false'));
    expect(columnOf(alone.settings)).toMatchObject({ status: 'is_labeled' });
  });

  it.each([
    ['rework', ['Sent back', 'Zurück', 'Returned', 'To redo']],
    ['pending', ['To do', 'Todo', 'Offen']],
    ['reviewed', ['Geprüft', 'Accepted']],
  ])('UP-71 know what means %s', (status, texts) => {
    for (const text of texts) expect([text, usualMeaning('status', text)]).toEqual([text, status]);
  });

  it('UP-70 UP-71 UP-72 read a German sheet', async () => {
    const { settings, rows } = await guess(germanFile());
    expect(settings).toMatchObject({
      ...{ encoding: 'windows-1252', separator: ';', decimal: ',' },
      ...{ instants: 'day-first', duration: 'hours' },
    });
    expect(rows[3]).toMatchObject({
      ...{ turing_task_id: 5003, batch_name: 'Größe 2', status: 'in_progress' },
      ...{ completed_at: '2026-01-04T14:30:00-08:00', duration_minutes: 90 },
      validation_status: 'failed',
    });
  });

  it('UP-70 UP-71 UP-72 read a sheet of Google', async () => {
    const { settings, rows } = await guess(googleSheetFile(13));
    expect(settings.instants).toBe('month-first');
    expect(rows.slice(0, 4)).toMatchObject([
      { project_id: 1, batch_name: 'Week 1', status: 'completed', duration_minutes: 25 },
      { status: 'reviewed', completed_at: '2026-01-02T14:05:00-08:00' },
      { status: 'rework' },
      { status: 'pending' },
    ]);
  });

  it('UP-70 read the results of Toloka', async () => {
    const { settings, rows } = await guess(tolokaFile());
    expect(settings.separator).toBe('\t');
    expect(rows[2]).toMatchObject({ turing_task_id: 8002, status: 'rework' });
    expect(columnOf(settings)).toMatchObject({ completed_at: 'ASSIGNMENT:submitted' });
  });

  it('UP-70 go by the content where names say nothing, and against names that it contradicts', async () => {
    const { settings } = await guess(
      csv(
        'No,who,where,how far,id',
        '900001,ana@example.com,https://a.example.com/1,Done,A-1',
        '900002,ben@example.com,https://a.example.com/2,To do,A-2',
      ),
    );
    expect(columnOf(settings)).toMatchObject({
      ...{ turing_task_id: 'No', user_email: 'who', colab_link: 'where', status: 'how far' },
    });
  });

  it('UP-70 take what the project matched last', async () => {
    const fields = { ...formatSettings().fields, target_model: columns('How far') };
    const last = formatSettings({ fields, metadata: ['Notes'], columns: [] });
    const file = csv('Key,Set,State,How far,Notes', '1,a,Done,x,y', '2,b,Done,x,y');
    const { settings } = await guess(file, { last });
    expect(columnOf(settings)).toMatchObject({ target_model: 'How far', turing_task_id: 'Key' });
    expect(settings.metadata).toEqual(['Notes']);
  });

  it('UP-67 UP-70 do not take a number for the project that is of no project here', async () => {
    const { settings } = await guess(csv('Task ID,Project ID,Batch', '1,77,3', '2,77,3'));
    expect(columnOf(settings)).toMatchObject({ project_id: 2, turing_batch_id: 'Batch' });
    const known = await guess(csv('Task ID,Project ID,Batch', '1,1001,3', '2,1001,3'));
    expect(columnOf(known.settings)).toMatchObject({ turing_project_id: 'Project ID' });
  });

  it('UP-70 take half a review for none', async () => {
    const { settings } = await guess(csv('Task ID,Batch,Score', '1,a,3', '2,a,4'));
    expect(settings.review).toEqual({});
    const whole = await guess(
      csv('Task ID,Batch,Reviewer,Review status,Score', '1,a,r@example.com,Approved,3'),
    );
    expect(whole.rows[0]).toMatchObject({
      reviews: [{ reviewer_email: 'r@example.com', status: 'reviewed', score: 3 }],
    });
  });
});

const columns = (column: string) => ({ columns: [column], join: ' ', values: {} });
