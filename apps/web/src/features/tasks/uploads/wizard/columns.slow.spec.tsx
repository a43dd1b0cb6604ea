import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  choose,
  columnButton,
  csv,
  makeUse,
  OWN,
  select,
  settingsIn,
  step,
  uses,
  wizardStub,
} from './spec-support/wizard';

const { sentOnce } = wizardStub();

describe('the columns of a file', () => {
  it('UP-23 UP-70 are suggested, shown with the first rows, and can be changed', async () => {
    await choose(OWN());
    expect(await uses()).toEqual([
      'Key becomes Task ID',
      'Set becomes Ignored',
      'State becomes Status',
      'Notes becomes Ignored',
    ]);
    await makeUse('Set', /^Batch \(one of these two is needed\) batch_name/);
    await makeUse('Notes', 'Kept as metadata');
    const rows = within(await screen.findByRole('table', { name: 'First rows' }));
    expect(rows.getAllByRole('row')[1]?.textContent).toContain('1');
    await step('Import');
    const settings = settingsIn((await sentOnce()).call);
    expect(settings).toMatchObject({
      metadata: ['Notes'],
      columns: ['Key', 'Set', 'State', 'Notes'],
      fields: { batch_name: { columns: ['Set'] }, turing_task_id: { columns: ['Key'] } },
    });
  });

  it('UP-24 leave a field that is chosen for another column', async () => {
    await choose(OWN());
    await makeUse('Notes', /^Status \* status/);
    expect((await uses()).slice(2)).toEqual(['State becomes Ignored', 'Notes becomes Status']);
  });

  it('UP-26 show their first ten rows as the import reads them, and what is wrong', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `${at + 1},a,Done,${at === 1 ? 'x' : at}`);
    await choose(csv('Key,Set,State,Minutes', ...rows));
    await makeUse('Minutes', /^Time spent duration_minutes/);
    const table = within(await screen.findByRole('table', { name: 'First rows' }));
    expect(table.getAllByRole('row')).toHaveLength(11);
    expect(table.getAllByRole('row')[2]?.textContent).toContain('Completed');
    expect(table.getByText('not valid')).toBeTruthy();
    expect(screen.getByText('As they will be read; 1 value is not valid.')).toBeTruthy();
  });

  it('UP-70 are joined', async () => {
    await choose(csv('Key,Day,Time,Set', '1,2026-01-06,10:00,a', '2,2026-01-13,11:30,a'));
    await makeUse('Day', /^Completed completed_at/);
    await makeUse('Time', /^Added to Completed/);
    expect(await columnButton('Time')).toBeTruthy();
    expect(screen.getByText('Completed joins')).toBeTruthy();
    await step('Import');
    const { fields } = settingsIn((await sentOnce()).call);
    expect(fields.completed_at).toEqual({ columns: ['Day', 'Time'], join: ' ', values: {} });
  });

  it('UP-70 have one value for all rows where the file has none', async () => {
    await choose(csv('Key,Text', '1,x', '2,y'));
    expect(await screen.findByText('The same for all rows')).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Project' }).textContent).toBe('Project 1');
    const batch = screen.getByRole('textbox', { name: 'Batch' });
    await userEvent.clear(batch);
    expect(await screen.findByText(/Batch is missing/)).toBeTruthy();
    await userEvent.type(batch, 'May');
    await select('Status', 'Rework');
    await step('Import');
    expect(settingsIn((await sentOnce()).call).fields).toMatchObject({
      project_id: { constant: 1 },
      batch_name: { constant: 'May' },
      status: { constant: 'rework' },
    });
  });

  it('UP-25 UP-70 can be three hundred, are searched, and travel in the body', async () => {
    const more = Array.from({ length: 300 }, (_, at) => `Answer to question ${at}`).join(',');
    await choose(csv(`Key,Set,State,${more}`, `1,a,Done,${more}`, `2,a,Done,${more}`));
    expect(await uses()).toHaveLength(303);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search columns' }), 'question 299');
    expect(await uses()).toEqual(['Answer to question 299 becomes Ignored']);
    await step('Import');
    const { call } = await sentOnce();
    expect(settingsIn(call).columns).toHaveLength(303);
    expect(call.url.length).toBeLessThan(200);
  });

  it('UP-70 are chosen by the keyboard', async () => {
    await choose(OWN());
    (await columnButton('Notes')).focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('menu', { name: 'What Notes becomes' });
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect((await columnButton('Notes')).getAttribute('aria-label')).toBe(
      'Notes becomes Kept as metadata',
    );
  });

  it.each([
    ['without Task ID', csv('Name,State', 'a,Done', 'b,Done'), /Task ID is missing/],
    ['with a repeated header', csv('Key,State,State', '1,Done,x'), /"State" is repeated/],
    ['without rows', csv('Key,State'), /no rows below its header line/],
  ])('UP-70 UP-27 cannot be sent %s, and the page says why', async (_what, file, text) => {
    await choose(file);
    expect(await screen.findByText(text)).toBeTruthy();
    await step('Import');
    expect(screen.getByRole('button', { name: 'Preview' }).hasAttribute('disabled')).toBe(true);
  });

  it('UP-70 are read again with another separator', async () => {
    await choose(csv('Key|Set;x|State', '1|a;b|Done'));
    expect(await uses()).toHaveLength(3);
    await select('Between cells', 'Semicolon ;');
    await waitFor(async () => expect(await uses()).toHaveLength(2));
  });
});
