import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { IMPORT, importStub } from '../../../testing/import-stub';
import { importDetail } from '../../../testing/imports';
import { openAt } from '../../../testing/render';
import { formatSettings } from '../../../testing/tool-files';

const { serveDetail } = importStub();

describe('how a file was read', () => {
  it('UP-28 shows the columns and what empty cells meant', async () => {
    const columns = { 'Task ID': 'turing_task_id', Notes: null, '*': null } as const;
    const read = { format: 'csv', columns, empty: 'clear' } as const;
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, ...read }));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Task ID → turing_task_id')).toBeTruthy();
    expect(screen.getByText('Notes → ignored')).toBeTruthy();
    expect(screen.getByText('All others → ignored')).toBeTruthy();
    expect(screen.getByText('Clear values')).toBeTruthy();
    expect(screen.getByText('CSV')).toBeTruthy();
  });

  it('UP-28 shows only the format of a JSON file', async () => {
    serveDetail(IMPORT);
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('JSON')).toBeTruthy();
    expect(screen.queryByText('Empty cells')).toBeNull();
  });

  it('UP-28 names the saved format', async () => {
    const read = { format_name: 'Label Studio', format_version: 2 };
    const settings = { format_settings: formatSettings() };
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, ...read, ...settings }));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Label Studio, version 2')).toBeTruthy();
    expect(screen.getByText('Key → turing_task_id')).toBeTruthy();
    expect(screen.getByText('All rows: 1 → project_id')).toBeTruthy();
  });

  it('UP-28 says that the answers about it were not saved', async () => {
    const settings = { format: 'csv', format_settings: formatSettings() } as const;
    serveDetail(IMPORT, importDetail({ import_id: IMPORT, ...settings }));
    openAt(`/admin/tasks/${IMPORT}`);
    expect(await screen.findByText('Answers that were not saved')).toBeTruthy();
    expect(screen.queryByText('Named as the fields')).toBeNull();
  });
});
