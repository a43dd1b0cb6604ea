import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { heldReply, placeholders } from '../../testing/held-reply';
import { LiveServer } from '../../testing/live-server';
import { batch, overview } from '../../testing/dashboard';
import { NO_ROUNDS, serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { setNarrow } from '../../testing/window';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, signInAs } from '../../testing/users';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const figures = {
  ...{ rounds: 12, rounds_per_task: 1.25, hours_to_verdict: 3, hours_to_return: 96 },
  first_look: { count: 9, of: 10, percent: 90, low: 55.5, high: 99.7 },
};
const ROUNDS = 'GET /api/v1/tasks/rounds';
const part = (key: string | null, rework: number) => ({ key, name: key, rework });

beforeEach(() => {
  serveShell(stub);
  signInAs(grant(1, 'pod-info-public-view'));
  stub.on('GET /api/v1/projects/1/overview', () => ({ json: overview({ batches: [batch(1)] }) }));
  stub.on('GET /api/v1/tasks/rounds', () => ({
    json: {
      ...NO_ROUNDS,
      all: figures,
      users: [{ ...figures, user_email: 'ada@example.com', user_name: 'Ada' }],
      rework: 3,
      by: {
        reason: [part(null, 2), part('No source', 1)],
        user: [part('ada@example.com', 3)],
        batch: [{ key: '1-1', name: 'One', rework: 3 }],
        model: [part('atlas', 3)],
      },
    },
  }));
});

describe('the rounds of a project', () => {
  it('ROUND-14 show each rate of a person with what it is counted from, its interval, days and zone', async () => {
    openAt('/projects/1/dashboard?start_date=2026-01-05&end_date=2026-01-11');
    const card = await screen.findByRole('region', { name: 'Rounds' });
    expect(card.textContent).toMatch(/12 verdicts on Jan 5.*2026, Los Angeles time/);
    const [, all, ada] = within(card).getAllByRole('row');
    expect(all?.textContent).toBe('All9 of 10 (90.0%)likely 55.5 to 99.7%1.33.0 h4.0 d');
    expect(ada?.textContent).toBe('Ada9 of 10 (90.0%)likely 55.5 to 99.7%1.33.0 h4.0 d');
    expect(stub.callsOf('GET /api/v1/tasks/rounds')[0]?.url).toMatch(
      /project_id=1&start_date=2026-01-05&end_date=2026-01-11$/,
    );
  });

  it('ROUND-15 show what sends tasks back, most often first, by reason, person, batch or model', async () => {
    openAt('/projects/1/dashboard');
    const card = await screen.findByRole('region', { name: 'Rounds' });
    const items = (name: string) =>
      within(within(card).getByRole('list', { name }))
        .getAllByRole('listitem')
        .map((item) => item.textContent);
    expect(items('Rework by reason')).toEqual(['Without a reason2 of 3', 'No source1 of 3']);
    await userEvent.click(within(card).getByRole('button', { name: 'Model' }));
    expect(items('Rework by model')).toEqual(['atlas3 of 3']);
  });

  it('NUM-18 open the rounds of their numbers, each with its part', async () => {
    stub.on('GET /api/v1/tasks/by-number', () => ({
      json: { epoch: '', revision: 1, items: [], total: 2, page: 1, size: 20 },
    }));
    openAt('/projects/1/dashboard?start_date=2026-01-05');
    const card = within(await screen.findByRole('region', { name: 'Rounds' }));
    const opened = async (name: string) => {
      const calls = () => stub.callsOf('GET /api/v1/tasks/by-number');
      const before = calls().length;
      await userEvent.click(card.getByRole('button', { name: `Show tasks: ${name}` }));
      await expect.poll(() => calls().length).toBe(before + 1);
      await press('Close');
      const url = calls().at(-1)?.url ?? '';
      const {
        size: _,
        page: _page,
        ...query
      } = Object.fromEntries(new URL(url, 'http://portal').searchParams);
      return query;
    };
    const all = { project_id: '1', start_date: '2026-01-05' };
    expect(await opened('rounds, 12 verdicts')).toEqual({ ...all, number: 'rounds' });
    const ada = { ...all, number: 'first_looks', task_user: 'ada@example.com' };
    expect(await opened('first looks, Ada, 10')).toEqual(ada);
    expect(await opened('first looks, All, 10')).toEqual({ ...all, number: 'first_looks' });
    const rework = { ...all, number: 'rework_rounds' };
    expect(await opened('ended with rework, 3 rounds')).toEqual(rework);
    const without = 'Rework by reason, Without a reason, 2';
    expect(await opened(without)).toEqual({ ...rework, reason: '' });
    await userEvent.click(card.getByRole('button', { name: 'Person' }));
    const person = 'Rework by person, ada@example.com, 3';
    expect(await opened(person)).toEqual({ ...rework, task_user: 'ada@example.com' });
    await userEvent.click(card.getByRole('button', { name: 'Batch' }));
    expect(await opened('Rework by batch, One, 3')).toEqual({ ...rework, batch_ids: '1' });
  });

  it('NUM-14 are text for users who see the rounds and not their tasks', async () => {
    signInAs(grant(1, 'data-upload'));
    openAt('/projects/1/dashboard');
    const card = within(await screen.findByRole('region', { name: 'Rounds' }));
    card.getByText('3 rounds ended with rework. One with several reasons counts with each.');
    expect(card.queryByRole('button', { name: /^Show tasks/ })).toBeNull();
  });

  it('ROUND-18 say since when they are counted, also if none of these passes the filters', async () => {
    const cut = { ...NO_ROUNDS, counted_since: '2026-10-25T07:02:00.000Z' };
    stub.on('GET /api/v1/tasks/rounds', () => ({ json: cut }));
    openAt('/projects/1/dashboard');
    const card = await screen.findByRole('region', { name: 'Rounds' });
    within(card).getByText('0 verdicts since Oct 25, 2026, 12:02 AM, Los Angeles time');
    within(card).getByText(/^Counted are the newest 50,000 verdicts of the project\. For earlier/);
    expect(within(card).getAllByRole('row')).toHaveLength(2);
  });

  it('ROUND-14 is not there without a round', async () => {
    stub.on('GET /api/v1/tasks/rounds', () => ({ json: NO_ROUNDS }));
    openAt('/projects/1/dashboard');
    await screen.findByRole('region', { name: 'Project Batches' });
    await expect.poll(() => stub.callsOf('GET /api/v1/tasks/rounds').length).toBe(1);
    expect(screen.queryByRole('region', { name: 'Rounds' })).toBeNull();
  });

  it('UI-175 have two lines for each person on a phone, with the name above the numbers', async () => {
    setNarrow();
    openAt('/projects/1/dashboard');
    const card = await screen.findByRole('region', { name: 'Rounds' });
    const [head, , ada] = within(card).getAllByRole('row');
    expect([head, ada].map((row) => row && getComputedStyle(row).display)).toEqual([
      'grid',
      'grid',
    ]);
  });

  it('UI-175 have one line for each person on a wide screen', async () => {
    openAt('/projects/1/dashboard');
    const card = await screen.findByRole('region', { name: 'Rounds' });
    for (const row of within(card).getAllByRole('row')) {
      expect(getComputedStyle(row).display).not.toBe('grid');
    }
  });

  it('UI-176 have a placeholder until their first answer, and take nothing else away', async () => {
    const { released, release } = heldReply();
    stub.on(ROUNDS, async () => {
      await released;
      return { json: { ...NO_ROUNDS, all: figures } };
    });
    openAt('/projects/1/dashboard');
    const batches = await screen.findByRole('region', { name: 'Project Batches' });
    await expect.poll(() => stub.callsOf(ROUNDS).length).toBe(1);
    await expect.poll(() => placeholders(document.body)).toBe(1);
    release();
    await screen.findByRole('region', { name: 'Rounds' });
    expect(placeholders(document.body)).toBe(0);
    expect(batches.isConnected).toBe(true);
  });

  it('UI-176 of other days are awaited with the previous numbers, dimmed and with their days', async () => {
    openAt('/projects/1/dashboard');
    await screen.findByRole('region', { name: 'Rounds' });
    const { released, release } = heldReply();
    stub.on(ROUNDS, async () => {
      await released;
      return { json: { ...NO_ROUNDS, all: { ...figures, rounds: 5 } } };
    });
    await press('7D');
    await screen.findByText('Still showing all time');
    const card = screen.getByRole('region', { name: 'Rounds' });
    expect(card.textContent).toContain('12 verdicts of all time');
    expect(card.closest('[aria-busy=true]')).toBeTruthy();
    release();
    await screen.findByRole('button', { name: 'Show tasks: rounds, 5 verdicts' });
    expect(screen.queryByText(/^Still showing/)).toBeNull();
  });

  it('UI-177 say that a period is too long, in place of numbers, until there is an answer', async () => {
    const detail = 'Counting these rounds takes longer than 2 s. Select a shorter period.';
    stub.on(ROUNDS, () => refusal('too-broad', 422, detail));
    openAt('/projects/1/dashboard');
    const card = within(await screen.findByRole('region', { name: 'Rounds' }));
    card.getByRole('heading', { name: 'This period is too long' });
    card.getByText(detail);
    stub.on(ROUNDS, () => ({ json: { ...NO_ROUNDS, all: figures } }));
    await press('Try Again');
    await screen.findByRole('button', { name: 'Show tasks: rounds, 12 verdicts' });
  });

  it('UI-177 that could not be loaded say so, and offer to try again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on(ROUNDS, () => refusal('internal', 500, 'Broken'));
    openAt('/projects/1/dashboard');
    const card = within(await screen.findByRole('region', { name: 'Rounds' }));
    card.getByRole('heading', { name: 'Failed to load the rounds' });
    card.getByRole('button', { name: 'Try Again' });
  });
});
