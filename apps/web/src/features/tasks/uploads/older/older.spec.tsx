import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { IMPORT, importStub, PREVIEW } from '../../../../testing/import-stub';
import { importDetail, importReading } from '../../../../testing/imports';
import { openAt, press } from '../../../../testing/render';
import { useUploadStore } from '../upload-store';
import { olderText } from './older-option';

const { stub, serveDetail } = importStub();
const UPLOAD = 'POST /api/v1/tasks/upload';

beforeEach(() => useUploadStore.getState().reset());

async function chooseFile(): Promise<void> {
  stub.on(UPLOAD, () => ({ status: 202, json: importReading(0, { import_id: IMPORT }) }));
  serveDetail(IMPORT);
  openAt('/admin/tasks');
  const input = await screen.findByLabelText('Task file');
  await userEvent.upload(input, new File(['[{}]'], 'tasks.json'));
}

async function sent(): Promise<string> {
  await press('Import without preview');
  await waitFor(() => expect(stub.callsOf(UPLOAD)).toHaveLength(1));
  return stub.callsOf(UPLOAD)[0]?.url ?? '';
}

const olderSwitch = () =>
  screen.findByRole('switch', { name: 'Leave tasks that are newer than their row' });

describe('rows and the tasks that are stored', () => {
  it('WEB-115 says before the import what a row changes', async () => {
    await chooseFile();
    const rule = await screen.findByText(/^A row changes only the fields that it names/);
    expect(rule.textContent).toContain(
      'leaves out keeps its value. A field that is null is emptied',
    );
  });

  it('WEB-115 changes newer tasks too unless the switch is on', async () => {
    await chooseFile();
    expect(
      await screen.findByText(/Off: the row changes it, and the import shows a warning/),
    ).toBeTruthy();
    expect(await sent()).toContain('on_older=apply');
  });

  it('WEB-115 leaves newer tasks if the switch is on, which the next file forgets', async () => {
    await chooseFile();
    await userEvent.click(await olderSwitch());
    expect(await screen.findByText(/stays as it is/)).toBeTruthy();
    expect(await sent()).toContain('on_older=skip');
    expect(useUploadStore.getState().onOlder).toBe('apply');
  });
});

describe('tasks that are newer than their row', () => {
  it('WEB-116 are counted, with what happens to them', () => {
    const text = (count: number, onOlder: 'apply' | 'skip') =>
      olderText({ older_count: count, on_older: onOlder });
    expect(text(0, 'apply')).toBe('');
    expect(text(1, 'apply')).toBe('1 task newer than its row: changed, with a warning');
    expect(text(2_000, 'skip')).toBe('2,000 tasks newer than their rows: not changed');
  });

  it('WEB-116 are part of a preview, which can run again and leave them', async () => {
    const over = { import_id: PREVIEW, dry_run: true, older_count: 5 };
    serveDetail(PREVIEW, importDetail(over));
    serveDetail(IMPORT);
    const run = `POST /api/v1/tasks/imports/${PREVIEW}/run-again` as const;
    stub.on(run, () => ({ status: 202, json: importReading(0, { import_id: IMPORT }) }));
    const tab = openAt(`/admin/tasks/${PREVIEW}`);
    const tile = await screen.findByText('Newer than their row', { selector: 'dt' });
    expect(tile.nextElementSibling?.textContent).toBe('5');
    expect(screen.getByText('5 tasks newer than their rows: changed, with a warning')).toBeTruthy();
    await press('Preview again, leaving newer tasks');
    await waitFor(() => expect(tab.url()).toBe(`/admin/tasks/${IMPORT}`));
    expect(stub.callsOf(run)[0]?.url).toContain('?on_older=skip');
  });

  it('WEB-116 of a result are named with its option, and it offers no such run', async () => {
    const over = { import_id: IMPORT, older_count: 1, on_older: 'skip' as const };
    serveDetail(IMPORT, importDetail(over));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('1 task newer than its row: not changed')).toBeTruthy();
    expect(screen.getByText('Left as they are')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /leaving newer/ })).toBeNull();
  });
});
