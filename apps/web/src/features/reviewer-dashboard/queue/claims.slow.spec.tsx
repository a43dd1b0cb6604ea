import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { holdClaim, useHeldClaims } from '../../../entities/claims/held-claims';
import { heldReply } from '../../../testing/held-reply';
import { openAt, press } from '../../../testing/render';
import { refusal } from '../../../testing/stub-server';
import { grant, tokens } from '../../../testing/users';
import { PAGE, queue, QUEUE, reviewDesk, rows, waiting } from '../spec-support/desk';

const { stub, live, openLive } = reviewDesk();

describe('claims', () => {
  const NEXT = 'POST /api/v1/tasks/review-queue/next';
  const claimOf = (name: string, minutes: number, is_mine = false) => ({
    reviewer: { email: `${name}@example.com`, name, picture: null },
    claimed_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
    ...{ is_mine, asked_by: is_mine ? 'Ron' : null, is_asked_by_me: false },
  });
  /** The next task is 12, which the server answers once that is released. */
  const heldNext = () => {
    const answer = heldReply();
    stub.on(NEXT, async () => {
      await answer.released;
      return { json: { task: waiting(12, { claim: claimOf('Me', 30, true) }) } };
    });
    return answer;
  };
  const areGone = (...ids: number[]) => {
    for (const id of ids) {
      stub.on(`GET /api/v1/tasks/${id}`, () => refusal('not-found', 404, 'Gone'));
    }
  };

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
    areGone(12);
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
    areGone(12);
    const tab = openAt(`${PAGE}?new=claim`);
    await waitFor(() => expect(tab.url()).toContain('task=12'));
    expect(tab.url()).not.toContain('claim');
    expect(stub.callsOf(NEXT)).toHaveLength(1);
  });

  it('WORK-86 WORK-87 WORK-96 two presses claim one task, and it opens before the queue is there', async () => {
    const answer = heldNext();
    areGone(12);
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

  it('WORK-87 the queue is fetched again once, with the push of a live connection', async () => {
    stub.on(NEXT, () => ({ json: { task: waiting(12, { claim: claimOf('Me', 30, true) }) } }));
    areGone(12);
    const tab = await openLive();
    await screen.findByText(/Task 11/);
    const before = stub.callsOf(QUEUE).length;
    await userEvent.keyboard('n');
    await waitFor(() => expect(tab.url()).toContain('task=12'));
    await tab.idle();
    expect(stub.callsOf(QUEUE)).toHaveLength(before);
    stub.on(QUEUE, () => queue([waiting(12, { claim: claimOf('Me', 30, true) })]));
    live.emitAnything('records-changed', { records: 'review_claim' });
    await screen.findByText(/Yours for 30 min/);
    await tab.idle();
    expect(stub.callsOf(QUEUE)).toHaveLength(before + 1);
  });

  it('WORK-87 the queue is fetched again at once if no task was claimed', async () => {
    stub.on(NEXT, () => ({ json: { task: null } }));
    await openLive();
    await screen.findByText(/Task 11/);
    const before = stub.callsOf(QUEUE).length;
    stub.on(QUEUE, () => queue([]));
    await userEvent.keyboard('n');
    await waitFor(() => expect(screen.queryByText(/Task 11/)).toBeNull());
    expect(stub.callsOf(QUEUE)).toHaveLength(before + 1);
  });

  it('WORK-87 the queue is fetched again without a live connection, too', async () => {
    stub.on(NEXT, () => ({ json: { task: waiting(12, { claim: claimOf('Me', 30, true) }) } }));
    areGone(12);
    stub.on('POST /api/auth/refresh', () => ({
      json: tokens([grant(1, 'trainer-feedback-add')]),
    }));
    live.admits = () => false;
    try {
      openAt(PAGE);
      await screen.findByText(/Task 11/);
      stub.on(QUEUE, () => queue([waiting(12, { claim: claimOf('Me', 30, true) })]));
      await userEvent.keyboard('n');
      await screen.findByText(/Yours for 30 min/);
    } finally {
      live.admits = () => true;
    }
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
    const answer = heldNext();
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
    areGone(11);
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
    areGone(30, 31);
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

  it('DESK-40 presses of J before the next page is there add up', async () => {
    const answer = heldReply();
    const asked: (string | null)[] = [];
    stub.on(QUEUE, async ({ url }) => {
      const page = new URL(url, 'http://portal').searchParams.get('page');
      asked.push(page);
      if (page === '2') await answer.released;
      const first = page === '2' ? 31 : 11;
      return queue(
        Array.from({ length: 20 }, (_, at) => waiting(first + at)),
        1,
        60,
      );
    });
    const tab = openAt(PAGE);
    (await screen.findByRole('link', { name: 'Task 30' })).focus();
    await userEvent.keyboard('j');
    await waitFor(() => expect(asked.at(-1)).toBe('2'));
    await userEvent.keyboard('jj');
    answer.release();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Task 33'));
    expect(tab.url()).toContain('page=2');
    expect(asked).not.toContain('3');
  });

  it('UI-162 the panel of a link follows the list of its page', async () => {
    stub.on(QUEUE, () => queue([waiting(11), waiting(12)], 1, 2));
    areGone(11, 12);
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
