import type { ImportPreview, IssueGroup } from '@portal/contracts/import-detail';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from '../../../../testing/lists';
import { IMPORT, importStub } from '../../../../testing/import-stub';
import { giveChartsSize } from '../../../../testing/chart-size';
import { importDetail } from '../../../../testing/imports';
import { openAt, press } from '../../../../testing/render';
import { grant, project, signInAs } from '../../../../testing/users';
import { placesOf } from './issue-groups';

const { stub, serveDetail } = importStub();
const ONBOARD = 'POST /api/v1/auth/users/onboarding';

const PREVIEW: ImportPreview = {
  projects: [{ project_id: 1, project: 'Apollo', tasks: 40, done: 30, rework: 4, undated: 3 }],
  statuses: [
    { status: 'completed', tasks: 30, is_known: true },
    { status: 'rework', tasks: 4, is_known: true },
    { status: 'done', tasks: 6, is_known: false },
  ],
  batches: [
    { project_id: 1, turing_batch_id: 7, name: 'Week 1', tasks: 30, is_new: true },
    { project_id: 1, turing_batch_id: 8, name: 'Week 2', tasks: 10, is_new: false },
  ],
  people: [
    { email: 'ana@example.com', tasks: 30, done: 25, has_account: false },
    { email: 'ben@example.com', tasks: 10, done: 5, has_account: true },
  ],
  people_count: 2,
  without_account_count: 1,
  days: [
    { day: '2026-01-05', completed: 10 },
    { day: '2026-01-06', completed: 20 },
  ],
};

const group = (over: Partial<IssueGroup> = {}): IssueGroup => ({
  ...{ field: 'turing_project_id', severity: 'error', reason: 'is not known here', value: '77' },
  ...{ count: 60, rows: [2, 5].map((row) => ({ row, line: row + 1 })), ...over },
});

function open(over: Parameters<typeof importDetail>[0] = {}) {
  serveDetail(
    IMPORT,
    importDetail({ import_id: IMPORT, dry_run: true, preview: PREVIEW, ...over }),
  );
  openAt(`/admin/tasks/${IMPORT}`);
}

const rowsOf = async (table: string) =>
  within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent).join('|'));

beforeEach(() => {
  giveChartsSize();
  const role = { id: 2, name: 'trainer', permissions: [], description: 'Works', version: 'r2' };
  stub.on('GET /api/v1/auth/roles/', () => page([role]));
});

describe('a preview', () => {
  it('UP-87 draws the first board, and says what each status counts as', async () => {
    open();
    const board = within(await screen.findByRole('region', { name: 'The first board' }));
    expect(board.getByRole('region', { name: 'Tasks' }).textContent).toContain('40');
    expect(board.getByRole('region', { name: 'Done' }).textContent).toContain('75.0%');
    expect(await board.findByRole('img', { name: /^Completed tasks by day/ })).toBeTruthy();
    expect(board.getByText(/Days are in Los Angeles time\.$/)).toBeTruthy();
    expect(board.getByText(/^3 done tasks have no time of completion/)).toBeTruthy();
    expect(await rowsOf('Statuses')).toEqual([
      'Completed|30|Done',
      'Rework|4|Rework',
      'done|6|Unknown here: in totals only',
    ]);
    expect(await rowsOf('Batches')).toEqual(['Week 1 New|30', 'Week 2 |10']);
  });

  it('UP-87 shows new tasks with their values', async () => {
    const fields = [{ field: 'status', before: null, after: 'completed' }];
    open({ sample: [{ turing_task_id: 41, is_new: true, fields }] });
    const table = await screen.findByRole('table', { name: 'New tasks' });
    expect(table.textContent).toContain('Completed');
    expect(screen.queryByRole('table', { name: 'Changed tasks' })).toBeNull();
  });

  it('UP-87 says how many reviews have no reviewer or no time', async () => {
    open({ preview: { ...PREVIEW, reviews: { total: 30, nobodys: 2, undated: 30 } } });
    expect(
      await screen.findByText(
        "30 reviews: 2 without a reviewer, which nobody's numbers count; 30 without a time, which no day counts.",
      ),
    ).toBeTruthy();
  });

  it('UP-87 says of a project with tasks that the file adds to them', async () => {
    const projects = PREVIEW.projects.map((one) => ({ ...one, undated: 0, has_tasks: true }));
    open({ preview: { ...PREVIEW, projects } });
    const board = await screen.findByRole('region', { name: 'What the file adds to the board' });
    expect(board.textContent).toContain('as the dashboard of Apollo will count them beside');
    expect(board.textContent).not.toContain('no time of completion');
    expect(board.textContent).not.toContain('without a reviewer');
    expect(screen.queryByText('The first board')).toBeNull();
  });

  it('UP-87 is none of an import', async () => {
    open({ dry_run: false, preview: null });
    expect(await screen.findByText('Import successful!')).toBeTruthy();
    expect(screen.queryByText('The first board')).toBeNull();
  });

  it('UP-88 makes accounts with a role for the people without one', async () => {
    stub.on(ONBOARD, () => ({
      json: {
        dry_run: false,
        group_id: 7,
        people: [
          { email: 'ana@example.com', is_new: true, role: null, pod_role: null, refusal: null },
        ],
      },
    }));
    open();
    expect(await screen.findByText('2 people; 1 without an account.')).toBeTruthy();
    const make = screen.getByRole('button', { name: 'Make 1 account' });
    expect(make.hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('combobox', { name: 'Role' }));
    await userEvent.click(await screen.findByRole('option', { name: /^trainer/ }));
    await press('Make 1 account');
    await waitFor(() => expect(stub.callsOf(ONBOARD)).toHaveLength(1));
    expect(JSON.parse(stub.callsOf(ONBOARD)[0]?.body ?? '')).toEqual({
      people: [{ email: 'ana@example.com' }],
      project_id: 1,
      role: 'trainer',
    });
    expect(await screen.findByText('Account made')).toBeTruthy();
  });

  it('UP-88 offers no accounts to those who may not make them', async () => {
    signInAs(grant(1, 'data-upload', 'admin-view'));
    stub.on('GET /api/v1/projects/', () => ({ json: [project(1)] }));
    open();
    expect(await screen.findByText(/Tasks of people without an account are imported/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Make/ })).toBeNull();
  });
});

describe('the errors of a file', () => {
  it('UP-89 are grouped by reason, with value and lines', async () => {
    open({ groups: [group()], error_count: 60, status: 'failed', preview: null });
    expect(await rowsOf('Errors by reason')).toEqual([
      '60 rows: turing_project_id is not known here: "77"Lines 3, 6 and 58 more|Lines 3, 6 and 58 more|',
    ]);
    expect(screen.getByRole('button', { name: 'Copy the reason' })).toBeTruthy();
  });

  it('UP-89 have rows where a line is not known', () => {
    expect(placesOf(group({ count: 1, rows: [{ row: 9, line: null }] }))).toBe('Row 9');
    expect(placesOf(group({ rows: [] }))).toBe('');
  });
});
