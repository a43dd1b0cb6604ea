import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offerUndo, showToast, useToastStore } from './toast-store';
import { Toaster } from './toaster';

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

describe('toasts', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('WEB-14 shows a toast for three seconds', () => {
    render(<Toaster />);
    act(() => showToast('Item created successfully', { type: 'success' }));
    expect(screen.getByRole('alert').textContent).toContain('Item created successfully');
    pass(2_900);
    expect(useToastStore.getState().toast.show).toBe(true);
    pass(200);
    expect(useToastStore.getState().toast.show).toBe(false);
  });

  it('WEB-14 offers an action, which hides the toast', () => {
    const run = vi.fn<() => void>();
    render(<Toaster />);
    act(() => showToast('Error deleting item', { action: { label: 'Retry', run } }));
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    expect(run).toHaveBeenCalledTimes(1);
    expect(useToastStore.getState().toast.show).toBe(false);
  });

  it('WEB-155 an offer to undo stays for ten seconds, beside the toasts that come meanwhile', () => {
    const undo = vi.fn<() => void>();
    render(<Toaster />);
    act(() => offerUndo('Item deleted successfully', undo));
    pass(2_000);
    act(() => showToast('Another thing', { type: 'error' }));
    pass(7_900);
    expect(useToastStore.getState().toast.show).toBe(false);
    act(() => screen.getByRole('button', { name: 'Undo' }).click());
    expect(undo).toHaveBeenCalledTimes(1);
    expect(useToastStore.getState().offer.show).toBe(false);
    act(() => offerUndo('Item deleted successfully', undo));
    pass(10_100);
    expect(useToastStore.getState().offer.show).toBe(false);
  });

  it('WEB-155 it stays as long as it is pointed at or has the focus', () => {
    render(<Toaster />);
    for (const [begin, end] of [
      [fireEvent.mouseEnter, fireEvent.mouseLeave],
      [fireEvent.focus, fireEvent.blur],
    ] as const) {
      act(() => offerUndo('Item deleted successfully', () => undefined));
      begin(screen.getByRole('presentation'));
      pass(60_000);
      expect(useToastStore.getState().offer.show).toBe(true);
      end(screen.getByRole('presentation'));
      pass(10_100);
      expect(useToastStore.getState().offer.show).toBe(false);
    }
  });

  it('WEB-14 shows a replacing toast for its own three seconds', () => {
    render(<Toaster />);
    act(() => showToast('First'));
    pass(2_000);
    act(() => showToast('Second', { type: 'error' }));
    pass(2_000);
    expect(screen.getByRole('alert').textContent).toContain('Second');
    expect(useToastStore.getState().toast).toMatchObject({ type: 'error', show: true });
  });
});
