import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CopyLinkButton } from './copy-link-button';
import { useToastStore } from './toast-store';

const LINK = 'http://localhost/dashboard?start_date=2026-01-05';

describe('copy link', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Presses the button on a page whose clipboard ends a write like this. */
  async function press(end: () => Promise<void>) {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(end);
    render(<CopyLinkButton link={() => LINK} />);
    await act(async () => screen.getByRole('button', { name: 'Copy link' }).click());
    return writeText;
  }

  it('WEB-47 copies the link and shows a check mark for two seconds', async () => {
    const writeText = await press(() => Promise.resolve());
    expect(writeText).toHaveBeenCalledWith(LINK);
    expect(screen.getByRole('button', { name: 'Link copied' })).toBeTruthy();
    act(() => void vi.advanceTimersByTime(2_000));
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy();
  });

  it('WEB-121 copies at an address of plain http, where the browser has no clipboard', async () => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
    let copied = '';
    Object.assign(document, {
      execCommand: (command: string) => {
        copied = `${command} ${getSelection()?.toString()}`;
        return true;
      },
    });
    render(<CopyLinkButton link={() => LINK} />);
    await act(async () => screen.getByRole('button', { name: 'Copy link' }).click());
    expect(copied).toBe(`copy ${LINK}`);
    expect(screen.getByRole('button', { name: 'Link copied' })).toBeTruthy();
    expect(document.body.textContent).not.toContain(LINK);
    Object.assign(document, { execCommand: () => false });
    vi.spyOn(console, 'error').mockReturnValue();
    act(() => void vi.advanceTimersByTime(2_000));
    await act(async () => screen.getByRole('button', { name: 'Copy link' }).click());
    expect(useToastStore.getState().toast.message).toBe('Failed to copy link');
    Reflect.deleteProperty(navigator, 'clipboard');
  });

  it('WEB-47 reports a link that could not be copied', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    await press(() => Promise.reject(new Error('Not allowed')));
    expect(useToastStore.getState().toast.message).toBe('Failed to copy link');
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy();
  });
});
