import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  TASK_HISTORY_FIELDS,
  type TaskEdit,
  type TaskHistory,
} from '@portal/contracts/task-history';
import { beforeEach, describe, expect, it } from 'vitest';
import { heldReply } from '../../../testing/held-reply';
import { serveShell } from '../../../testing/portal-stub';
import { openAt } from '../../../testing/render';
import { stubServer } from '../../../testing/stub-server';
import { grant, project, signInAs } from '../../../testing/users';

const IMPORT = '0197f3a0-0000-7000-8000-0000000000b2';
const UNDO = '0197f3a0-0000-7000-8000-0000000000b3';
const PAGE = '/admin/tasks/all/41/history';
const ROUTE = 'GET /api/v1/tasks/tasks-crud/41/history';

const stub = stubServer();
beforeEach(() => {
  serveShell(stub, [project(0), project(1), project(2, 'Lyrics')]);
  signInAs(grant(0, 'full-access'));
});

const imported = (over: Partial<NonNullable<TaskEdit['import']>> = {}) => ({
  ...{ import_id: IMPORT, file_name: 'tasks.json', undoes: null, is_visible: true },
  ...over,
});

function edit(over: Partial<TaskEdit> = {}): TaskEdit {
  return {
    at: '2026-01-05T20:00:00+00:00',
    change: 'changed',
    user_email: 'zoe@example.com',
    import: null,
    audit_group: null,
    undoes_group: null,
    fields: [{ field: 'status', before: 'in_progress', after: 'completed' }],
    ...over,
  };
}

/** Serves the changes in pages, filtered by field. */
function serve(items: readonly TaskEdit[], over: Partial<TaskHistory> = {}): void {
  stub.on(ROUTE, ({ url }) => {
    const query = new URL(url, 'http://stub').searchParams;
    const field = query.get('field');
    const matching = items.filter(
      ({ fields }) => field === null || !fields || fields.some((one) => one.field === field),
    );
    const [page, size] = [Number(query.get('page')), Number(query.get('size'))];
    const [last = null] = items;
    return {
      json: {
        ...{ last, is_removed: false, items: matching.slice((page - 1) * size, page * size) },
        ...{ total: matching.length, page, size, imports_kept_days: 30, ...over },
      },
    };
  });
}

const CHANGES: readonly TaskEdit[] = [
  edit({ import: imported(), audit_group: null }),
  edit({
    audit_group: 12,
    user_email: 'ann@example.com',
    fields: [
      { field: 'updated_at', before: null, after: '2026-01-05T20:00:00+00:00' },
      { field: 'project_id', before: 1, after: 2 },
    ],
  }),
  edit({
    change: 'created',
    import: imported({ import_id: UNDO, undoes: IMPORT }),
    fields: [
      { field: 'status', before: null, after: 'pending' },
      { field: 'reviews', before: 0, after: 2 },
    ],
  }),
];

const entries = async () => within(await screen.findByRole('region', { name: 'Changes' }));
const headings = async () =>
  (await (await entries()).findAllByRole('heading', { level: 2 })).map(
    ({ textContent }) => textContent,
  );

describe('the history of a task', () => {
  it('UI-147 says what changed it last, and lists its changes, the newest first', async () => {
    stub.on('GET /api/v1/auth/profile/me', () => ({
      json: { slack_id: '', timezone: 'UTC+5:30', theme: null, version: 'profile-1' },
    }));
    serve(CHANGES);
    openAt(PAGE);
    expect(await headings()).toEqual([
      'Changed by the import of tasks.json',
      'Changed by ann@example.com',
      'Made again by the undo of tasks.json',
    ]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('History of task 41');
    const last = screen.getByText(/^Last changed by the import of/);
    await waitFor(() =>
      expect(last.textContent).toBe(
        'Last changed by the import of tasks.json (zoe@example.com), Jan 6, 2026, 1:30 AM',
      ),
    );
    expect(within(last).getByRole('link').getAttribute('href')).toBe(`/admin/tasks/${IMPORT}`);
    expect(document.title).toContain('History of task 41');
  });

  it('UI-148 shows the fields of a change before and after, of a created task its values', async () => {
    serve(CHANGES);
    openAt(PAGE);
    const read = (await (await entries()).findAllByRole('listitem')).map((item) =>
      [...item.querySelectorAll('dt, dd')].map(({ textContent }) => textContent),
    );
    await waitFor(() => expect(screen.getByText('Lyrics', { selector: 'ins' })).toBeTruthy());
    expect(read[0]).toEqual(['Status', 'In Progress →  becomes Completed']);
    expect(read[1]?.slice(0, 1)).toEqual(['Project']);
    expect(read[1]?.[2]).toBe('Updated at');
    expect(read[2]).toEqual(['Status', 'Pending', 'Reviews', '2 reviews']);
  });

  it('UI-148 links to the imports that the user may read, and to the audit for who may open it', async () => {
    serve([
      edit({ import: imported({ is_visible: false }) }),
      edit({ audit_group: 12, undoes_group: 9 }),
    ]);
    openAt(PAGE);
    const list = await entries();
    expect(await list.findByText('Changed by the import of tasks.json')).toBeTruthy();
    const links = list
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Undo of an earlier change', '/admin/audit?group=9'],
      ['Show in the audit', '/admin/audit?group=12'],
    ]);
  });

  it('UI-148 is open to users who upload tasks, without links to the audit', async () => {
    signInAs(grant(0, 'admin-view', 'data-upload'));
    serve([edit({ audit_group: 12, undoes_group: 9 })]);
    openAt(PAGE);
    const list = await entries();
    expect(await list.findByText(/Undo of an earlier change/)).toBeTruthy();
    expect(list.queryByRole('link')).toBeNull();
  });

  it('TASK-116 says that feedback was given, changed and withdrawn, with its words', async () => {
    const words = (before: string | null, after: string | null, field = 'feedback') =>
      edit({ audit_group: 1, fields: [{ field, before, after }] });
    serve([
      { ...words('Two.', null), at: '2026-01-05T20:00:03+00:00' },
      { ...words(null, 'Why?', 'appeal'), at: '2026-01-05T20:00:02+00:00' },
      { ...words('One.', 'Two.'), at: '2026-01-05T20:00:01+00:00' },
      words(null, 'https://one.example.com is better'),
    ]);
    openAt(PAGE);
    expect(await headings()).toEqual([
      'Feedback withdrawn by zoe@example.com',
      'Appeal given by zoe@example.com',
      'Feedback changed by zoe@example.com',
      'Feedback given by zoe@example.com',
    ]);
    const list = await entries();
    expect(list.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Two.',
      'Why?',
      'One. →  becomes Two.',
      'https://one.example.com is better',
    ]);
    expect(list.queryByRole('link', { name: /one\.example/ })).toBeNull();
  });

  it('UI-148 says which values are not known', async () => {
    serve([edit({ import: imported(), fields: [{ field: 'status', before: 'pending' }] })]);
    openAt(PAGE);
    expect(await screen.findByText('not known')).toBeTruthy();
  });

  it('UI-147 has pages of 50 and the field in the URL', async () => {
    serve([
      ...Array.from({ length: 300 }, (_, index) =>
        edit({ at: new Date(2e12 - index * 1e6).toISOString(), audit_group: index + 1 }),
      ),
      ...CHANGES,
    ]);
    const app = openAt(`${PAGE}?page=2`);
    expect(await screen.findByText('51–100 of 303')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('101–150 of 303')).toBeTruthy();
    expect(app.url()).toBe(`${PAGE}?page=3`);
    await userEvent.click(screen.getByRole('combobox', { name: 'Field' }));
    const options = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(options).toHaveLength(TASK_HISTORY_FIELDS.length + 1);
    await userEvent.click(screen.getByRole('option', { name: 'Project' }));
    await waitFor(async () => expect(await headings()).toEqual(['Changed by ann@example.com']));
    expect(app.url()).toBe(`${PAGE}?field=project_id`);
  });

  it.each([
    [
      30,
      'tasks.json',
      'What it changed is no longer kept.',
      /^What imports change is kept for 30 days\. What they/,
    ],
    [
      0,
      'tasks.json',
      'What it changed is not kept.',
      /^This portal does not keep what imports change/,
    ],
    [
      30,
      null,
      'What was changed is not known.',
      /^What imports change is kept for 30 days\. What they/,
    ],
  ])(
    'UI-149 says what is not kept: %s days, %s',
    async (imports_kept_days, file, text, general) => {
      const change = edit({
        ...{ fields: null, import: file === null ? null : imported(), user_email: null },
      });
      serve([change], { imports_kept_days });
      openAt(PAGE);
      expect(await screen.findByText(text)).toBeTruthy();
      expect(screen.getByText(general)).toBeTruthy();
    },
  );

  it('UI-149 says nothing of it if the list begins with the creation of the task', async () => {
    serve(CHANGES);
    openAt(PAGE);
    expect(await headings()).toHaveLength(3);
    expect(screen.queryByText(/kept/)).toBeNull();
  });

  it('UI-150 says that nothing is known, of the task or of a field', async () => {
    serve([]);
    const app = openAt(`${PAGE}?field=status`);
    expect(await screen.findByText(`No changes of 'Status' known`)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'All fields' }));
    expect(await screen.findByText('No changes known')).toBeTruthy();
    expect(screen.getByText('Nothing is known of its last change.')).toBeTruthy();
    expect(app.url()).toBe(PAGE);
  });

  it('UI-150 says that it loads, and why it could not', async () => {
    const held = heldReply();
    stub.on(ROUTE, async () => {
      await held.released;
      return { status: 500, text: 'x' };
    });
    openAt(PAGE);
    expect(await screen.findByRole('status', { name: 'Loading changes' })).toBeTruthy();
    held.release();
    expect(await screen.findByText('The server responded with status 500')).toBeTruthy();
    serve(CHANGES);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await headings()).toHaveLength(3);
  });

  it('UI-150 says that there is no such task, and what removed one', async () => {
    stub.on(ROUTE, () => ({ status: 404, text: 'x' }));
    const app = openAt(PAGE);
    expect(await screen.findByText('Task not found')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    const removal = edit({ change: 'removed', import: imported({ undoes: UNDO }) });
    serve([removal, ...CHANGES], { is_removed: true });
    await app.open('/admin/tasks/all');
    await app.open(PAGE);
    expect(await screen.findByText(/^Removed by the undo of/, { selector: 'p' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Show in the list' })).toBeNull();
  });
});
