import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { blockStorage, fillStorage } from '../../testing/storage';
import { stubServer } from '../../testing/stub-server';

const stub = stubServer();

describe('a browser that stores nothing', () => {
  it('WEB-124 shows the portal without site data, and says why nobody can sign in', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
    serveShell(stub);
    const unblock = blockStorage();
    openAt('/');
    await press('Sign in with Google');
    expect((await screen.findByRole('status')).textContent).toMatch(/^You cannot sign in, /);
    expect(assign).not.toHaveBeenCalled();
    unblock();
    await press('Sign in with Google');
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
  });

  it('WEB-124 changes the theme with a full storage, and says that it is not kept', async () => {
    fillStorage();
    openAt('/');
    const toggle = await screen.findByRole('button', { name: /theme/i });
    await userEvent.click(toggle);
    expect((await screen.findByRole('status')).textContent).toContain('the theme');
    await press('OK');
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Welcome to Turing Portal' })).toBeTruthy();
  });
});
