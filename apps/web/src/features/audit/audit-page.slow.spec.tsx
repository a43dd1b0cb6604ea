import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { change, filtersOf, serveAudit } from '../../testing/audit';
import { LiveServer } from '../../testing/live-server';
import { ADA } from '../../testing/managed-user';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';

const stub = stubServer();
new LiveServer().attach(stub.server);

beforeEach(() => {
  serveShell(stub);
  signInAs(grant(0, 'full-access'));
});

const lists = () => stub.callsOf('GET /api/v1/audit/groups').map(filtersOf);

/** Three rows of one transaction, and one change before. */
const RECORDS = [
  change(9, {
    action: 'delete',
    group_id: 7,
    before: { name: 'Orion', id: 3, lead: null },
    after: null,
  }),
  change(8, { action: 'delete', entity: 'pod_member', entity_id: '5', group_id: 7, after: null }),
  change(7, { action: 'delete', entity: 'pod_member', entity_id: '4', group_id: 7, after: null }),
  change(5, { before: { settings: { a: 1 } }, after: { settings: { a: 2 } } }),
];

const ROLE_CHANGE = change(9, {
  entity: 'user_role',
  entity_id: '5/1',
  entity_name: 'ann@example.com',
  before: { role_id: 4 },
  after: { role_id: 6 },
  labels: {
    role_id: { '4': 'member', '6': 'reviewer' },
    user_id: { '5': 'ann@example.com' },
    project_id: { '1': 'Lyrics' },
  },
});
const ROLE_TEXT = "Changed role assignment 'ann@example.com' in Lyrics: member → reviewer";

describe('audit', () => {
  it('HIST-1 is closed to users without the permissions', async () => {
    signInAs(grant(1, 'admin-view'));
    serveAudit(stub, RECORDS);
    const tab = openAt('/admin/audit');
    await waitFor(() => expect(tab.url()).toBe('/'));
    expect(lists()).toEqual([]);
  });

  it('HIST-2 links the pod of a change, unless the pod is gone', async () => {
    serveAudit(stub, [
      change(5, { entity: 'pod', before: { name: 'Lyra' }, after: { name: 'Vega' } }),
      change(4, { entity: 'pod_member', before: null, after: { pod_name: 'Orion' } }),
      change(3, { entity: 'pod', action: 'delete', before: { name: 'Gone' }, after: null }),
    ]);
    openAt('/admin/audit');
    const vega = await screen.findByRole('link', { name: 'Vega' });
    expect(vega.getAttribute('href')).toBe('/pods/Vega');
    expect(screen.getByRole('link', { name: 'Orion' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Gone' })).toBeNull();
  });

  it('OPS-45 says for how long changes are kept', async () => {
    serveAudit(stub, RECORDS);
    openAt('/admin/audit');
    expect(await screen.findByText(/^Changes are kept for 400 days\. Older ones/)).toBeTruthy();
  });

  it('HIST-1 HIST-2 shows each change with its fields, and a transaction as one row', async () => {
    serveAudit(stub, RECORDS);
    openAt('/admin/audit');
    const group = await screen.findByRole('button', {
      name: "Deleted pod 'Orion' and 2 pod members",
    });
    expect(screen.getAllByText(/ann@example\.com ·.*· Project 1/)).toHaveLength(2);
    await userEvent.click(group);
    await press("Deleted pod 'Orion'");
    const table = within(screen.getByRole('table'));
    expect(table.getByRole('row', { name: /Name/ }).textContent).toContain('Orion');
    expect(table.queryByText('Lead')).toBeNull();

    expect(screen.getByText('Settings: { "a": 1 } → { "a": 2 }')).toBeTruthy();
    await press('Changed pod 12');
    expect(
      screen.getByText(
        (_, node) => node?.tagName === 'DEL' && node.textContent === '{\n  "a": 1\n}',
      ),
    ).toBeTruthy();
    expect(
      screen.getByText(
        (_, node) => node?.tagName === 'INS' && node.textContent === '{\n  "a": 2\n}',
      ),
    ).toBeTruthy();
  });

  it('HIST-10 names the only row of a kind, and counts the others', async () => {
    const created = { action: 'create', before: null, group_id: 4 } as const;
    serveAudit(stub, [
      change(6, { ...created, entity: 'role_permission', entity_id: '4/9', entity_name: 'guide' }),
      change(5, { ...created, entity: 'role', entity_id: '4', after: { name: 'guide' } }),
      change(4, { group_id: 4, action: 'delete', entity: 'task', entity_id: '3', after: null }),
      change(3, { group_id: 2, entity: 'task', entity_id: '*', before: { tasks: 20_000 } }),
      change(2, { group_id: 2, action: 'delete', entity_name: 'Lyra', after: null }),
    ]);
    openAt('/admin/audit');
    const text = "Created role 'guide', 1 permission of a role, and deleted 1 task";
    expect(await screen.findByRole('button', { name: text })).toBeTruthy();
    expect(
      screen.getByRole('button', { name: "Changed 20,000 tasks and deleted pod 'Lyra'" }),
    ).toBeTruthy();
  });

  it('HIST-11 links to the history of the item by a name that begins with the visible text', async () => {
    serveAudit(stub, [change(8, { entity_name: 'Lyra' })]);
    openAt('/admin/audit');
    await press("Changed pod 'Lyra'");
    const link = screen.getByRole('link', { name: "History of this item: pod 'Lyra'" });
    expect(link.textContent).toBe('History of this item');
    expect(link.getAttribute('href')).toBe('/admin/audit?entity=pod&id=12');
  });

  it('HIST-3 filters by an email that no visible user has', async () => {
    serveAudit(stub, RECORDS);
    const found = [{ ...ADA, email: 'ann@example.com' }];
    stub.on('GET /api/v1/auth/users/', ({ url }) => {
      const items = url.includes('search') ? [] : found;
      const counts = { total: items.length, page: 1, size: 20, total_is_estimate: false };
      return { json: { items, ...counts } };
    });
    const tab = openAt('/admin/audit');
    const field = await screen.findByRole('combobox', { name: 'User' });
    await userEvent.click(field);
    expect(await screen.findByRole('option', { name: 'ann@example.com' })).toBeTruthy();
    await userEvent.type(field, 'Gone@example.com');
    await userEvent.click(await screen.findByRole('option', { name: 'gone@example.com' }));
    await waitFor(() => expect(tab.url()).toBe('/admin/audit?user=gone%40example.com'));
    await waitFor(() => expect(lists()).toContainEqual({ actor_email: 'gone@example.com' }));
  });

  it('HIST-12 downloads the filtered changes as CSV', async () => {
    serveAudit(stub, RECORDS);
    stub.on('GET /api/v1/audit/export', () => ({ text: 'id\n1\n' }));
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    openAt('/admin/audit?entity=pod&page=2');
    await press('Download changes as CSV');
    // After the test, the click would leave the page of the next one.
    await waitFor(() => expect(click).toHaveBeenCalledOnce());
    expect(stub.callsOf('GET /api/v1/audit/export').map(filtersOf)).toEqual([{ entity: 'pod' }]);
  });

  it('HIST-3 requests what the URL says, and a new filter starts at page 1', async () => {
    serveAudit(stub, RECORDS);
    const tab = openAt(
      '/admin/audit?entity=app_user&id=5&user=ann@example.com&from=2026-01-01&to=2026-01-02&page=2',
    );
    await waitFor(() =>
      expect(lists()).toContainEqual({
        actor_email: 'ann@example.com',
        entity: { in: ['app_user', 'user_role'] },
        entity_id: { in: ['5', '5/0', '5/1'] },
        at: {
          gte: new Date(2026, 0, 1).toISOString(),
          lt: new Date(2026, 0, 3).toISOString(),
        },
      }),
    );
    await userEvent.click(screen.getByRole('combobox', { name: 'Action' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Deleted' }));
    await waitFor(() => expect(tab.url()).toContain('action=delete'));
    expect(tab.url()).not.toContain('page=');
    await press('Clear All');
    await waitFor(() => expect(tab.url()).toBe('/admin/audit'));
    await waitFor(() => expect(lists()).toContainEqual({}));
  });

  it('HIST-4 HIST-63 opens a change of many rows in pages, which it fetches then', async () => {
    const many = Array.from({ length: 374 }, (_, index) =>
      change(374 - index, { entity: 'task', entity_id: String(374 - index), group_id: 1 }),
    );
    serveAudit(stub, many);
    openAt('/admin/audit');
    const row = await screen.findByRole('button', { name: 'Changed 374 tasks' });
    const changes = within(screen.getByRole('region', { name: 'Changes' }));
    expect(changes.getAllByRole('listitem')).toHaveLength(1);
    const records = () => stub.callsOf('GET /api/v1/audit/');
    expect(records()).toEqual([]);
    await userEvent.click(row);
    expect(await screen.findByRole('button', { name: 'Changed task 374' })).toBeTruthy();
    expect(records().map(filtersOf)).toEqual([{ group_id: 1 }]);
    const pages = within(screen.getByRole('group', { name: 'Pages of Changed 374 tasks' }));
    expect(pages.getByText('1–20 of 374')).toBeTruthy();
    await userEvent.click(pages.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByRole('button', { name: 'Changed task 354' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Changed task 374' })).toBeNull();
    expect(pages.getByText('21–40 of 374')).toBeTruthy();
  });

  it('HIST-64 says of how many changes the filters show a part, and leads to all', async () => {
    serveAudit(stub, [
      change(9, { group_id: 7, action: 'delete', after: null, entity_name: 'Orion' }),
      change(8, { group_id: 7 }),
      change(7, { group_id: 7 }),
    ]);
    const tab = openAt('/admin/audit?action=update');
    await press('Changed 2 pods');
    await waitFor(() =>
      expect(stub.callsOf('GET /api/v1/audit/').map(filtersOf)).toEqual([
        { action: 'update', group_id: 7 },
      ]),
    );
    await userEvent.click(screen.getByRole('link', { name: 'Part of 3 changes' }));
    await waitFor(() => expect(tab.url()).toBe('/admin/audit?group=7'));
    expect(await screen.findByText('Changes of group 7')).toBeTruthy();
    // The only group is open.
    expect(await screen.findByRole('button', { name: "Deleted pod 'Orion'" })).toBeTruthy();
    expect(screen.queryByText(/^Part of/)).toBeNull();
  });

  it('HIST-65 says why the changes of an opened row are missing, and tries again', async () => {
    serveAudit(stub, RECORDS);
    stub.on('GET /api/v1/audit/', () => refusal('internal', 500, 'The database is away'));
    openAt('/admin/audit');
    await press("Deleted pod 'Orion' and 2 pod members");
    expect(await screen.findByText('The database is away')).toBeTruthy();
    serveAudit(stub, RECORDS);
    await press('Try Again');
    expect(await screen.findByRole('button', { name: 'Deleted pod member 5' })).toBeTruthy();
  });

  it('HIST-5 says what an undo does, and why it is refused', async () => {
    serveAudit(stub, RECORDS);
    stub.on('POST /api/v1/audit/7/undo', () => ({
      status: 409,
      json: {
        ...{ type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict', instance: 'x' },
        detail: '2 rows of the group cannot be undone',
        errors: ['pod/3', 'pod_member/4'].map((item) => ({ pointer: '', detail: 'exists', item })),
      },
    }));
    openAt('/admin/audit');
    await press("Undo: Deleted pod 'Orion' and 2 pod members");
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('3 deleted rows are restored')).toBeTruthy();
    expect(dialog.getByText("Pod 'Orion'")).toBeTruthy();
    expect(dialog.getByText('Pod member 4')).toBeTruthy();
    expect(dialog.getByText(/only if none of the rows has changed since/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(await dialog.findByText(/2 rows of the group cannot be undone/)).toBeTruthy();
    expect(dialog.getByText('Pod member 4: exists')).toBeTruthy();

    const before = lists().length;
    stub.on('POST /api/v1/audit/7/undo', () => ({ json: { group_id: 20, undoes: 7, rows: 3 } }));
    await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Changes undone')).toBeTruthy();
    await waitFor(() => expect(lists().length).toBeGreaterThan(before));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('HIST-2 HIST-5 names items as far as it can, and has no undo for incomplete records', async () => {
    serveAudit(stub, [
      ROLE_CHANGE,
      change(8, { entity_name: 'Lyra', before: { name: 'Orion' }, after: { name: 'Vega' } }),
      change(7, { entity: 'api_token', action: 'delete', before: { name: 'CI' }, after: null }),
      change(6, { entity: 'task', action: 'delete', entity_id: '*', before: { tasks: 20_000 } }),
    ]);
    openAt('/admin/audit');
    expect(await screen.findByRole('button', { name: `Undo: ${ROLE_TEXT}` })).toBeTruthy();
    expect(screen.getByRole('button', { name: "Undo: Changed pod 'Lyra'" })).toBeTruthy();
    expect(screen.getByRole('button', { name: "Deleted API token 'CI'" })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Deleted 20,000 tasks' })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(2);
  });

  it('HIST-2 names the role, the user and the project of an assignment', async () => {
    const values = { user_id: 5, project_id: 1, role_id: 6, is_active: true, note: '' };
    const deleted = { action: 'delete', before: values, after: null } as const;
    const given = change(5, {
      ...{ entity: 'role_permission', entity_id: '4/9', entity_name: 'member', project_id: null },
      action: 'create',
      before: null,
      after: { role_id: 4, permission_id: 9 },
      labels: { role_id: { '4': 'member' }, permission_id: { '9': 'user-view' } },
    });
    const everywhere = { project_id: 0, labels: { project_id: { '0': 'All Projects' } } };
    serveAudit(stub, [
      ROLE_CHANGE,
      change(7, { ...ROLE_CHANGE, id: 7, group_id: 7, ...deleted }),
      change(6, { ...ROLE_CHANGE, id: 6, group_id: 6, ...everywhere }),
      given,
    ]);
    openAt('/admin/audit');
    // Deleted roles have no name.
    expect(
      await screen.findByText("Changed role assignment 'ann@example.com' in All Projects: 4 → 6"),
    ).toBeTruthy();
    expect(screen.getByText("Created permission of a role 'member': user-view")).toBeTruthy();
    expect(await screen.findByRole('button', { name: ROLE_TEXT })).toBeTruthy();
    await press("Deleted role assignment 'ann@example.com' in Lyrics: reviewer");
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'FieldValue',
      'Userann@example.com',
      'ProjectLyrics',
      'Rolereviewer',
      'ActiveYes',
    ]);
  });

  it('HIST-5 has no undo for a row that has changed since, as the server says', async () => {
    serveAudit(stub, [change(8), change(7, { entity_id: '14' })], [7]);
    openAt('/admin/audit');
    expect(await screen.findAllByText('Changed since')).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1);
  });

  it('HIST-6 names the undo of a group, unless it was undone itself', async () => {
    serveAudit(stub, [
      change(30, { undoes: 20 }),
      change(21, { undoes: 6, entity_id: '13' }),
      change(20, { undoes: 5 }),
      change(6, { entity_id: '13' }),
      change(5),
    ]);
    openAt('/admin/audit');
    const targets = (name: string) =>
      screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));
    await screen.findAllByRole('link', { name: 'Undone' });
    expect(targets('Undone')).toEqual(['/admin/audit?group=30', '/admin/audit?group=21']);
    expect(targets('Undo of an earlier change')).toEqual(
      [20, 6, 5].map((group) => `/admin/audit?group=${group}`),
    );
  });

  it('HIST-7 says why there is nothing, and tries again', async () => {
    stub.on('GET /api/v1/audit/groups', () => refusal('internal', 500, 'The database is away'));
    const tab = openAt('/admin/audit?entity=pod');
    expect(await screen.findByText('The database is away')).toBeTruthy();
    serveAudit(stub, []);
    await press('Try Again');
    expect(await screen.findByText('No changes found')).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear All' })[0] ?? document.body);
    expect(await screen.findByText('No changes yet')).toBeTruthy();
    expect(tab.url()).toBe('/admin/audit');
  });
});
