import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReviewCounters } from '@portal/contracts/live';
import {
  type ReviewChoices,
  type WaitingTask,
  waitingTaskSchema,
} from '@portal/contracts/task-stats';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sentBackHere } from '../../entities/claims/sent-back';
import { holdClaim, useHeldClaims } from '../../entities/claims/held-claims';
import { useServerClock } from '../../lib/server-clock';
import { useUserZone } from '../../lib/user-zone';
import { useLiveStore } from '../../live/live-store';
import { giveChartsSize } from '../../testing/chart-size';
import { heldReply } from '../../testing/held-reply';
import { LiveServer, roomState } from '../../testing/live-server';
import { memberActivity, pod, podActivity, podMember } from '../../testing/pods';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { sampleOf } from '../../testing/sample';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { MAX_MOVING } from './desk/desk-motion';

const PAGE = '/pods/Kestrel/reviewer';
const STATS = 'GET /api/v1/tasks/pod-review-stats';
const QUEUE = 'GET /api/v1/tasks/review-queue';
const MINE = 'GET /api/v1/tasks/my-reviews';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

function counters(pending: number, done: number, revision: number): ReviewCounters {
  return { project_id: 1, pod_name: 'Kestrel', epoch: '', revision, pending, done };
}

function accept(pending: number, done: number): void {
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: { ...roomState(project_id, 1), review_counters: counters(pending, done, 1) },
  });
}

const CHOICES: ReviewChoices = {
  ...{ epoch: '', revision: 1 },
  batches: [{ turing_batch_id: 1, name: 'Winter', tasks: 3 }],
  models: [{ target_model: 'opus', tasks: 2 }],
  reasons: [{ reason: 'Too short', tasks: 1 }],
};
const NO_TASK = sampleOf(waitingTaskSchema);

function waiting(turing_task_id: number, part: Partial<WaitingTask> = {}): WaitingTask {
  return {
    ...NO_TASK,
    turing_task_id,
    project_id: 1,
    turing_batch_id: 1,
    batch_name: 'Winter',
    user_email: 'ada.moss@example.com',
    status: 'completed',
    colab_link: `https://colab.example/${turing_task_id}`,
    number_of_turns: 4,
    duration_minutes: 30,
    project_name: 'Atlas',
    task_link: `https://tool.example/${turing_task_id}`,
    waiting_since: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    is_appealed: false,
    ...part,
  };
}

function queue(items: readonly WaitingTask[], revision = 1, total = items.length) {
  return { json: { revision, items, total, stuck: 0, page: 1, size: 20 } };
}

const counter = (name: string) => screen.getByText(name).parentElement?.textContent;
const push = (state: ReviewCounters) => live.emitAnything('review-counters', state);

/** Elements that the desk animates. happy-dom runs no animation. */
const animated: Element[] = [];
const cancel = vi.fn<() => void>();

beforeEach(() => {
  animated.length = 0;
  cancel.mockReset();
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function animate(this: Element) {
    animated.push(this);
    return Object.assign(new Animation(), { cancel });
  });
  serveShell(stub, [project(0), project(1, 'Atlas')]);
  stub.on('GET /api/v1/pods/Kestrel', () => ({ json: pod('Kestrel') }));
  stub.on('GET /api/v1/pods/Kestrel/members', () => ({ json: [podMember('Ada Moss')] }));
  stub.on('GET /api/v1/pods/Kestrel/activity', () => ({ json: podActivity([]) }));
  stub.on(STATS, () => ({
    json: [
      { status: 'completed', desk: 'pending', task_count: 5 },
      { status: 'completed', desk: 'done', task_count: 1 },
      { status: 'ready_for_review', desk: 'pending', task_count: 2 },
      { status: 'rework', desk: 'done', task_count: 2 },
    ],
    headers: { 'x-revision': '1' },
  }));
  stub.on(QUEUE, () => queue([waiting(11), waiting(12, { task_link: null })]));
  stub.on('GET /api/v1/tasks/review-queue/choices', () => ({ json: CHOICES }));
  stub.on(MINE, () => ({ json: { revision: 1, total: 0, contradicted: [], hours: [] } }));
  accept(7, 3);
  signInAs(grant(1, 'trainer-feedback-add'));
});

async function openLive() {
  const tab = openAt(PAGE);
  await screen.findByText('Updates live', { selector: 'section [role=status]' });
  return tab;
}

describe('the counters', () => {
  it('DESK-1 DESK-4 DESK-8 DESK-9 follow the room, and reviews travel', async () => {
    await openLive();
    expect(counter('Pending')).toContain('7');
    expect(counter('Done')).toContain('3');
    expect(screen.getByText('Days in Los Angeles time')).toBeTruthy();
    expect(animated).toHaveLength(0);
    push(counters(5, 5, 2));
    await waitFor(() => expect(animated).toHaveLength(2));
    await waitFor(() => expect(counter('Done')).toContain('5'));
    await screen.findByText('2 reviews finished. 5 pending, 5 done today.');
    // Sheets that have not landed yet are not used again, and no element is added.
    push(counters(1000, 5, 3));
    await waitFor(() => expect(counter('Pending')).toContain('1,000'));
    push(counters(900, 105, 4));
    await waitFor(() => expect(animated).toHaveLength(MAX_MOVING));
    expect(new Set(animated).size).toBe(MAX_MOVING);
    expect(document.querySelectorAll('.desk-flyer')).toHaveLength(MAX_MOVING);
    expect(cancel).not.toHaveBeenCalled();
    cleanup();
    expect(cancel).toHaveBeenCalledTimes(MAX_MOVING);
  });

  /** happy-dom has no layout: each row is 50 high, in a list of 1,000. */
  function placeElements(): void {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(
      this: Element,
    ) {
      const index = [...(this.parentElement?.children ?? [])].indexOf(this);
      if (this.matches('[data-task]')) return new DOMRect(100, 50 * index, 600, 50);
      if (this.matches('[data-sent-back]')) return new DOMRect(800, 700, 300, 20);
      return this.matches('.desk-flyer')
        ? new DOMRect(900, 300, 60, 40)
        : new DOMRect(0, 0, 0, 1000);
    });
  }

  /** Task 12 leaves the queue, and no time passes until the counters follow. */
  async function letRowLeave(): Promise<void> {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    stub.on(QUEUE, () => queue([waiting(11)], 2));
    live.emitAnything('records-changed', { records: 'review_claim' });
    await waitFor(() => expect(screen.queryByText(/Task 12/)).toBeNull());
  }

  it('DESK-35 the sheet of a task begins in its row as that leaves, the others on the stack', async () => {
    placeElements();
    const frames = vi.mocked(Element.prototype.animate).mock.calls;
    await openLive();
    await screen.findByText(/Task 12/);
    await letRowLeave();
    push(counters(5, 5, 2));
    await waitFor(() => expect(animated).toHaveLength(2));
    const starts = frames.map(([keyframes]) => JSON.stringify(keyframes).slice(0, 80));
    expect(starts[0]).toContain('translate(-794px, -245px)');
    expect(starts[1]).toContain('translate(0%');
  });

  it.each([
    ['this tab', [12], ['translate(-794px, -245px)', 'translate(-94px, 390px)']],
    ['somebody else', [], ['translate(0%', 'translate(0%']],
  ])(
    'DESK-38 DESK-5 the sheet of a task that %s sent back leaves for no done task',
    async (_who, ids, [from, to]) => {
      placeElements();
      const frames = vi.mocked(Element.prototype.animate).mock.calls;
      await openLive();
      await screen.findByText(/Task 12/);
      await waitFor(() => expect(document.querySelector('[data-sent-back]')).not.toBeNull());
      for (const id of ids) sentBackHere.add(id);
      await letRowLeave();
      push(counters(6, 3, 2));
      await waitFor(() => expect(animated).toHaveLength(1));
      const keyframes = frames[0]?.[0];
      const [first, last] = Array.isArray(keyframes) ? [keyframes[0], keyframes.at(-1)] : [];
      expect(first?.['transform']).toContain(from);
      expect(last?.['transform']).toContain(to);
      expect(sentBackHere.size).toBe(0);
      expect(counter('Done')).toContain('3');
    },
  );

  it('DESK-38 a task that waits again is no more one that was sent back', async () => {
    sentBackHere.add(12);
    await openLive();
    await screen.findByText(/Task 12/);
    expect(sentBackHere.size).toBe(0);
  });

  it('DESK-7 change without motion if the user prefers that', async () => {
    const matchMedia = window.matchMedia.bind(window);
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      matchMedia(query.includes('reduced-motion') ? 'all' : query),
    );
    await openLive();
    push(counters(5, 5, 2));
    await waitFor(() => expect(counter('Done')).toContain('5'));
    expect(animated).toHaveLength(0);
  });

  it('DESK-2 DESK-10 come from the API while the room is refused', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    live.subscribeAck = () => ({ ok: false, code: 'forbidden', detail: 'Not for you' });
    openAt(PAGE);
    await screen.findByText(/^Live updates refused, polling · as of /);
    expect(counter('Pending')).toContain('7');
    expect(counter('Done')).toContain('3');
    const { searchParams } = new URL(stub.callsOf(STATS)[0]?.url ?? '', 'http://portal');
    expect(searchParams.get('pod_name')).toBe('Kestrel');
    // Its revision is then comparable with that of the pushed counters.
    expect(searchParams.get('project_id')).toBe('1');
    const length =
      Date.parse(searchParams.get('end_datetime') ?? '') -
      Date.parse(searchParams.get('start_datetime') ?? '');
    expect(length / 3_600_000).toBeGreaterThanOrEqual(23);
    expect(length / 3_600_000).toBeLessThanOrEqual(25);
  });

  it('DESK-2 say that they could not be loaded, and try again', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    live.subscribeAck = () => ({ ok: false, code: 'forbidden', detail: 'Not for you' });
    stub.on(STATS, () => refusal('internal', 500, 'Broken'));
    openAt(PAGE);
    await screen.findByText('Failed to load review statistics. Please try again later.');
    stub.on(STATS, () => ({ json: [{ status: 'completed', desk: 'pending', task_count: 4 }] }));
    await press('Try Again');
    await waitFor(() => expect(counter('Pending')).toContain('4'));
  });

  it('DESK-10 are stale after 30 s without a connection, with their age', async () => {
    await openLive();
    push(counters(6, 4, 2));
    await waitFor(() => expect(counter('Done')).toContain('4'));
    stub.on(STATS, () => refusal('internal', 500, 'Broken'));
    act(() =>
      useLiveStore.setState({ connection: { kind: 'reconnecting', since: Date.now() - 12_000 } }),
    );
    await screen.findByText(/^Reconnecting · as of /, { selector: 'section [role=status]' });
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 65_000);
    act(() => useLiveStore.setState({ connection: { kind: 'stale', since: now } }));
    await screen.findByText('Stale', { selector: 'section [role=status]' });
    expect(screen.getByText(/1 min \d+ s old/)).toBeTruthy();
    clock.mockRestore();
    expect(counter('Pending')).toContain('6');
    // Connected again, and the room has not answered yet.
    act(() =>
      useLiveStore.setState(({ connectionNo }) => ({
        connection: { kind: 'live', since: Date.now() },
        connectionNo: connectionNo + 1,
        lostAt: Date.now() - 6_000,
      })),
    );
    await screen.findByText('Connecting', { selector: 'section [role=status]' });
    expect(screen.queryByText('Stale', { selector: 'section [role=status]' })).toBeNull();
    expect(counter('Pending')).toContain('6');
  });
});

describe('counters after midnight', () => {
  afterEach(() => void vi.useRealTimers());

  it('DESK-21 are those of their day until newer ones come', async () => {
    await openLive();
    push(counters(6, 4, 2));
    await waitFor(() => expect(counter('Done')).toContain('reviewed today'));
    vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] });
    act(() => useServerClock.setState({ aheadMs: 1 }));
    await waitFor(() => expect(counter('Done')).toMatch(/4reviewed on \w+ \d+/));
    push(counters(6, 0, 3));
    await waitFor(() => expect(counter('Done')).toContain('0reviewed today'));
  });
});

describe('what to review next', () => {
  it('DESK-11 WEB-64 lists the waiting tasks and follows a push', async () => {
    await openLive();
    const link = await screen.findByRole('link', { name: 'Review task 11 in the labeling tool' });
    expect(link.getAttribute('href')).toBe('https://tool.example/11');
    const [first, second] = within(
      screen.getByRole('region', { name: 'Review next' }),
    ).getAllByRole('listitem');
    expect(first?.textContent).toContain('Ada Moss');
    expect(first?.textContent).toContain('Waits 3 days');
    act(() => useUserZone.setState({ zone: 'UTC+5:30' }));
    for (const age of screen.getAllByText('Waits 3 days')) {
      expect(age.title).toMatch(/[AP]M, UTC\+5:30$/);
    }
    expect(second?.querySelector('button')?.disabled).toBe(true);
    stub.on(QUEUE, () => queue([waiting(12)], 2));
    push(counters(6, 4, 2));
    await waitFor(() => expect(screen.queryByText(/Task 11/)).toBeNull());
    expect(screen.getByText(/Task 12/)).toBeTruthy();
  });

  it('DESK-11 says that appeals are first, where some wait', async () => {
    openAt(PAGE);
    await screen.findByText(/for a first review, oldest first$/);
    stub.on(QUEUE, () => queue([waiting(12, { is_appealed: true }), waiting(11)], 2));
    push(counters(6, 4, 2));
    await screen.findByText(/for a first review, appeals first, then the oldest$/);
  });

  it('DESK-11 has its page in the URL', async () => {
    const all = Array.from({ length: 20 }, (_, index) => waiting(index + 1));
    stub.on(QUEUE, ({ url }) =>
      url.includes('page=2') ? queue([waiting(99)], 1, 21) : queue(all, 1, 21),
    );
    const tab = openAt(PAGE);
    await press('Next page');
    await screen.findByText(/Task 99/);
    expect(tab.url()).toBe(`${PAGE}?page=2`);
  });

  it('DESK-34 shows batch, model and how long each task waits', async () => {
    stub.on(QUEUE, () =>
      queue([waiting(11, { target_model: 'opus' }), waiting(12, { batch_name: 'Batch 7' })]),
    );
    openAt(PAGE);
    await screen.findByText(/Task 11/);
    const [first, second] = within(
      screen.getByRole('region', { name: 'Review next' }),
    ).getAllByRole('listitem');
    expect(first?.textContent).toContain('Winteropus');
    expect(second?.textContent).toContain('Batch 7No model');
  });

  it('DESK-32 filters by what waits, in the URL, and shows a filter of a link that nothing passes', async () => {
    const tab = openAt(`${PAGE}?model=haiku&page=2`);
    expect((await screen.findByRole('combobox', { name: 'Model' })).textContent).toBe('haiku');
    const choose = async (field: string, option: string) => {
      await userEvent.click(screen.getByRole('combobox', { name: field }));
      await userEvent.click(await screen.findByRole('option', { name: option }));
    };
    await choose('Batch', 'Winter (3)');
    await choose('Sent back for', 'Too short (1)');
    await choose('Waits for', '2 weeks or more');
    await choose('Model', 'All');
    expect(tab.url()).toBe(`${PAGE}?batch=1&reason=Too+short&days=14`);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search waiting tasks' }), 'tess');
    await waitFor(() =>
      expect(stub.callsOf(QUEUE).at(-1)?.url).toContain(
        'turing_batch_id=1&waiting_days=14&reason=Too+short&search=tess',
      ),
    );
    expect(tab.url()).toContain('search=tess');
  });

  it('DESK-11 shows the oldest twelve on a wall screen, without my day', async () => {
    openAt(`${PAGE}?kiosk=1&page=2`);
    await screen.findByText(/Task 11/);
    expect(stub.callsOf(QUEUE)[0]?.url).toContain('page=1&size=12');
    expect(screen.queryByRole('region', { name: 'My day' })).toBeNull();
  });

  it('DESK-12 says that nothing waits', async () => {
    stub.on(QUEUE, () => queue([]));
    openAt(PAGE);
    expect(await screen.findByText('Nothing waits')).toBeTruthy();
  });

  it('DESK-12 says that the queue could not be loaded', async () => {
    stub.on(QUEUE, () => refusal('internal', 500, 'The database is away'));
    openAt(PAGE);
    await screen.findByText('Failed to load the review queue');
    expect(screen.getByText('The database is away')).toBeTruthy();
    expect(screen.queryByText('Nothing waits')).toBeNull();
    stub.on(QUEUE, () => queue([waiting(11)]));
    await press('Try Again');
    await screen.findByText(/Task 11/);
  });
});

describe('claims', () => {
  const NEXT = 'POST /api/v1/tasks/review-queue/next';
  const claimOf = (name: string, minutes: number, is_mine = false) => ({
    reviewer: { email: `${name}@example.com`, name, picture: null },
    claimed_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
    ...{ is_mine, asked_by: is_mine ? 'Ron' : null, is_asked_by_me: false },
  });
  const rows = () =>
    within(screen.getByRole('region', { name: 'Review next' })).getAllByRole('listitem');

  it('DESK-30 show who reviews what, until their time is over, and follow others live', async () => {
    stub.on(QUEUE, () =>
      queue([
        waiting(11, { claim: claimOf('Me', 19.5, true) }),
        waiting(12, { claim: claimOf('Rita', 9.5) }),
        waiting(13, { claim: claimOf('Late', -1) }),
      ]),
    );
    await openLive();
    await screen.findByText(/Task 11/);
    const [mine, other, free] = rows().map((row) => row.textContent);
    expect(mine).toContain('Yours for 20 min · Ron asks for it');
    expect(other).toContain('Rita for 10 min');
    expect(free).not.toContain('Late');
    stub.on(QUEUE, () => queue([waiting(12)]));
    live.emitAnything('records-changed', { records: 'review_claim' });
    await waitFor(() => expect(screen.queryByText(/Rita/)).toBeNull());
  });

  it('DESK-31 DESK-32 N claims the next task that passes the filters, and opens it', async () => {
    stub.on(NEXT, () => ({ json: { task: waiting(12, { claim: claimOf('Me', 30, true) }) } }));
    stub.on('GET /api/v1/tasks/12', () => refusal('not-found', 404, 'Gone'));
    const tab = openAt(`${PAGE}?batch=7&model=opus&days=3&reason=Too+short`);
    await screen.findByText(/Task 11/);
    expect(stub.callsOf(QUEUE)[0]?.url).toMatch(
      /turing_batch_id=7&target_model=opus&waiting_days=3/,
    );
    await userEvent.keyboard('n');
    await waitFor(() => expect(tab.url()).toContain('task=12'));
    expect(stub.callsOf(NEXT).map(({ body }): unknown => JSON.parse(body))).toEqual([
      {
        pod_name: 'Kestrel',
        ...{ turing_batch_id: 7, target_model: 'opus', waiting_days: 3, reason: 'Too short' },
      },
    ]);
  });

  it('DESK-39 a link takes the next task once', async () => {
    stub.on(NEXT, () => ({ json: { task: waiting(12, { claim: claimOf('Me', 30, true) }) } }));
    stub.on('GET /api/v1/tasks/12', () => refusal('not-found', 404, 'Gone'));
    const tab = openAt(`${PAGE}?new=claim`);
    await waitFor(() => expect(tab.url()).toContain('task=12'));
    expect(tab.url()).not.toContain('claim');
    expect(stub.callsOf(NEXT)).toHaveLength(1);
  });

  it('WORK-86 WORK-87 WORK-96 two presses claim one task, and it opens before the queue is there', async () => {
    const answer = heldReply();
    stub.on(NEXT, async () => {
      await answer.released;
      return { json: { task: waiting(12, { claim: claimOf('Me', 30, true) }) } };
    });
    stub.on('GET /api/v1/tasks/12', () => refusal('not-found', 404, 'Gone'));
    const tab = openAt(PAGE);
    await screen.findByText(/Task 11/);
    const queueAgain = heldReply();
    stub.on(QUEUE, async () => {
      await queueAgain.released;
      return queue([waiting(12)]);
    });
    // Both before the page is drawn again.
    const next = screen.getByRole('button', { name: 'Next' });
    act(() => {
      next.click();
      next.click();
    });
    fireEvent.keyDown(document.body, { key: 'n' });
    answer.release();
    await waitFor(() => expect(tab.url()).toContain('task=12'));
    expect(stub.callsOf(NEXT)).toHaveLength(1);
    queueAgain.release();
    await screen.findByRole('dialog', { name: 'Task 12' });
    const backdrop = document.querySelector('.MuiBackdrop-root');
    if (!backdrop) throw new Error('No backdrop');
    fireEvent.click(backdrop, { detail: 2 });
    expect(tab.url()).toContain('task=12');
    fireEvent.click(backdrop, { detail: 1 });
    await waitFor(() => expect(tab.url()).not.toContain('task=12'));
    // WORK-96: at the desk it stays claimed.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(useHeldClaims.getState().ids).toContain(12);
  });

  it('WORK-86 G gives a task back once', async () => {
    stub.on(QUEUE, () => queue([waiting(11, { claim: claimOf('Me', 20, true) })]));
    stub.on('DELETE /api/v1/tasks/11/claim', () => ({ status: 204 }));
    openAt(PAGE);
    (await screen.findByRole('link', { name: 'Task 11' })).focus();
    await userEvent.keyboard('gg');
    await screen.findByText('Given back');
    expect(stub.callsOf('DELETE /api/v1/tasks/11/claim')).toHaveLength(1);
  });

  it('WORK-88 a claim that is answered after the reviewer has left is given back', async () => {
    const answer = heldReply();
    stub.on(NEXT, async () => {
      await answer.released;
      return { json: { task: waiting(12, { claim: claimOf('Me', 30, true) }) } };
    });
    stub.on('DELETE /api/v1/tasks/12/claim', () => ({ status: 204 }));
    const tab = openAt(PAGE);
    await screen.findByText(/Task 11/);
    await userEvent.keyboard('n');
    await waitFor(() => expect(stub.callsOf(NEXT)).toHaveLength(1));
    await tab.open('/about');
    answer.release();
    await waitFor(() => expect(stub.callsOf('DELETE /api/v1/tasks/12/claim')).toHaveLength(1));
    expect(useHeldClaims.getState().ids).toEqual([]);
    expect(tab.url()).toBe('/about');
  });

  it('WORK-91 an empty queue speaks of the filters with which it was read', async () => {
    stub.on(QUEUE, () => queue([]));
    const tab = openAt(`${PAGE}?days=3`);
    await screen.findByText('No such task waits');
    const all = heldReply();
    stub.on(QUEUE, async () => {
      await all.released;
      return queue([]);
    });
    await tab.open(PAGE);
    await waitFor(() => expect(stub.callsOf(QUEUE)).toHaveLength(2));
    const text = screen.getByText('No such task waits');
    expect(text.closest('[aria-busy=true]')).not.toBeNull();
    expect(screen.queryByText('Nothing waits')).toBeNull();
    all.release();
    await screen.findByText('Nothing waits');
    expect(screen.queryByText('No such task waits')).toBeNull();
  });

  it('WORK-92 the focus goes to the heading if the row of the panel is gone', async () => {
    stub.on('GET /api/v1/tasks/11', () => refusal('not-found', 404, 'Gone'));
    openAt(PAGE);
    (await screen.findByRole('link', { name: 'Task 11' })).focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Task 11' });
    stub.on(QUEUE, () => queue([waiting(12)]));
    live.emitAnything('records-changed', { records: 'review_claim' });
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Task 11', hidden: true })).toBeNull(),
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Review next'));
  });

  it('DESK-31 J and K move, and G gives back', async () => {
    stub.on(QUEUE, () => queue([waiting(11, { claim: claimOf('Me', 20, true) }), waiting(12)]));
    stub.on('DELETE /api/v1/tasks/11/claim', () => ({ status: 204 }));
    openAt(PAGE);
    await screen.findByText(/Task 12/);
    await userEvent.keyboard('jj');
    expect(document.activeElement?.textContent).toBe('Task 12');
    await userEvent.keyboard('g');
    expect(stub.callsOf('DELETE /api/v1/tasks/11/claim')).toHaveLength(0);
    await userEvent.keyboard('kg');
    await screen.findByText('Given back');
    expect(stub.callsOf('DELETE /api/v1/tasks/11/claim')).toHaveLength(1);
  });

  it('DESK-31 WORK-95 the button shows all shortcuts, behind which N claims nothing', async () => {
    stub.on(NEXT, () => ({ json: { task: null } }));
    openAt(PAGE);
    await press('Shortcuts');
    const dialog = await screen.findByRole('dialog', { name: 'Shortcuts' });
    expect(dialog.textContent).toContain('Claim the next task and open it');
    await userEvent.keyboard('n');
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stub.callsOf(NEXT)).toHaveLength(0);
    await userEvent.keyboard('N');
    await waitFor(() => expect(stub.callsOf(NEXT)).toHaveLength(1));
  });

  it('DESK-40 UI-162 J and K, and the panel, go on to the next page and back', async () => {
    const ids = (first: number, count: number) =>
      Array.from({ length: count }, (_, at) => waiting(first + at));
    stub.on(QUEUE, ({ url }) =>
      new URL(url, 'http://portal').searchParams.get('page') === '2'
        ? queue(ids(31, 2), 1, 22)
        : queue(ids(11, 20), 1, 22),
    );
    for (const id of [30, 31]) {
      stub.on(`GET /api/v1/tasks/${id}`, () => refusal('not-found', 404, 'Gone'));
    }
    const tab = openAt(PAGE);
    (await screen.findByRole('link', { name: 'Task 30' })).focus();
    await userEvent.keyboard('j');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Task 31'));
    expect(tab.url()).toContain('page=2');
    await userEvent.keyboard('k');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Task 30'));
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Task 30' });
    await press('Next task (j)');
    await screen.findByRole('dialog', { name: 'Task 31' });
    expect(tab.url()).toBe(`${PAGE}?page=2&task=31`);
    await press('Previous task (k)');
    await screen.findByRole('dialog', { name: 'Task 30' });
    await press('Close');
    await waitFor(() => expect(tab.url()).toBe(`${PAGE}?page=2`));
  });

  it('UI-162 the panel of a link follows the list of its page', async () => {
    stub.on(QUEUE, () => queue([waiting(11), waiting(12)], 1, 2));
    for (const id of [11, 12]) {
      stub.on(`GET /api/v1/tasks/${id}`, () => refusal('not-found', 404, 'Gone'));
    }
    openAt(`${PAGE}?task=11`);
    await screen.findByRole('dialog', { name: 'Task 11' });
    const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next task (j)' });
    await screen.findByRole('link', { name: 'Task 12', hidden: true });
    await waitFor(() => expect(next().disabled).toBe(false));
    await userEvent.click(next());
    await screen.findByRole('dialog', { name: 'Task 12' });
    await waitFor(() => expect(next().disabled).toBe(true));
  });

  it('DESK-31 Review claims a free task', async () => {
    stub.on('PUT /api/v1/tasks/11/claim', () => ({ json: claimOf('Me', 30, true) }));
    openAt(PAGE);
    const link = await screen.findByRole('link', { name: 'Review task 11 in the labeling tool' });
    link.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(link);
    await waitFor(() => expect(stub.callsOf('PUT /api/v1/tasks/11/claim')).toHaveLength(1));
  });

  it('DESK-33 are given back when the reviewer leaves the desk, but not those of another tab', async () => {
    const claimed = [11, 12, 13].map((id) => waiting(id, { claim: claimOf('Me', 20, true) }));
    stub.on(QUEUE, () => queue([...claimed, waiting(14)]));
    for (const id of [11, 12, 13, 14]) {
      stub.on(`DELETE /api/v1/tasks/${id}/claim`, () => ({ status: 204 }));
    }
    const given = () =>
      stub.calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url);
    openAt(PAGE);
    await screen.findAllByText(/Yours/);
    // 11 was claimed in another tab. 12 and 14 are claimed here, and 12 then in another tab.
    act(() => {
      holdClaim(12);
      holdClaim(14);
    });
    const other = new BroadcastChannel('portal-claims');
    other.postMessage(12);
    await waitFor(() => expect(useHeldClaims.getState().ids).toEqual([14]));
    other.close();
    cleanup();
    await waitFor(() => expect(given()).toEqual(['/api/v1/tasks/14/claim']));

    // A reload and a closed tab.
    act(() => holdClaim(13));
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(given()).toContain('/api/v1/tasks/13/claim'));
    expect(useHeldClaims.getState().ids).toEqual([]);
  });
});

describe('my day', () => {
  it('DESK-13 shows the user’s own reviews of today', async () => {
    stub.on(MINE, ({ url }) => {
      const start = new URL(url, 'http://portal').searchParams.get('start_datetime') ?? '';
      return {
        json: { revision: 1, total: 6, contradicted: [], hours: [{ hour: start, reviews: 6 }] },
      };
    });
    openAt(PAGE);
    const card = within(await screen.findByRole('region', { name: 'My day' }));
    await card.findByText('6 reviews of mine today');
    expect(card.getByText('Per active hour').parentElement?.textContent).toContain('6.0');
    const { searchParams } = new URL(stub.callsOf(MINE)[0]?.url ?? '', 'http://portal');
    expect(searchParams.get('project_id')).toBe('1');
    // Midnight in Los Angeles.
    expect(searchParams.get('start_datetime')).toMatch(/T0[78]:00:00.000Z$/);
  });

  it('DESK-37 NUM-12 WORK-93 shows the reviews of the week, and the share sent back with its number and interval', async () => {
    const me = memberActivity('Zoe', {
      reviews_week: 41,
      sent_back: { count: 4, of: 40, percent: 10, low: 2.8, high: 23.7 },
      ...{ sent_back_today: 1, sent_back_week: 2 },
    });
    stub.on('GET /api/v1/pods/Kestrel/activity', () => ({ json: podActivity([], { me }) }));
    stub.on(MINE, ({ url }) => {
      const start = new URL(url, 'http://portal').searchParams.get('start_datetime') ?? '';
      return {
        json: { revision: 1, total: 6, contradicted: [], hours: [{ hour: start, reviews: 6 }] },
      };
    });
    openAt(PAGE);
    const card = within(await screen.findByRole('region', { name: 'My day' }));
    const share = await card.findByText(/^Sent back: /);
    expect(share.textContent).toBe(
      'Sent back: 1 today, 2 this week, 4 of 40 (10.0%) of your verdicts in the last 28 days, likely 2.8 to 23.7% (Los Angeles time). Counted are reviews and feedback that ask for rework.',
    );
    expect(card.getByText('This week').parentElement?.textContent).toContain('41');
    // NUM-12: the own numbers open without a further permission, those of other people do not.
    const buttons = await screen.findAllByRole('button', { name: /^Show tasks: / });
    expect(buttons.map((one) => one.getAttribute('aria-label')?.split(',')[0])).toEqual([
      'Show tasks: my reviews today',
      'Show tasks: my reviews this week',
      'Show tasks: tasks that I sent back today',
      'Show tasks: tasks that I sent back this week',
      'Show tasks: my verdicts that sent back',
    ]);
    signInAs(grant(1, 'trainer-feedback-add', 'pod-info-public-view'));
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: /^Show tasks: / }).length).toBeGreaterThan(5),
    );
  });

  it('DESK-13 shows the hours as a table, in the URL', async () => {
    giveChartsSize();
    stub.on(MINE, ({ url }) => {
      const start = new URL(url, 'http://portal').searchParams.get('start_datetime') ?? '';
      return {
        json: { revision: 1, total: 6, contradicted: [], hours: [{ hour: start, reviews: 6 }] },
      };
    });
    const tab = openAt(PAGE);
    const card = within(await screen.findByRole('region', { name: 'My day' }));
    const chart = await card.findByRole('slider');
    expect(chart.getAttribute('aria-valuetext')).toBe('12 AM: Reviews 6');
    await userEvent.click(card.getByRole('button', { name: 'Table' }));
    const table = within(await card.findByRole('table', { name: /^My reviews by hour/ }));
    const [heading, first, second, ...others] = table.getAllByRole('row');
    expect(heading?.textContent).toBe('HourReviews');
    expect(first?.textContent).toBe('12 AM6');
    expect(second?.textContent).toBe('1 AM0');
    expect(others).toHaveLength(Number(chart.getAttribute('aria-valuemax')) - 2);
    expect(tab.url()).toContain('hours=table');
  });

  it('DESK-13 has a text for a day without reviews', async () => {
    openAt(PAGE);
    expect(await screen.findByText('No reviews yet today')).toBeTruthy();
  });
});

describe('access', () => {
  it('DESK-1 needs trainer-feedback-add', async () => {
    signInAs(grant(1, 'pod-info-public-view'));
    const tab = openAt(PAGE);
    await screen.findByText(/^You do not have permission to open that page/);
    expect(tab.url()).toBe('/');
  });
});
