import type { TaskRound } from '@portal/contracts/task-detail';
import type { TaskEdit } from '@portal/contracts/task-history';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { paths } from '../../lib/paths';
import { dashboardState } from '../../testing/live-server';
import { field, listMeta } from '../../testing/lists';
import { openAt, press } from '../../testing/render';
import { refusal } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';
import { claimOfRita, detail, EMAIL, PAGE, panel, taskPanel } from './spec-support/panel';

const { stub, live, serveTask } = taskPanel();
const HISTORY = 'GET /api/v1/tasks/tasks-crud/7/history';
const IMPORT = '0197f3a0-0000-7000-8000-0000000000b2';

describe('parts of the panel of a task', () => {
  it('UI-161 shows fields, person and reviews with their reasons and words', async () => {
    const review = {
      ...{ turing_review_id: 1, reviewer_email: 'rex@example.com', reviewer_name: 'Rex' },
      reasons: ['No source'],
      ...{ status: 'rejected', score: 2.5, feedback: 'Say why.\nAnd how.' },
      ...{ submitted_at: '2026-03-08T10:00:00Z', is_unread: false },
    };
    serveTask(7, {
      ...{ reviews: [review], review_count: 1 },
      ...{ target_model: 'atlas-2', turing_batch_id: 4 },
    });
    openAt(PAGE);
    const open = within(await panel(7));
    expect(await open.findByText('1 review')).toBeTruthy();
    for (const text of [
      'Rework',
      'Tess Trainer',
      'atlas-2',
      'Rejected',
      'No source',
      'Score 2.5',
    ]) {
      expect(open.getByText(text)).toBeTruthy();
    }
    expect(open.getByText(/^Say why\./)).toBeTruthy();
    expect(open.getByText(/Rex/)).toBeTruthy();
    expect(open.queryByRole('button', { name: 'Edit' })).toBeNull();
    const linkOf = (name: string) => open.getByRole('link', { name }).getAttribute('href');
    expect(linkOf('Tess Trainer')).toBe(paths.trainerStats(EMAIL));
    expect(linkOf('Spring')).toBe('/projects/1/dashboard?tasks=tasks&tasks_batch=1-4');
  });

  it('UI-169 says which imports contradicted what people did in the portal', async () => {
    const conflict = {
      ...{ import_id: '0191b8a2-0000-7000-8000-000000000001', file_name: 'monday.csv' },
      ...{ imported_at: '2026-03-09T10:00:00Z', changed_at: '2026-03-08T10:00:00Z' },
      ...{ changed_by: 'rex@example.com', changed_by_name: 'Rex', is_kept: true },
      fields: [{ field: 'status', portal: 'rework', file: 'completed' }],
    };
    serveTask(7, { conflicts: [conflict] });
    openAt(PAGE);
    const part = await within(await panel(7)).findByRole('region', {
      name: 'Contradicted by imports',
    });
    expect(part.textContent).toContain('Rework in the portal, Completed in the file');
    expect(part.textContent).toContain('The portal kept it. monday.csv');
    expect(part.textContent).toContain('by Rex');
    expect(within(part).queryByRole('link')).toBeNull();
  });

  it('UI-161 lets who may change the task do so, and says what nobody has reviewed', async () => {
    serveTask(7, { may_change: true, metadata: { note: 'x' } });
    openAt(PAGE);
    const open = within(await panel(7));
    expect(await open.findByText('Nobody has reviewed this task yet.')).toBeTruthy();
    expect(open.getByText(/"note": "x"/)).toBeTruthy();
    const fields = [
      field('turing_task_id', { type: 'integer', primary_key: true, read_only: true }),
      field('target_model', { nullable: true }),
    ];
    stub.on('GET /api/v1/tasks/tasks-crud/_meta', () => ({
      json: listMeta({
        ...{ base: '/tasks/tasks-crud/', label: 'Task', label_plural: 'Tasks', fields },
        primary_key: 'turing_task_id',
      }),
    }));
    stub.on('GET /api/v1/tasks/tasks-crud/7', () => ({
      json: { turing_task_id: 7, target_model: 'atlas-2', version: 'v1' },
    }));
    await userEvent.click(open.getByRole('button', { name: 'Edit' }));
    const model = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Target model' });
    expect(model.closest('[role=dialog]')).toBe(
      screen.getByRole('dialog', { name: 'Edit Task 7' }),
    );
    expect(model.value).toBe('atlas-2');
    await userEvent.type(model, 'jfk');
    expect(model.value).toBe('atlas-2jfk');
    expect(screen.getByRole('dialog', { name: 'Task 7', hidden: true })).toBeTruthy();
  });

  it('UI-161 UI-168 users who see less have no links, and read who reviews the task', async () => {
    signInAs(grant(1));
    serveTask(7, { claim: claimOfRita() });
    openAt('/about?task=7');
    const open = within(await panel(7));
    await open.findByText('Rita has this task for 30 more minutes');
    expect(open.getByText('Tess Trainer').closest('a')).toBeNull();
    expect(open.getByText('Atlas · Spring')).toBeTruthy();
    expect(open.queryByRole('button', { name: 'Ask for this task' })).toBeNull();
  });

  it('UI-163 follows a pushed change of the project', async () => {
    let status = 'rework';
    stub.on('GET /api/v1/tasks/7', () => ({
      json: detail(7, { status, revision: status === 'rework' ? 1 : 2 }),
    }));
    openAt(PAGE);
    await within(await panel(7)).findByText('Rework');
    // The page behind the panel is hidden.
    await screen.findByRole('button', { name: 'Connection: Live', hidden: true });
    status = 'completed';
    act(() => live.emitAnything('dashboard-changed', dashboardState(1, 2)));
    expect(await within(await panel(7)).findByText('Completed')).toBeTruthy();
  });

  it('ROUND-13 shows rounds with score and words, the first lines of long ones and the rest on demand', async () => {
    const round = (n: number, part: Partial<TaskRound>): TaskRound => ({
      ...{ n, submitted_at: null, ended_at: '2026-03-08T10:00:00Z', reasons: [], score: null },
      ...{ reviewer_email: 'rex@example.com', reviewer_name: 'Rex', verdict: 'rework' },
      ...{ words: null, source: 'status', ...part },
    });
    const words = '**Say** why.\n\nSee [the guide](https://example.com/a).';
    serveTask(7, {
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
    serveTask(7, {});
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
    serveTask(7, { revision: 2 });
    await screen.findByRole('button', { name: 'Connection: Live', hidden: true });
    act(() => live.emitAnything('dashboard-changed', dashboardState(1, 2)));
    await userEvent.click(await region.findByRole('button', { name: 'All 12 changes' }));
    await waitFor(() => expect(region.getAllByText('Changed by zoe@example.com')).toHaveLength(11));
    expect(region.queryByRole('button', { name: /changes/ })).toBeNull();
    changes = 120;
    serveTask(7, { revision: 3 });
    act(() => live.emitAnything('dashboard-changed', dashboardState(1, 3)));
    await region.findByText('The newest 100 of 120 changes');
  });

  it('UI-194 the focus stays at the history as it is tried again', async () => {
    stub.on(HISTORY, () => refusal('invalid-input', 400, 'No'));
    serveTask(7, {});
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
    serveTask(7, { may_change: true });
    openAt(PAGE);
    const open = within(await panel());
    const link = await open.findByRole('link', { name: 'History' });
    expect(link.getAttribute('href')).toBe(paths.adminTaskHistory(7));
  });
});
