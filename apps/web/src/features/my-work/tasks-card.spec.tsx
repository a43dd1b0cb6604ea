import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useUserZone } from '../../lib/user-zone';
import { heldReply } from '../../testing/held-reply';
import { homeStub, ownPods, region, TASKS, workOfToday } from '../../testing/home-stub';
import { dashboardState, roomState } from '../../testing/live-server';
import { openAt, press } from '../../testing/render';
import { refusal } from '../../testing/stub-server';
import { userTask, userTasks } from '../../testing/work';

const { stub, live, serveTasks } = homeStub();

const SENT_BACK = {
  ...{ turing_review_id: 1, reviewer_email: 'rex@example.com', reviewer_name: 'Rex' },
  ...{ status: 'rejected', score: null, feedback: 'Say why.', submitted_at: null },
  ...{ feedback_id: null, reasons: [], is_unread: false },
};

describe('own tasks', () => {
  it('HOME-7 WEB-64 lists what came back and what is recent, with links', async () => {
    serveTasks(
      userTasks([
        userTask(11, { status: 'in_progress' }),
        userTask(12, { task_link: null, colab_link: 'https://colab.example.com/12' }),
      ]),
      userTasks([userTask(9, { status: 'rework', last_review: SENT_BACK })], { rework_total: 3 }),
    );
    openAt('/dashboard');
    const rework = await region('Back for rework');
    expect((await rework.findByRole('link', { name: 'Task 9' })).getAttribute('href')).toBe(
      '/dashboard?task=9',
    );
    const tool = rework.getByRole('link', { name: 'Task 9 in the labeling tool' });
    expect(tool.getAttribute('href')).toBe('https://label.example.com/task/9');
    expect(rework.getByText('Rex · Rejected · Say why.')).toBeTruthy();
    expect(rework.getByText('3')).toBeTruthy();
    const ownPage = '/trainer-stats/zoe%40example.com';
    const others = rework.getByRole('link', { name: 'and 2 other tasks' });
    expect(others.getAttribute('href')).toBe(ownPage);
    const recent = await region('Recent tasks');
    expect(recent.getByRole('link', { name: 'View all' }).getAttribute('href')).toBe(ownPage);
    expect((await recent.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Task 114 turns · .* agoIn Progress$/),
      expect.stringMatching(/^Task 124 turns · .* agoCompleted$/),
    ]);
    expect(recent.getByRole('link', { name: 'Colab of task 12' })).toBeTruthy();
    act(() => useUserZone.setState({ zone: 'UTC-8:00' }));
    for (const age of recent.getAllByText(/ ago$/, { selector: 'time' })) {
      expect(age.title).toMatch(/[AP]M, UTC-8:00$/);
    }
    expect(recent.queryByRole('link', { name: 'Task 12 in the labeling tool' })).toBeNull();
    const query = new URL(stub.callsOf(TASKS)[0]?.url ?? '', 'http://p').searchParams;
    expect(query.get('project_id')).toBe('1');
  });

  it('HOME-56 names the batch and the model of a task, cut to one line', async () => {
    const [both, batch] = [
      { batch_name: 'Winter', target_model: 'opus' },
      { batch_name: 'Spring' },
    ];
    serveTasks(
      userTasks([userTask(11, both), userTask(12, batch)]),
      userTasks([userTask(9, { ...both, status: 'rework' })], { rework_total: 1 }),
    );
    openAt('/dashboard');
    const recent = await region('Recent tasks');
    const text = await recent.findByText('Winter · opus');
    expect(text.classList).toContain('MuiTypography-noWrap');
    expect(text.title).toBe('Winter · opus');
    expect(recent.getByText('Spring').closest('li')?.textContent).toContain('Task 12');
    expect((await region('Back for rework')).getByText('Winter · opus')).toBeTruthy();
  });

  it('HOME-7 is calm without tasks', async () => {
    openAt('/dashboard');
    expect(await screen.findByText('Nothing came back to you. All clear.')).toBeTruthy();
    expect(
      await screen.findByText('Your tasks appear here as soon as they are imported.'),
    ).toBeTruthy();
  });

  it('HOME-41 counts one batch in the singular', async () => {
    openAt('/dashboard');
    expect(await screen.findByText('in 1 batch')).toBeTruthy();
  });

  it('HOME-62 has one line about a project without tasks, and shows no cards before', async () => {
    const { released, release } = heldReply();
    live.subscribeAck = async ({ project_id }) => {
      await released;
      const dashboard = dashboardState(project_id, 1, 0);
      return {
        ...{ ok: true, epoch: '', revision: 1 },
        state: { ...roomState(project_id, 1), dashboard },
      };
    };
    openAt('/dashboard');
    const now = await screen.findByRole('region', { name: 'The project now' });
    expect(within(now).queryByRole('term')).toBeNull();
    release();
    await within(now).findByText('This project has no tasks yet.');
    expect(now.textContent).toBe('The project nowThis project has no tasks yet.');
    live.emitAnything('dashboard-changed', dashboardState(1, 2));
    expect(await within(now).findAllByRole('term')).toHaveLength(4);
  });

  it('HOME-9 a failure is shown, and the other parts stay', async () => {
    stub.on(TASKS, () => refusal('internal', 500, 'The tasks are away'));
    openAt('/dashboard');
    expect(await screen.findByText('The tasks are away')).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText('They could not be loaded.')).toHaveLength(2));
    expect(await (await ownPods()).findByText(/of 20 tasks/)).toBeTruthy();
  });

  it('HOME-9 a failure is not shown as no work, and the work can be loaded again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('GET /api/v1/pod-members/', () => refusal('internal', 500, 'The pods are away'));
    stub.on('GET /api/v1/tasks/pod-stats', () => refusal('internal', 500, 'The days are away'));
    openAt('/dashboard');
    const week = await region('Your week');
    expect(await week.findByText('Your pods could not be loaded.')).toBeTruthy();
    expect(week.queryByText(/^You are not in a pod/)).toBeNull();
    expect(await screen.findByText('The days are away')).toBeTruthy();
    expect(week.getAllByText('–')).toHaveLength(2);
    stub.on('GET /api/v1/tasks/pod-stats', () => workOfToday());
    await press('Try Again');
    expect(await week.findByText('6')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('The days are away')).toBeNull());
  });
});
