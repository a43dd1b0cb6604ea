import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { memberActivity, memberWeek, podActivity } from '../../../testing/pods';
import { press } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { userTask } from '../../../testing/user-tasks';
import { target } from '../../../testing/pod-targets';
import { ann, ben, leo, THIS, boardOn } from '../spec-support/board';
import { formatWeek, weeksFrom } from '../week/weeks';

const stub = stubServer();
const { serve, open, openPage } = boardOn(stub);

describe('the reviewers on the lead board', () => {
  it('LEAD-60 WORK-93 has the work of the reviewers, with shares and their cases, and what waits', async () => {
    const rae = memberWeek('Rae', { role: 'reviewer' });
    serve({ members: [ann, rae, leo] });
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({
      json: podActivity(
        [
          memberActivity('Rae', {
            ...{ reviews_today: 3, reviews_week: 12, claimed: 2, last_active_at: ago(5) },
            ...{ sent_back_today: 1, sent_back_week: 2 },
            sent_back: { count: 9, of: 10, percent: 90, low: 55.5, high: 99.7 },
          }),
          memberActivity('Leo'),
          memberActivity('Ann', { last_active_at: ago(1) }),
        ],
        { waiting: { tasks: 7, oldest: ago(3 * 1440), by_age: [7, 1, 0] } },
      ),
    }));
    open('pod-info-public-view', 'trainer-feedback-add');
    const card = within(await screen.findByRole('region', { name: 'Reviewers' }));
    expect(card.getByText(/, the oldest for/).textContent).toContain(
      '7 tasks wait, the oldest for 3 days',
    );
    const rows = (await card.findAllByRole('row')).slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['31 sent back', '122 sent back', '9 of 10 (90.0%)likely 55.5 to 99.7%', '2', '5m'],
    ]);
    expect(card.getByRole('link', { name: 'Open the review desk' }).getAttribute('href')).toBe(
      '/pods/Kestrel/reviewer',
    );
  });

  it('LEAD-72 sorts the reviewers by each column, in the URL', async () => {
    const people = ['Rae', 'Ida', 'Moe'].map((name) => memberWeek(name, { role: 'reviewer' }));
    serve({ members: people });
    const share = { count: 1, of: 10, percent: 10, low: 0.3, high: 44.5 };
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({
      json: podActivity([
        memberActivity('Rae', { reviews_week: 12, sent_back: share }),
        memberActivity('Ida', { reviews_week: 3, sent_back: { ...share, percent: 40 } }),
        memberActivity('Moe', { reviews_week: 30, claimed: 1 }),
      ]),
    }));
    const { url } = openPage();
    const card = within(await screen.findByRole('region', { name: 'Reviewers' }));
    const names = () => card.getAllByRole('rowheader').map((cell) => cell.textContent?.slice(0, 3));
    await card.findByText('Moe');
    expect(names()).toEqual(['Rae', 'Ida', 'Moe']);
    await userEvent.click(card.getByRole('button', { name: 'Week' }));
    await waitFor(() => expect(names()).toEqual(['Ida', 'Rae', 'Moe']));
    await userEvent.click(card.getByRole('button', { name: 'Week' }));
    await waitFor(() => expect(names()).toEqual(['Moe', 'Rae', 'Ida']));
    expect(url()).toBe('/pods/Kestrel/lead-dashboard?reviewers=week&reviewers_order=desc');
    expect(card.getByRole('columnheader', { name: 'Week' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    await userEvent.click(card.getByRole('button', { name: 'Sent back' }));
    await waitFor(() => expect(names()).toEqual(['Moe', 'Rae', 'Ida']));
    await userEvent.click(card.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(names()).toEqual(['Ida', 'Moe', 'Rae']));
  });

  it('LEAD-60 says that the reviewers could not be loaded', async () => {
    serve();
    stub.on('GET /api/v1/pods/Kestrel/activity', () => refusal('internal', 500, 'Broken'));
    open('pod-info-public-view');
    await screen.findByText('The reviewers and the last activity could not be loaded');
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({ json: podActivity([]) }));
    await press('Try Again');
    await screen.findByText('No task waits for a first review');
  });

  it('UI-187 keeps the next weeks where the reviewers, and the reviewers where these could not be loaded', async () => {
    serve();
    stub.on('GET /api/v1/pods/Kestrel/activity', () => refusal('internal', 500, 'Broken'));
    open('pod-info-public-view');
    const card = within(await screen.findByRole('region', { name: 'Reviewers' }));
    await card.findByText('The reviewers and the last activity could not be loaded');
    expect(await card.findAllByText('Set target')).toHaveLength(3);
  });

  it('UI-187 says that the targets of the next weeks could not be loaded', async () => {
    serve();
    stub.on('GET /api/v1/pod-weekly-targets/', () => refusal('internal', 500, 'Broken'));
    open('pod-info-public-view');
    const card = within(await screen.findByRole('region', { name: 'Reviewers' }));
    await card.findByText('The targets of the next weeks could not be loaded');
    expect(card.getByText('No task waits for a first review')).toBeTruthy();
    serve();
    await userEvent.click(card.getByRole('button', { name: 'Try Again' }));
    expect(await card.findAllByText('Set target')).toHaveLength(3);
  });

  it('NUM-4 NUM-9 the sum of the trainers and the numbers of the reviewers open their tasks', async () => {
    const rae = memberWeek('Rae', { role: 'reviewer' });
    serve({ members: [ann, ben, rae] });
    const sent_back = { count: 4, of: 40, percent: 10, low: 2.8, high: 23.7 };
    const work = { reviews_today: 3, reviews_week: 12, claimed: 2, sent_back, sent_back_week: 5 };
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({
      json: podActivity([memberActivity('Rae', work)], {
        waiting: { tasks: 7, oldest: null, by_age: [0, 0, 0] },
      }),
    }));
    const calls = () => stub.callsOf('GET /api/v1/tasks/by-number');
    stub.on('GET /api/v1/tasks/by-number', () => ({
      json: { epoch: '', revision: 1, items: [], total: 2, page: 1, size: 20 },
    }));
    open('pod-info-public-view');
    const asked = async (name: string) => {
      await userEvent.click(await screen.findByRole('button', { name }));
      // On a Monday today and the week are one request, which is not sent again.
      await within(await screen.findByRole('dialog')).findByText(/^2 \w+, /);
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      return Object.fromEntries(new URL(calls().at(-1)?.url ?? '', 'http://x').searchParams);
    };
    const trainersOf = { pod_name: 'Kestrel', pod_role: 'trainer' };
    expect(await asked('Show tasks: done by trainers, 16')).toMatchObject({
      ...{ number: 'completed_by_users', ...trainersOf },
    });
    expect(await asked('Show tasks: that wait for a review, 7 tasks wait')).toMatchObject({
      ...{ number: 'waiting_for_review', pod_name: 'Kestrel' },
    });
    const ofRae = { project_id: '1', user_email: 'rae@example.com' };
    const reviews = { number: 'reviews_in_period', ...ofRae };
    expect(await asked('Show tasks: reviews by Rae, 3')).toMatchObject(reviews);
    expect(await asked('Show tasks: reviews by Rae, 12')).toMatchObject(reviews);
    expect(await asked('Show tasks: sent back by Rae, 4 of 40 (10.0%), 4')).toMatchObject({
      ...{ number: 'sent_back_in_period', ...ofRae },
      start_datetime: '2025-12-10T08:00:00.000Z',
    });
    expect(await asked('Show tasks: sent back by Rae this week, 5 sent back')).toMatchObject({
      number: 'sent_back_in_period',
      ...ofRae,
    });
    expect(await asked('Show tasks: claimed by Rae, 2')).toMatchObject({
      ...{ number: 'claimed_now', pod_name: 'Kestrel', ...ofRae },
    });
  });

  it('ROUND-20 NUM-16 the list of stuck tasks says how often each came back, when last, and why', async () => {
    serve({ members: [ann, ben] });
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({
      json: podActivity([], { stuck: { tasks: 1, oldest: null } }),
    }));
    const last_round = { n: 4, verdict: 'rework', ended_at: '2026-01-05T10:00:00Z' };
    const last_review = {
      ...{ turing_review_id: 1, feedback_id: null, reviewer_email: null, reviewer_name: 'Rae' },
      ...{ status: 'refused', score: 2, feedback: 'Cite a source.', reasons: ['No source'] },
      ...{ submitted_at: '2026-01-05T10:00:00Z', is_unread: true },
    };
    const task = { ...userTask(7, { status: 'rework' }), last_round, last_review };
    stub.on('GET /api/v1/tasks/by-number', () => ({
      json: { epoch: '', revision: 1, items: [task], total: 1, page: 1, size: 20 },
    }));
    open('pod-info-public-view');
    await userEvent.click(await screen.findByRole('button', { name: /that are stuck/u }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('columnheader', { name: 'Rounds' })).toBeTruthy();
    expect(dialog.getByRole('columnheader', { name: 'Came back' })).toBeTruthy();
    expect(dialog.getByRole('cell', { name: '4' })).toBeTruthy();
    const why = 'Rae · Refused · 2 · No source · Cite a source.';
    expect(dialog.getByRole('cell', { name: why })).toBeTruthy();
  });

  it('LEAD-73 a link opens the form of the target of a week', async () => {
    serve();
    const monday = weeksFrom(THIS, 2);
    const { url } = openPage(`?target=${monday}`);
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(new RegExp(formatWeek(monday)));
    await press('Cancel');
    await waitFor(() => expect(url()).toBe('/pods/Kestrel/lead-dashboard'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('LEAD-63 offers the targets of the weeks to come', async () => {
    serve({}, [target({ week_start_date: weeksFrom(THIS, 1), daily_tasks_target: 7 })]);
    open('pod-info-public-view');
    const card = within(await screen.findByRole('region', { name: 'Reviewers' }));
    expect(await card.findByText('7 tasks or 50 turns a day')).toBeTruthy();
    expect(card.getAllByText('Set target')).toHaveLength(2);
    await press(`Set target of ${formatWeek(weeksFrom(THIS, 2))}`);
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });
});
