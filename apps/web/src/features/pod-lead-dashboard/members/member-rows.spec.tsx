import { act, fireEvent, render, screen } from '@testing-library/react';
import type { MemberProgress } from '@portal/contracts/live';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memberWeek, podWeek } from '../../../testing/pods';
import { ThemeProvider } from '../../../ui/theme-provider';
import { MemberRows } from './member-rows';

const PROGRESS = podWeek([]);
const NOTHING = {};
const NOTHING_KNOWN = { lastActive: new Map(), firstLook: new Map() };
const rows = () => screen.getAllByRole('listitem').map((row) => row.dataset['key']);

function list(members: readonly MemberProgress[]) {
  return (
    <ThemeProvider>
      <MemoryRouter>
        <MemberRows
          label="Trainers"
          members={members}
          progress={PROGRESS}
          trends={NOTHING}
          marks={NOTHING}
          known={NOTHING_KNOWN}
          tasksPath={undefined}
        />
      </MemoryRouter>
    </ThemeProvider>
  );
}

/** A member that counts how often its row renders. */
function counted(name: string) {
  const count = vi.fn(() => name);
  const member = Object.defineProperty(memberWeek(name), 'name', { get: count, enumerable: true });
  return { member, count };
}

describe('the rows', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const [ann, ben] = [memberWeek('Ann'), memberWeek('Ben')];

  it('LEAD-1 have words and number in the colour of the level', () => {
    render(list([memberWeek('Ann', { tasks: 13 })]));
    expect(screen.getByText('On Target').style.color).toContain('success');
    expect(screen.getByText('130.0%').style.color).toContain('success');
    expect(screen.getByText('of what is due by now')).toBeTruthy();
  });

  it('LEAD-1 have the share of the week once it is reached', () => {
    render(list([memberWeek('Ann', { tasks: 51 })]));
    expect(rows()).toHaveLength(1);
    expect(screen.getByText('102.0%')).toBeTruthy();
    expect(screen.getByText('of the weekly target')).toBeTruthy();
  });

  it('LEAD-58 of leads and reviewers have their reviews and no level', () => {
    render(list([memberWeek('Ann', { role: 'reviewer', reviews: 32 })]));
    expect(screen.getByText('Reviews').parentElement?.textContent).toBe('Reviews32');
    expect(document.body.textContent).not.toMatch(/%|Attention|due/);
  });

  it('LEAD-28 say that nothing is due yet, in no colour of a level', () => {
    render(list([memberWeek('Ann', { tasks: 2, level: null, level_percent: null })]));
    expect(screen.getByText('Nothing due yet').style.color).toContain('text-secondary');
    expect(document.body.textContent).not.toContain('%');
  });

  it('LEAD-14 render only if their member changes', () => {
    const { member, count } = counted('Ann');
    const { rerender } = render(list([member, ben]));
    const before = count.mock.calls.length;
    rerender(list([member, { ...ben, tasks: 7 }]));
    expect(screen.getByText('7')).toBeTruthy();
    expect(count.mock.calls.length).toBe(before);
    rerender(list([{ ...ann, tasks: 9 }, ben]));
    expect(screen.getByText('9')).toBeTruthy();
  });

  it('LEAD-7 keep their order while a pointer moves over them, and for 20 seconds after', () => {
    const { rerender } = render(list([ann, ben]));
    fireEvent.pointerMove(screen.getByRole('list', { name: 'Trainers' }));
    rerender(list([ben, ann]));
    act(() => void vi.advanceTimersByTime(19_000));
    expect(rows()).toEqual([ann.email, ben.email]);
    act(() => void vi.advanceTimersByTime(1_001));
    act(() => void vi.advanceTimersByTime(1));
    expect(rows()).toEqual([ben.email, ann.email]);
  });

  it('LEAD-7 move to their new places, with reduced motion immediately', () => {
    const moves = vi.spyOn(HTMLElement.prototype, 'animate');
    vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return 50 * [...(this.parentElement?.children ?? [])].indexOf(this);
    });
    const { rerender } = render(list([ann, ben]));
    rerender(list([ben, ann]));
    act(() => void vi.advanceTimersByTime(1));
    expect(moves.mock.calls.map(([frames]) => frames)).toEqual([
      [{ transform: 'translateY(50px)' }, { transform: 'none' }],
      [{ transform: 'translateY(-50px)' }, { transform: 'none' }],
    ]);
    moves.mockClear();
    const query = window.matchMedia('(prefers-reduced-motion: reduce)');
    vi.spyOn(query, 'matches', 'get').mockReturnValue(true);
    vi.spyOn(window, 'matchMedia').mockReturnValue(query);
    rerender(list([ann, ben]));
    act(() => void vi.advanceTimersByTime(2_000));
    expect(rows()).toEqual([ann.email, ben.email]);
    expect(moves).not.toHaveBeenCalled();
  });
});
