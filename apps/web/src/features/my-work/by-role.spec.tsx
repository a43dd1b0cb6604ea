import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { placeholders } from '../../testing/held-reply';
import { ACTIVITY, homeStub, region, TASKS, today, WEEK } from '../../testing/home-stub';
import { memberActivity, podActivity } from '../../testing/pods';
import { openAt, press } from '../../testing/render';
import { refusal } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';
import { podWeek, userTask, userTasks } from '../../testing/work';

const { stub, serveRole, serveWeek, serveTasks } = homeStub();

describe('by role', () => {
  const serveQueue = (items: readonly object[], total = items.length) =>
    stub.on('GET /api/v1/tasks/review-queue', () => ({
      json: { epoch: '', revision: 1, items, total, stuck: 0, page: 1, size: 5 },
    }));
  const as = (role: string, ...permissions: Parameters<typeof grant>[1][]) => {
    serveRole(role);
    serveQueue([]);
    signInAs(grant(1, 'pod-info-public-view', 'trainer-feedback-add', ...permissions));
  };
  const waiting = (id: number) => ({
    ...userTask(id),
    claim: null,
    waiting_since: null,
    is_appealed: false,
    batch_name: 'One',
  });

  it('HOME-47 HOME-53 shows a reviewer the tasks that wait and the own reviews, and no week without tasks', async () => {
    as('reviewer');
    serveWeek(podWeek({ role: 'reviewer', reviews: 4, goal: null, level: null }));
    serveQueue([waiting(31), waiting(32)], 17);
    stub.on('GET /api/v1/tasks/by-number', () => ({
      json: { epoch: '', revision: 1, items: [], total: 0, page: 1, size: 20 },
    }));
    openAt('/dashboard');
    const reviews = await region('Reviews of Orion');
    expect((await reviews.findByRole('link', { name: 'Task 31' })).getAttribute('href')).toBe(
      '/dashboard?task=31',
    );
    await reviews.findByRole('button', { name: 'Show tasks: Reviews of Orion, 17' });
    const own = await reviews.findByRole('button', {
      name: 'Show tasks: your reviews this week, Orion, 4',
    });
    await userEvent.click(own);
    await waitFor(() => expect(stub.callsOf('GET /api/v1/tasks/by-number')).toHaveLength(1));
    const [call] = stub.callsOf('GET /api/v1/tasks/by-number');
    expect(call?.url).toContain(
      'project_id=1&number=reviews_in_period&user_email=zoe%40example.com',
    );
    await press('Close');
    const desk = reviews.getByRole('link', { name: 'Open the review desk' });
    expect(desk.getAttribute('href')).toBe('/pods/Orion/reviewer');
    expect(await screen.findByText('You have no tasks of your own in this project.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Your week' })).toBeNull();
  });

  it('HOME-63 shows whose a waiting task is, its batch and model, and takes the next one', async () => {
    as('reviewer');
    serveWeek(podWeek({ role: 'reviewer', reviews: 4, goal: null, level: null }));
    const own = { user_email: 'zoe@example.com', target_model: 'opus' };
    const other = { user_email: 'gone@example.com', target_model: null };
    serveQueue([
      { ...waiting(31), ...own },
      { ...waiting(32), ...other },
    ]);
    openAt('/dashboard');
    const reviews = await region('Reviews of Orion');
    await reviews.findByText('Zoë Admin');
    const [first, second] = reviews.getAllByRole('listitem');
    expect(first?.textContent).toBe('Task 31Zoë AdminOneopus');
    expect(second?.textContent).toBe('Task 32gone@example.comOneNo model');
    const next = reviews.getByRole('link', { name: 'Review the next task' });
    expect(next.getAttribute('href')).toBe('/pods/Orion/reviewer?new=claim');
  });

  it('HOME-54 says of a task that it waits because of an appeal, and of another nothing', async () => {
    as('reviewer');
    serveQueue([{ ...waiting(31), is_appealed: true }, waiting(32)]);
    openAt('/dashboard');
    const reviews = await region('Reviews of Orion');
    await reviews.findByRole('link', { name: 'Task 31' });
    const [appealed, other] = reviews.getAllByRole('listitem');
    expect(appealed?.textContent).toContain('Appeal');
    expect(other?.textContent).not.toContain('Appeal');
  });

  it('HOME-59 shows a reviewer the own reviews of today and what was sent back', async () => {
    as('reviewer');
    serveWeek(podWeek({ role: 'reviewer', reviews: 4, goal: null, level: null }));
    const me = memberActivity('Zoe', { reviews_today: 1, sent_back_today: 2 });
    stub.on(ACTIVITY, () => ({ json: podActivity([], { pod_name: 'Orion', today: today(), me }) }));
    openAt('/dashboard');
    const reviews = await region('Reviews of Orion');
    const number = (name: string) => reviews.findByRole('button', { name: `Show tasks: ${name}` });
    const ofToday = await number('your reviews today, Orion, 1');
    await number('tasks that you sent back today, Orion, 2');
    await number('your reviews this week, Orion, 4');
    expect(ofToday.parentElement?.textContent).toBe(
      'No task waits for a review. 1 review by you today, 2 sent back. 4 reviews by you this week.',
    );
  });

  it('HOME-47 is one line where nothing waits', async () => {
    as('reviewer');
    openAt('/dashboard');
    const reviews = await region('Reviews of Orion');
    expect(await reviews.findByText('No task waits for a review.')).toBeTruthy();
    expect(reviews.queryAllByRole('listitem')).toHaveLength(0);
    expect(reviews.queryByRole('link', { name: 'Review the next task' })).toBeNull();
  });

  it('HOME-55 says that the own tasks could not be loaded, without a placeholder for them', async () => {
    as('lead');
    serveWeek(podWeek({}));
    stub.on(TASKS, () => refusal('internal', 500, 'The tasks are away'));
    openAt('/dashboard');
    expect(await screen.findByText('The tasks are away')).toBeTruthy();
    await region('Orion this week');
    await waitFor(() => expect(placeholders(document.body)).toBe(0));
  });

  it('HOME-9 says that the pods of a lead could not be loaded, without a placeholder, and tries again', async () => {
    as('lead');
    stub.on('GET /api/v1/pod-members/', () => refusal('internal', 500, 'The pods are away'));
    openAt('/dashboard');
    expect(await screen.findByText('The pods are away')).toBeTruthy();
    await waitFor(() => expect(placeholders(document.body)).toBe(0));
    serveRole('lead');
    await press('Try Again');
    await region('Orion this week');
  });

  it('HOME-9 says of a pod that it could not be loaded, and tries again', async () => {
    as('lead');
    let isDown = true;
    stub.on(WEEK, () =>
      isDown ? refusal('internal', 500, 'The week is away') : { json: podWeek({}) },
    );
    openAt('/dashboard');
    const orion = await region('Orion this week');
    const again = await orion.findByRole('button', { name: 'Try Again' });
    isDown = false;
    await userEvent.click(again);
    expect(await orion.findByText('1 of 1 trainer is behind their target.')).toBeTruthy();
  });

  it('HOME-48 HOME-53 shows a lead who is below the target, what waits and that next week has no target', async () => {
    as('lead');
    const week = podWeek({});
    serveWeek(week);
    stub.on(WEEK, ({ url }) => ({
      json: url.includes('week_start=') ? { ...week, target: null, members: [] } : week,
    }));
    const oldest = new Date(Date.now() - 3 * 86_400_000).toISOString();
    stub.on(ACTIVITY, () => ({
      json: podActivity([], { pod_name: 'Orion', waiting: { tasks: 14, oldest, by_age: null } }),
    }));
    openAt('/dashboard');
    const orion = await region('Orion this week');
    expect(await orion.findByText('1 of 1 trainer is behind their target.')).toBeTruthy();
    const trainer = within(await orion.findByRole('listitem'));
    expect(trainer.getByText('Needs Attention · 75.0% of what is due by now')).toBeTruthy();
    expect(trainer.getByRole('link', { name: 'Zoë Admin' })).toBeTruthy();
    const backlog = await orion.findByRole('link', { name: 'tasks wait for a review' });
    expect(backlog.parentElement?.textContent).toBe(
      '14 tasks wait for a review, the oldest for 3 days.',
    );
    expect(backlog.getAttribute('href')).toBe('/pods/Orion/reviewer');
    expect(await orion.findByText('Next week has no weekly target yet.')).toBeTruthy();
    const board = orion.getByRole('link', { name: 'Open the Lead Dashboard' });
    expect(board.getAttribute('href')).toBe('/pods/Orion/lead-dashboard');
  });

  it('HOME-50 names the tasks in which an import contradicted a change by the user', async () => {
    as('reviewer');
    const said = {
      import_id: '0191b8a2-0000-7000-8000-000000000001',
      imported_at: '2026-01-05T10:00:00Z',
    };
    const contradicted = [
      { ...said, turing_task_id: 31, is_kept: true },
      { ...said, turing_task_id: 32, is_kept: false },
      { ...said, turing_task_id: 33, is_kept: true },
      {
        ...said,
        turing_task_id: 31,
        is_kept: true,
        import_id: '0191b8a2-0000-7000-8000-000000000002',
      },
    ];
    stub.on('GET /api/v1/tasks/my-reviews', () => ({
      json: { revision: 1, total: 0, contradicted, hours: [] },
    }));
    openAt('/dashboard');
    const task = await screen.findByRole('link', { name: 'Task 31' });
    expect(task.getAttribute('href')).toBe('/dashboard?task=31');
    expect(task.closest('[role=status]')?.textContent).toBe(
      'Imports contradicted what you did in the portal. As you left it: Task 31, Task 33. ' +
        'With the value of the file now: Task 32.',
    );
  });

  it('HOME-49 shows users who manage their own week only if they have tasks', async () => {
    as('lead', 'data-upload');
    serveTasks(userTasks([userTask(11)]));
    openAt('/dashboard');
    expect(await region('Your week')).toBeTruthy();
    expect(screen.queryByText('You have no tasks of your own in this project.')).toBeNull();
  });
});
