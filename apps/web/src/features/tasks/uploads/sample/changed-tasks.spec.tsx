import { act, cleanup, screen, within } from '@testing-library/react';
import type { SampledTask } from '@portal/contracts/imports';
import { afterEach, describe, expect, it } from 'vitest';
import { setUserZone } from '../../../../lib/user-zone';
import { IMPORT, importStub } from '../../../../testing/import-stub';
import { importDetail } from '../../../../testing/imports';
import { openAt, renderAlone } from '../../../../testing/render';
import { TaskValue } from '../../../../entities/tasks/task-value';

const { serveDetail } = importStub();
const COUNTS = { insert: 0, update: 2, unchanged: 0, delivery_batches: 0 };
const SAMPLE: SampledTask[] = [
  {
    turing_task_id: 41,
    fields: [
      { field: 'status', before: 'in_progress', after: 'completed' },
      { field: 'target_model', before: 'atlas-2', after: null },
    ],
  },
  { turing_task_id: 42, fields: [{ field: 'reviews', before: 1, after: 2 }] },
];

async function open(over: Parameters<typeof importDetail>[0]) {
  serveDetail(IMPORT, importDetail({ import_id: IMPORT, tasks_imported: COUNTS, ...over }));
  openAt(`/admin/tasks/${IMPORT}`);
  await screen.findByText('Import successful!');
}

afterEach(() => act(() => setUserZone(null)));

describe('changed tasks', () => {
  it('WEB-117 are listed with their fields before and after', async () => {
    await open({ sample: SAMPLE });
    const table = within(await screen.findByRole('table', { name: 'Changed tasks' }));
    const first = within(table.getByRole('row', { name: /^41/ }));
    const read = [...first.getByRole('cell').querySelectorAll('dt, dd')].map(
      ({ textContent }) => textContent,
    );
    expect(read).toEqual([
      ...['Status', 'In Progress →  becomes Completed'],
      ...['Target model', 'atlas-2 →  becomes empty'],
    ]);
    expect(table.getByText('2 reviews')).toBeTruthy();
    expect(screen.getByText('2 changed tasks, before → after')).toBeTruthy();
  });

  it('UI-160 UI-151 open their panel, and name their projects', async () => {
    const moved = { field: 'project_id', before: 1, after: 7 };
    await open({ sample: [{ turing_task_id: 41, fields: [moved] }] });
    const link = await screen.findByRole('link', { name: '41' });
    expect(link.getAttribute('href')).toBe(`/admin/tasks/${IMPORT}?task=41`);
    const cell = screen.getByText('Project', { selector: 'dt' }).nextElementSibling;
    // Nobody has told the names of other projects.
    expect(cell?.textContent).toBe('Project 1 →  becomes Project 7');
  });

  it('UI-160 new tasks open their panel once they are stored', async () => {
    const sample = [{ turing_task_id: 43, is_new: true, fields: [] }];
    await open({ sample, tasks_imported: { ...COUNTS, insert: 1, update: 0 } });
    expect(await screen.findByRole('link', { name: '43' })).toBeTruthy();
    cleanup();
    const preview = { sample, dry_run: true, tasks_imported: { ...COUNTS, insert: 1, update: 0 } };
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, ...preview }));
    openAt(`/admin/tasks/${IMPORT}`);
    const table = await screen.findByRole('table', { name: 'New tasks' });
    expect(within(table).queryByRole('link')).toBeNull();
  });

  it('UI-151 name batches, with the number as a detail', async () => {
    const moved = { field: 'turing_batch_id', before: 7, after: 9_007_199_254_740_991 };
    await open({
      sample: [
        { turing_task_id: 41, fields: [{ ...moved, before_name: null, after_name: 'May' }] },
      ],
    });
    const cell = (await screen.findByText('Batch', { selector: 'dt' })).nextElementSibling;
    expect(cell?.textContent).toBe('7 →  becomes May');
    expect(screen.getByTitle('Batch number 9007199254740991').textContent).toBe('May');
  });

  it('WEB-117 are the first of many', async () => {
    await open({ tasks_imported: { ...COUNTS, update: 91_204 }, sample: SAMPLE });
    const text = 'The first 2 of 91,204 changed tasks, before → after';
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it.each([
    ['nothing changes', { tasks_imported: { ...COUNTS, update: 0 } }],
    ['none were noted', {}],
  ])('WEB-117 are not shown if %s', async (_what, over) => {
    await open(over);
    expect(screen.queryByRole('heading', { name: 'Changed tasks' })).toBeNull();
  });
});

describe('a value of a task', () => {
  const LINK = 'https://colab.research.google.com/drive/1AbCdEfGhIjKlMnOpQrStUvWxYz';
  const shown = (field: string, value: SampledTask['fields'][number]['before']) => {
    renderAlone(
      <p data-testid="value">
        <TaskValue field={field} value={value} />
      </p>,
    );
    return screen.getByTestId('value');
  };

  it.each([
    ['user_email', null, 'empty'],
    ['user_email', 'zoe@example.com', 'zoe@example.com'],
    ['validation_status', 'passed', 'Passed'],
    ['number_of_turns', 12_345, '12,345'],
    ['duration_minutes', 1234.5, '1,234.5'],
    ['turing_batch_id', 100_200, '100200'],
    ['reviews', 1, '1 review'],
    ['metadata', { a: [1] }, '{"a":[1]}'],
    ['colab_link', 'https://example.com/a', 'example.com/a'],
    ['colab_link', LINK, 'colab.research.google.com/…OpQrStUvWxYz'],
  ])('UI-145 of %s, %j, is readable', (field, value, text) => {
    expect(shown(field, value).textContent).toBe(text);
  });

  it('UI-145 is a link, unless the server has cut it', () => {
    expect(within(shown('colab_link', LINK)).getByRole('link').getAttribute('href')).toBe(LINK);
    document.body.innerHTML = '';
    expect(within(shown('colab_link', `${LINK}…`)).queryByRole('link')).toBeNull();
  });

  it("UI-145 is an instant of the user's time zone", () => {
    act(() => setUserZone('UTC+5:30'));
    expect(shown('updated_at', '2026-01-05T20:00:00+00:00').textContent).toBe(
      'Jan 6, 2026, 1:30 AM',
    );
  });
});
