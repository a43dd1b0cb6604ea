import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showToast, useToastStore } from './toast-store';
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
    act(() => showToast('Item deleted successfully', { action: { label: 'Undo', run } }));
    act(() => screen.getByRole('button', { name: 'Undo' }).click());
    expect(run).toHaveBeenCalledTimes(1);
    expect(useToastStore.getState().toast.show).toBe(false);
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
