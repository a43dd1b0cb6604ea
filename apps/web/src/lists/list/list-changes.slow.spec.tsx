import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { page, widget, widgetServer } from '../../testing/lists';
import { LiveServer } from '../../testing/live-server';
import { openAt, press } from '../../testing/render';
import { grant, tokens } from '../../testing/users';

const live = new LiveServer();
const stub = widgetServer(live);
const ticked = (name: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}`, hidden: true }).checked;

it('WEB-93 an open list follows changes; its selection and an open form stay', async () => {
  stub.on('GET /api/v1/pods/', () => page([widget(1), widget(2, { extra: null })]));
  openAt('/admin/pods');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Widget 1' }));
  await screen.findByRole('button', { name: 'Connection: Live' });
  await press('Edit Widget 2');
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ });
  await userEvent.type(name, ' of mine');
  stub.on('GET /api/v1/pods/', () =>
    page([widget(1), widget(2, { name: 'Theirs', extra: null }), widget(3)]),
  );
  act(() => live.emitAnything('records-changed', { records: 'pod' }));
  expect(await screen.findByText('Theirs')).toBeTruthy();
  expect(screen.getByText('Widget 3')).toBeTruthy();
  expect(ticked('Widget 1')).toBe(true);
  expect(name.value).toBe('Widget 2 of mine');
});

it('WEB-93 WEB-114 an open list shows the new name of a project', async () => {
  openAt('/admin/pods');
  await screen.findAllByRole('cell', { name: 'Project 1' });
  await screen.findByRole('button', { name: 'Connection: Live' });
  stub.on('GET /api/v1/projects/list/', () => page([{ id: 1, name: 'Artemis', version: 'p2' }]));
  act(() => live.emitAnything('records-changed', { records: 'project' }));
  expect(await screen.findAllByRole('cell', { name: 'Artemis' })).toHaveLength(2);
});

it('WEB-93 an open list is requested again after a first connection that came late', async () => {
  stub.on('GET /api/v1/pods/', () => page([widget(1)]));
  stub.on('POST /api/auth/refresh', () => ({ json: tokens([grant(0, 'full-access')]) }));
  const connections = live.tokens.length;
  live.admits = () => false;
  live.refusal = 'unavailable';
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    openAt('/admin/pods');
    await screen.findByText('Widget 1');
    await waitFor(() => expect(live.tokens.length).toBeGreaterThan(connections));
    stub.on('GET /api/v1/pods/', () => page([widget(1, { name: 'Theirs' })]));
    vi.setSystemTime(Date.now() + 20_000);
    live.admits = () => true;
    expect(await screen.findByText('Theirs')).toBeTruthy();
  } finally {
    vi.useRealTimers();
    live.admits = () => true;
  }
});
