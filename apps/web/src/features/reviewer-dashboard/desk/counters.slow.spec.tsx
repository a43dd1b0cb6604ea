import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sentBackHere } from '../../../entities/claims/sent-back';
import { useServerClock } from '../../../lib/server-clock';
import { useLiveStore } from '../../../live/live-store';
import { openAt, press } from '../../../testing/render';
import { refusal } from '../../../testing/stub-server';
import { counters, PAGE, queue, QUEUE, reviewDesk, STATS, waiting } from '../spec-support/desk';
import { MAX_MOVING } from './desk-motion';

const { stub, live, push, openLive } = reviewDesk();
const counter = (name: string) => screen.getByText(name).parentElement?.textContent;

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
});

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
