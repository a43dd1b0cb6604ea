import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useProjectStore } from '../../lib/project-store';
import { serveShell } from '../../testing/portal-stub';
import { openAt, renderAlone } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { usePalette } from './palette-store';
import { TypedMeanwhile } from './typed-meanwhile';

const stub = stubServer();

it('UI-191 what is typed while the palette is loaded is kept for it, and is no shortcut', async () => {
  const shortcut = vi.fn();
  document.addEventListener('keydown', shortcut);
  usePalette.getState().toggle();
  renderAlone(<TypedMeanwhile />);
  await userEvent.keyboard('?{Backspace}1O{Enter}42');
  expect(usePalette.getState().text).toBe('1O42');
  expect(shortcut).not.toHaveBeenCalled();
  cleanup();
  await userEvent.keyboard('n');
  expect(shortcut).toHaveBeenCalledOnce();
  expect(usePalette.getState().text).toBe('1O42');
  document.removeEventListener('keydown', shortcut);
});

it('UI-191 the palette opens with it, and is empty when it opens again', async () => {
  serveShell(stub, [project(1, 'Atlas')]);
  signInAs(grant(1));
  openAt('/about');
  await screen.findByRole('button', { name: 'Search' });
  await waitFor(() => expect(useProjectStore.getState().authorised).not.toBeNull());
  const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' });
  await userEvent.keyboard('{Control>}k{/Control}');
  act(() => usePalette.getState().write('1O42'));
  const input = await field();
  expect(input.value).toBe('1O42');
  expect(input.placeholder).toContain('Search tasks');
  await userEvent.keyboard('3');
  expect(input.value).toBe('1O423');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull());
  await userEvent.keyboard('{Control>}k{/Control}');
  expect((await field()).value).toBe('');
});
