import { TextField } from '@mui/material';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../lib/api-error';
import { renderAlone } from '../testing/render';
import { FormDialog } from './form-dialog';

function open(error: Error | null): void {
  renderAlone(
    <FormDialog
      title="Form"
      width={600}
      submitLabel="Create"
      isDirty={false}
      isSaving={false}
      error={error}
      onSubmit={() => undefined}
      onClose={() => undefined}
    >
      <TextField label="Name" />
    </FormDialog>,
  );
}

it('ADM-40 tries again only when the server may answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  try {
    const retryAt = Date.now() + 3_000;
    open(new ApiError('Busy', { status: 409, code: 'busy', retryAt }));
    const button = screen.getByRole('button', { name: 'Try Again in 3 s' });
    expect(button).toHaveProperty('disabled', true);
    act(() => void vi.advanceTimersByTime(2_000));
    expect(button.textContent).toBe('Try Again in 1 s');
    act(() => void vi.advanceTimersByTime(1_000));
    expect(button.textContent).toBe('Try Again');
    expect(button).toHaveProperty('disabled', false);
  } finally {
    vi.useRealTimers();
  }
});

it('ADM-40 tries again immediately where the answer has no time', () => {
  open(new ApiError('No server', { status: 0, code: 'network' }));
  expect(screen.getByRole('button', { name: 'Try Again' })).toHaveProperty('disabled', false);
});

it('UI-41 pressing a button of a form leaves the focus in the field until the click', async () => {
  open(null);
  const field = screen.getByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  // A refused default action moves no focus.
  for (const name of ['Create', 'Cancel']) {
    expect(fireEvent.mouseDown(screen.getByRole('button', { name }))).toBe(false);
  }
  expect(fireEvent.mouseDown(field)).toBe(true);
});
