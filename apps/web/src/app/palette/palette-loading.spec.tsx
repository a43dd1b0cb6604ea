import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useProjectStore } from '../../lib/project-store';
import { serveShell } from '../../testing/portal-stub';
import { openAt } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';

const part = vi.hoisted(() => {
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  return { loaded, load: () => load() };
});
vi.mock('./command-palette', async (importOriginal) => {
  await part.loaded;
  return await importOriginal();
});

const stub = stubServer();

it('UI-191 what is typed while the palette is loaded stands in its field, and is no shortcut', async () => {
  serveShell(stub, [project(1, 'Atlas')]);
  signInAs(grant(1));
  openAt('/about');
  await screen.findByRole('button', { name: 'Search' });
  await waitFor(() => expect(useProjectStore.getState().authorised).not.toBeNull());
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('?{Backspace}1O{Enter}42');
  expect(screen.queryByRole('dialog')).toBeNull();
  part.load();
  const input = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' });
  expect(input.value).toBe('1O42');
  expect(input.placeholder).toContain('Search tasks');
  expect(screen.queryByRole('dialog', { name: 'Shortcuts' })).toBeNull();
  await userEvent.keyboard('3');
  expect(input.value).toBe('1O423');
  // It is empty when it opens again.
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull());
  await userEvent.keyboard('{Control>}k{/Control}');
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search' })).value).toBe(
    '',
  );
});
