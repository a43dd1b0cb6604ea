import type { ImportSummary } from '@portal/contracts/imports';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { IMPORT, importStub, PREVIEW } from '../../../../testing/import-stub';
import { importDetail, importReading, importSummary } from '../../../../testing/imports';
import { openAt, press } from '../../../../testing/render';
import { refusal } from '../../../../testing/stub-server';
import { accessToken, grant, signInAs, tokens } from '../../../../testing/users';
import { useSessionStore } from '../../../../session/session-store';
import { useToastStore } from '../../../../ui/toast-store';
import { storedFollowed, useUploadStore } from '../upload-store';

const { stub, live, serveDetail } = importStub();
const UPLOAD = 'POST /api/v1/tasks/upload';

beforeEach(() => {
  useUploadStore.getState().reset();
  useUploadStore.setState({ accepted: undefined, followed: [] });
});

const NEXT = { ...tokens(), access_token: accessToken([], '8') };

/** It stays, while the row of a sent file becomes that of its import. */
const panel = async () => within(await screen.findByRole('region', { name: 'Transfers' }));
const row = async (name = 'tasks.json') =>
  within(await (await panel()).findByRole('listitem', { name }));
const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
/** The import changes on the server, which pushes its state. */
function become(revision: number, over: Partial<ImportSummary>): void {
  const summary = importReading(2_000, { import_id: IMPORT, phase: 'merging', ...over });
  serveDetail(IMPORT, importDetail(summary));
  live.emitAnything('import-progress', {
    ...{ project_id: 0, epoch: '', revision, import: summary },
  });
}

/** Starts an upload on the page of the tasks; the server answers it when `accept` is called. */
async function startUpload() {
  let accept: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (accept = resolve));
  stub.on(UPLOAD, async () => {
    await held;
    return { status: 202, json: importReading(0, { import_id: IMPORT }) };
  });
  const tab = openAt('/admin/tasks');
  const file = new File(['[{}]'], 'tasks.json');
  await userEvent.upload(await screen.findByLabelText('Task file'), file);
  await press('Import without preview');
  await waitFor(() => expect(stub.callsOf(UPLOAD)).toHaveLength(1));
  return { tab, accept };
}

describe('transfers of another user', () => {
  it('WEB-157 are not shown to the next one, of whose sign-in alone a frozen tab hears', () => {
    signInAs(grant(1, 'data-upload'));
    useUploadStore.getState().follow(IMPORT);
    useUploadStore.getState().choose(new File(['[{}]'], 'secret.json'));
    useSessionStore.getState().signIn(NEXT);
    expect(useUploadStore.getState()).toMatchObject({ upload: { kind: 'idle' }, followed: [] });
  });

  it('WEB-157 are not restored for the next one, but for their user', () => {
    signInAs(grant(1, 'data-upload'));
    useUploadStore.getState().follow(IMPORT);
    expect(storedFollowed()).toEqual([{ importId: IMPORT }]);
    const stored = sessionStorage.getItem('portal-followed-imports') ?? '';
    useSessionStore.getState().signIn(NEXT);
    sessionStorage.setItem('portal-followed-imports', stored);
    expect(storedFollowed()).toEqual([]);
  });
});

describe('transfers', () => {
  it('WEB-102 shows a file on every page from sending to the end of its import', async () => {
    serveDetail(IMPORT, importDetail(importReading(0, { import_id: IMPORT })));
    const { tab, accept } = await startUpload();
    expect(screen.queryByRole('region', { name: 'Transfers' })).toBeNull();
    for (const page of ['/about', '/', '/dashboard']) {
      await tab.open(page);
      expect((await row()).getByText(/^Sending · /)).toBeTruthy();
    }
    accept();
    expect(await (await panel()).findByText('Reading and checking rows')).toBeTruthy();
    expect(tab.url()).toBe('/dashboard');
    await screen.findByRole('button', { name: 'Connection: Live' });
    become(1, { queue_place: 2 });
    const waits = 'Waiting until another import has merged · Place 2 in the queue';
    expect(await (await panel()).findByText(waits)).toBeTruthy();
    become(2, { rows_total: 20, rows_done: 10 });
    expect(await (await panel()).findByText('Merging rows')).toBeTruthy();
    become(3, importSummary({ import_id: IMPORT }));
    expect(await (await panel()).findByText(/^Imported: 12 inserted/)).toBeTruthy();
    await userEvent.click((await row()).getByRole('link', { name: 'Open tasks.json' }));
    await waitFor(() => expect(tab.url()).toBe(`/admin/tasks/${IMPORT}`));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Transfers' })).toBeNull());
  });

  it('WEB-103 tells the end of an import once, unless its page is open', async () => {
    serveDetail(IMPORT, importDetail({ import_id: IMPORT }));
    serveDetail(PREVIEW, importDetail({ import_id: PREVIEW, file_name: 'other.json' }));
    useUploadStore.getState().follow(IMPORT);
    const tab = openAt('/dashboard');
    expect(await screen.findByText(/^tasks.json: Imported: 12/)).toBeTruthy();
    const toast = within(await screen.findByRole('alert'));
    await userEvent.click(toast.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(tab.url()).toBe(`/admin/tasks/${IMPORT}`));
    await waitFor(() => expect(useUploadStore.getState().followed).toEqual([]));
    await tab.open(`/admin/tasks/${PREVIEW}`);
    useUploadStore.getState().follow(PREVIEW);
    await waitFor(() => expect(useUploadStore.getState().followed).toEqual([]));
    expect(screen.queryByText(/^other.json: /)).toBeNull();
  });

  it('WEB-103 tells nothing again after a reload, while the row stays', async () => {
    serveDetail(IMPORT, importDetail({ import_id: IMPORT }));
    useUploadStore.getState().follow(IMPORT);
    openAt('/dashboard');
    const text = /^tasks.json: Imported: 12/;
    expect(await screen.findByText(text)).toBeTruthy();
    cleanup();
    useToastStore.setState(useToastStore.getInitialState(), true);
    // The tab's storage keeps what the reload forgets.
    expect(storedFollowed()).toEqual([{ importId: IMPORT, told: 'completed' }]);
    openAt('/dashboard');
    expect((await row()).getByText(/^Imported: 12 inserted/)).toBeTruthy();
    expect(screen.queryByText(text)).toBeNull();
  });

  it('WEB-103 tells that an upload or an import failed, and hides a row', async () => {
    stub.on(UPLOAD, () => refusal('payload-too-large', 413, 'The file is too large'));
    useUploadStore.getState().choose(new File(['[{}]'], 'tasks.json'));
    const failed = { status: 'failed', tasks_imported: null } as const;
    const failure = { code: 'import-failed', detail: '2 rows are invalid' } as const;
    const broken = { import_id: IMPORT, file_name: 'broken.json', ...failed, failure };
    serveDetail(IMPORT, importDetail(broken));
    openAt('/dashboard');
    await useUploadStore.getState().send(false);
    expect(await screen.findByText('The file is too large')).toBeTruthy();
    expect((await row()).getByText('Not sent: The file is too large')).toBeTruthy();
    await press('Hide tasks.json');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Transfers' })).toBeNull());
    useUploadStore.getState().follow(IMPORT);
    expect(await screen.findByText('broken.json: Import failed: 2 rows are invalid')).toBeTruthy();
    expect((await row('broken.json')).getByText('Import failed: 2 rows are invalid')).toBeTruthy();
  });

  it('WEB-104 asks before the tab closes while a file is sent, and only then', async () => {
    serveDetail(IMPORT, importDetail(importReading(0, { import_id: IMPORT })));
    const { tab, accept } = await startUpload();
    await waitFor(() => expect(isAsked()).toBe(true));
    await tab.open('/about');
    await row();
    expect(isAsked()).toBe(true);
    accept();
    expect(await (await panel()).findByText('Reading and checking rows')).toBeTruthy();
    expect(isAsked()).toBe(false);
  });
});
