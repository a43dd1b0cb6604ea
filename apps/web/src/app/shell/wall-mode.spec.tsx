import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeStored } from '../../lib/storage';
import { LiveServer, roomState } from '../../testing/live-server';
import { pod } from '../../testing/pods';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press, renderAlone } from '../../testing/render';
import { stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { NO_CHOICES } from '../../testing/work';
import { WallFrame } from './wall-frame';

const PAGE = '/pods/Kestrel/reviewer';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

beforeEach(() => {
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: roomState(project_id, 1),
  });
  serveShell(stub, [project(0), project(1, 'Atlas')]);
  stub.on('GET /api/v1/pods/Kestrel', () => ({ json: pod('Kestrel') }));
  stub.on('GET /api/v1/pods/Kestrel/members', () => ({ json: [] }));
  stub.on('GET /api/v1/tasks/pod-review-stats', () => ({ json: [] }));
  stub.on('GET /api/v1/tasks/review-queue', () => ({
    json: { revision: 1, items: [], total: 0, stuck: 0, page: 1, size: 10 },
  }));
  stub.on('GET /api/v1/tasks/review-queue/choices', () => ({ json: NO_CHOICES }));
  stub.on('GET /api/v1/tasks/my-reviews', () => ({
    json: { revision: 1, total: 0, contradicted: [], hours: [] },
  }));
});

const leave = () => screen.findByRole('button', { name: 'Leave wall mode' });

describe('wall mode', () => {
  it('KIOSK-1 KIOSK-2 KIOSK-3 has no chrome until a button or Escape leaves it', async () => {
    signInAs(grant(1, 'trainer-feedback-add'));
    const tab = openAt(PAGE);
    await screen.findByRole('navigation', { name: 'Pod' });
    expect(screen.getByRole('banner')).toBeTruthy();
    await press('Wall mode');
    await leave();
    expect(tab.url()).toBe(`${PAGE}?kiosk=1`);
    expect(screen.queryByRole('button', { name: 'Toggle menu' })).toBeNull();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByLabelText('Select Project')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Wall mode' })).toBeNull();
    expect(await screen.findByRole('button', { name: 'Connection: Live' })).toBeTruthy();
    expect(screen.getByText('Task Review Progress')).toBeTruthy();
    expect(screen.queryByText('Updates live')).toBeNull();

    await userEvent.keyboard('{Escape}');
    await screen.findByRole('navigation', { name: 'Pod' });
    expect(tab.url()).toBe(PAGE);
    expect(await screen.findByText('Updates live')).toBeTruthy();
    await press('Wall mode');
    await userEvent.click(await leave());
    await screen.findByRole('button', { name: 'Wall mode' });
    expect(screen.queryByRole('button', { name: 'Leave wall mode' })).toBeNull();
  });

  it('KIOSK-1 shows signed-out visitors the usual page', async () => {
    openAt('/?kiosk=1');
    expect(await screen.findByRole('button', { name: 'Toggle menu' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Leave wall mode' })).toBeNull();
  });

  it('KIOSK-2 leaves Escape to an open dialog', () => {
    const onLeave = vi.fn<() => void>();
    renderAlone(<WallFrame onLeave={onLeave} />);
    const used = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true });
    used.preventDefault();
    document.dispatchEvent(used);
    expect(onLeave).not.toHaveBeenCalled();
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(onLeave).toHaveBeenCalledOnce();
  });
});

describe('the rotation', () => {
  afterEach(() => void vi.useRealTimers());

  function Where() {
    return <output>{useLocation().search}</output>;
  }

  it('KIOSK-69 shows each of its boards for 30 seconds, until one is taken out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    writeStored('browser', 'portal.wall-boards', ['/', '/?board=2'], 'the boards of a wall');
    renderAlone(
      <>
        <WallFrame onLeave={() => undefined} />
        <Where />
      </>,
    );
    const shown = () => document.querySelector('output')?.textContent;
    const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
    await pass(29_000);
    expect(shown()).toBe('');
    await pass(1_500);
    expect(shown()).toBe('?board=2');
    await pass(30_500);
    expect(shown()).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Remove from the rotation' }));
    expect(screen.getByRole('button', { name: 'Add to the rotation' })).toBeTruthy();
    await pass(90_000);
    expect(shown()).toBe('');
    fireEvent.mouseOver(screen.getByRole('button', { name: 'Add to the rotation' }));
    await pass(1_000);
    expect(screen.getByRole('tooltip').textContent).toBe('Add to the rotation (1 board)');
  });
});

describe('the cursor and the screen', () => {
  const rules = () => [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const hidden = () => rules().some(({ cssText }) => /cursor:\s*none/.test(cssText));

  afterEach(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(navigator, 'wakeLock');
  });

  it('KIOSK-4 hides the cursor after three seconds until it moves', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    renderAlone(<WallFrame onLeave={() => undefined} />);
    act(() => void vi.advanceTimersByTime(2_900));
    expect(hidden()).toBe(false);
    act(() => void vi.advanceTimersByTime(200));
    expect(hidden()).toBe(true);
    fireEvent.pointerMove(window);
    expect(hidden()).toBe(false);
    act(() => void vi.advanceTimersByTime(3_100));
    expect(hidden()).toBe(true);
  });

  it('KIOSK-5 keeps the screen on, also after the tab was hidden', async () => {
    const release = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const request = vi.fn<() => Promise<{ release: typeof release }>>(() =>
      Promise.resolve({ release }),
    );
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
    renderAlone(<WallFrame onLeave={() => undefined} />);
    await waitFor(() => expect(request).toHaveBeenCalledOnce());
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(request).toHaveBeenCalledTimes(2));
    cleanup();
    expect(release).toHaveBeenCalled();
  });
});
