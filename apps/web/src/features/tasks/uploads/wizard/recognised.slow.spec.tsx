import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openAt, press } from '../../../../testing/render';
import { choose, csv, format, OWN, select, uses, wizardStub } from './spec-support/wizard';

const { serveFormats, sent } = wizardStub();
const PLAIN_HEADER = 'turing_task_id,turing_project_id,turing_batch_id,status';

describe('before a file is chosen', () => {
  it('UP-76 a dialog says what a file needs, by the names that people see', async () => {
    openAt('/admin/tasks');
    await press('What a file needs');
    const dialog = within(await screen.findByRole('dialog', { name: 'What a file needs' }));
    expect(dialog.getByRole('rowheader', { name: /^Task ID \*/ })).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Download a template' })).toBeTruthy();
  });
});

describe('a file that is recognised', () => {
  it('UP-77 needs no questions in the names of the portal', async () => {
    await choose(csv(PLAIN_HEADER, '1,1001,7,completed'));
    expect(await screen.findByText(/Read in the portal's own names/)).toBeTruthy();
    const { query, call } = await sent();
    expect(Object.fromEntries(query)).toMatchObject({ dry_run: 'true', empty: 'keep' });
    expect(call.body).not.toContain('file_format');
  });

  it('UP-77 needs none in JSON either, which has no empty cells', async () => {
    const row = { turing_task_id: 1, turing_project_id: 1001, turing_batch_id: 7, reviews: [] };
    await choose(new File([JSON.stringify([row])], 'tasks.json'));
    expect(await screen.findByText(/Read in the portal's own names/)).toBeTruthy();
    expect((await sent()).query.has('empty')).toBe(false);
  });

  it('UP-77 says what in its first rows does not fit', async () => {
    await choose(csv(PLAIN_HEADER, '1,x,7,completed', '2,1001,7,done'));
    expect(await screen.findByText('turing_project_id: "x" is not valid')).toBeTruthy();
    expect(screen.getByText(/status: "done" is unknown here/)).toBeTruthy();
  });

  it('UP-77 clears with empty cells on request', async () => {
    await choose(csv(PLAIN_HEADER, '1,1001,7,completed'));
    await userEvent.click(await screen.findByRole('switch', { name: /Empty cells clear/ }));
    expect((await sent()).query.get('empty')).toBe('clear');
  });

  it('UP-77 is read by a saved format with two clicks', async () => {
    serveFormats(format());
    await choose(csv('Key,Set,State', '1,a,Done'));
    expect(await screen.findByText("Read as format 'Our tool', version 2")).toBeTruthy();
    expect(screen.getByText('All rows: Project Project 1')).toBeTruthy();
    const { query, call } = await sent();
    expect([query.get('format'), query.get('format_project')]).toEqual(['Our tool', '1']);
    expect(call.body).not.toContain('file_format');
  });

  it('UP-77 offers a choice if several formats fit, and the questions again', async () => {
    serveFormats(format(), format({ id: 5, name: 'Other' }));
    await choose(csv('Key,Set,State', '1,a,Done'));
    await select('Read the file as', 'Other, version 2 (Project 1)');
    expect(await screen.findByText("Read as format 'Other', version 2")).toBeTruthy();
    await press('Change');
    expect(await uses()).toEqual([
      'Key becomes Task ID',
      'Set becomes Batch',
      'State becomes Status',
    ]);
  });

  it('UP-77 is not read by a format that was made for other columns', async () => {
    serveFormats(format());
    await choose(OWN());
    expect(await uses()).toHaveLength(4);
  });

  it.each([
    ['without rows', '[{}]', 'tasks.json'],
    ['damaged', gzipSync('Key').subarray(0, 5), 'tasks.gz'],
  ])('UP-78 is sent as it is %s: the server says why', async (_what, content, name) => {
    await choose(new File([content], name));
    const { query, call } = await sent('Import without preview');
    expect(query.get('empty')).toBeNull();
    expect(call.body).not.toContain('file_format');
  });
});
