import { type TaskDetail, taskDetailSchema, type TaskRound } from '@portal/contracts/task-detail';
import type { TaskEdit } from '@portal/contracts/task-history';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '../../lib/paths';
import { dashboardState, LiveServer, roomState } from '../../testing/live-server';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { sampleOf } from '../../testing/sample';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { userTasks } from '../../testing/user-tasks';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);
const EMAIL = 'tess@example.com';
const PAGE = `${paths.trainerStats(EMAIL)}?start=2026-03-02&end=2026-03-09&task=7`;

const HISTORY = 'GET /api/v1/tasks/tasks-crud/7/history';
const IMPORT = '0197f3a0-0000-7000-8000-0000000000b2';

const serveTask = (part: Partial<TaskDetail>) =>
  stub.on('GET /api/v1/tasks/7', () => ({
    json: {
      ...sampleOf(taskDetailSchema),
      ...{ turing_task_id: 7, project_id: 1, user_email: EMAIL, status: 'rework', revision: 1 },
      ...part,
    },
  }));
const panel = () => screen.findByRole('dialog', { name: 'Task 7' });

beforeEach(() => {
  live.subscribeAck = ({ project_id }) => ({
    ...{ ok: true, epoch: '', revision: 1 },
    state: roomState(project_id, 1),
  });
  serveShell(stub, [project(1, 'Atlas')]);
  signInAs(grant(1, 'pod-info-public-view'));
  stub.on(`GET /api/v1/tasks/by-user/${encodeURIComponent(EMAIL)}`, () => ({
    json: userTasks([]),
  }));
});

describe('parts of the panel of a task', () => {
  it('ROUND-13 shows rounds with score and words, the first lines of long ones and the rest on demand', async () => {
    const round = (n: number, part: Partial<TaskRound>): TaskRound => ({
      ...{ n, submitted_at: null, ended_at: '2026-03-08T10:00:00Z', reasons: [], score: null },
      ...{ reviewer_email: 'rex@example.com', reviewer_name: 'Rex', verdict: 'rework' },
      ...{ words: null, source: 'status', ...part },
    });
    const words = '**Say** why.\n\nSee [the guide](https://example.com/a).';
    serveTask({
      rounds: [
        round(3, { source: 'feedback', words }),
        round(2, { source: 'review', words: 'Two *stars*.', score: 2.5 }),
        round(1, {}),
      ],
    });
    openAt(PAGE);
    const region = await within(await panel()).findByRole('region', { name: '3 rounds' });
    const [third, second, first] = within(region).getAllByRole('listitem');
    expect(third?.textContent).toContain('Say why. See the guide.');
    expect(within(region).queryByRole('link')).toBeNull();
    const more = within(region).getByRole('button', { name: 'All words of round 3' });
    await userEvent.click(more);
    expect(within(region).getByText('Say').tagName).toBe('STRONG');
    expect(within(region).getByRole('link', { name: 'the guide' })).toBeTruthy();
    expect(more.getAttribute('aria-expanded')).toBe('true');
    expect(second?.textContent).toContain('Score 2.5');
    expect(second?.textContent).toContain('Two *stars*.');
    expect(first?.textContent).not.toContain('Score');
  });

  it('UI-189 shows the newest changes once its history is opened, and all of them if asked', async () => {
    const edit = (part: Partial<TaskEdit>): TaskEdit => ({
      ...{ at: '2026-01-05T20:00:00+00:00', change: 'changed', user_email: 'zoe@example.com' },
      ...{ import: null, audit_group: 1, undoes_group: null },
      fields: [{ field: 'status', before: 'in_progress', after: 'completed' }],
      ...part,
    });
    const file = { import_id: IMPORT, file_name: 'tasks.json', undoes: null, is_visible: true };
    let changes = 2;
    stub.on(HISTORY, ({ url }) => {
      const size = Number(new URL(url, 'https://x.example').searchParams.get('size'));
      const items = [
        edit({}),
        edit({ import: file, audit_group: null, fields: null }),
        ...Array.from({ length: changes - 2 }, (_, n) => edit({ audit_group: n + 2 })),
      ].slice(0, size);
      const page = { last: null, is_removed: false, page: 1, size, imports_kept_days: 30 };
      return { json: { ...page, total: changes, items } };
    });
    serveTask({});
    openAt(PAGE);
    const open = within(await panel());
    const button = await open.findByRole('button', { name: 'History' });
    expect(stub.callsOf(HISTORY)).toHaveLength(0);
    await userEvent.click(button);
    const region = within(await open.findByRole('region', { name: 'History' }));
    expect(await region.findAllByText('Changed by zoe@example.com')).toHaveLength(1);
    expect(stub.callsOf(HISTORY)[0]?.url).toContain('?page=1&size=10');
    const link = region.getByRole('link', { name: 'tasks.json' });
    expect(link.getAttribute('href')).toBe(`/admin/tasks/${IMPORT}`);
    expect(region.getByText('What it changed is no longer kept.')).toBeTruthy();
    expect(region.queryByRole('button', { name: /changes/ })).toBeNull();
    changes = 12;
    serveTask({ revision: 2 });
    await screen.findByRole('button', { name: 'Connection: Live', hidden: true });
    act(() => live.emitAnything('dashboard-changed', dashboardState(1, 2)));
    await userEvent.click(await region.findByRole('button', { name: 'All 12 changes' }));
    await waitFor(() => expect(region.getAllByText('Changed by zoe@example.com')).toHaveLength(11));
    expect(region.queryByRole('button', { name: /changes/ })).toBeNull();
    changes = 120;
    serveTask({ revision: 3 });
    act(() => live.emitAnything('dashboard-changed', dashboardState(1, 3)));
    await region.findByText('The newest 100 of 120 changes');
  });

  it('UI-194 the focus stays at the history as it is tried again', async () => {
    stub.on(HISTORY, () => refusal('invalid-input', 400, 'No'));
    serveTask({});
    openAt(PAGE);
    const open = within(await panel());
    const button = await open.findByRole('button', { name: 'History' });
    await userEvent.click(button);
    await open.findByText('Error loading the history');
    stub.on(HISTORY, () => ({
      json: {
        ...{ last: null, is_removed: false, page: 1, size: 10, imports_kept_days: 30 },
        ...{ total: 0, items: [] },
      },
    }));
    await press('Try Again');
    await open.findByText('No changes known.');
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('UI-189 leads users who may change the task to the page of its history', async () => {
    serveTask({ may_change: true });
    openAt(PAGE);
    const open = within(await panel());
    const link = await open.findByRole('link', { name: 'History' });
    expect(link.getAttribute('href')).toBe(paths.adminTaskHistory(7));
  });
});
