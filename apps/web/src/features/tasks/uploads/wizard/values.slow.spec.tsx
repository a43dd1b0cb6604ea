import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { setUserZone } from '../../../../lib/user-zone';
import { press } from '../../../../testing/render';
import { germanFile, googleSheetFile } from '../../../../testing/tool-files';
import {
  choose,
  columnButton,
  csv,
  makeUse,
  OWN,
  select,
  settingsIn,
  step,
  wizardStub,
} from './spec-support/wizard';

const { sentOnce } = wizardStub();

describe('the values of a file', () => {
  it('UP-71 name the project of a number, or say that no project has it', async () => {
    await choose(csv('Key,Project number,Set,State', '1,1,a,Done', '2,77,a,Done'));
    await makeUse('Project number', /^Project \(the tool's number\)/);
    await step('Values');
    const table = await screen.findByRole('table', { name: /^Values of Project/ });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^11Project 1$/),
      expect.stringMatching(/^771No project has this number\./),
    ]);
  });

  it('UP-71 are counted and mapped, with what unknown statuses count as', async () => {
    await choose(OWN());
    await step('Values');
    expect(await screen.findByText('Counted in all 3 rows of the file.')).toBeTruthy();
    const table = within(await screen.findByRole('table', { name: 'Values of Status' }));
    expect(table.getByRole('combobox', { name: 'Status of Done' }).textContent).toBe('Completed');
    expect(table.getByRole('combobox', { name: 'Status of approved' }).textContent).toBe(
      'Reviewed',
    );
    expect(table.getByText('Counts as: Unknown here: in totals only')).toBeTruthy();
    expect(screen.getByText(/"weird" is unknown here/)).toBeTruthy();
    await select('Status of weird', 'Pending');
    await waitFor(() => expect(screen.queryByText(/"weird" is unknown here/)).toBeNull());
    await step('Import');
    const { fields } = settingsIn((await sentOnce()).call);
    expect(fields.status).toMatchObject({
      values: { Done: 'completed', approved: 'reviewed', weird: 'pending' },
    });
  });

  it('UP-71 have projects by their names', async () => {
    await choose(googleSheetFile(3));
    await step('Values');
    const chosen = await screen.findByRole('combobox', { name: 'Project of Project 1' });
    expect(chosen.textContent).toBe('Project 1');
  });
});

describe('the times of a file', () => {
  it('UP-72 are asked for only if both readings are possible', async () => {
    await choose(googleSheetFile(4));
    await step('Times and numbers');
    expect(await screen.findByText(/^Day first or month first\?/)).toBeTruthy();
    await step('Import');
    expect(await screen.findByText(/Say whether its dates have the day first/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Preview' }).hasAttribute('disabled')).toBe(true);
    await step('Times and numbers');
    await userEvent.click(await screen.findByRole('radio', { name: /^Month first/ }));
    await step('Import');
    expect(settingsIn((await sentOnce()).call).instants).toBe('month-first');
  });

  it('UP-72 are not asked for if one day is above 12', async () => {
    await choose(googleSheetFile(13));
    await step('Times and numbers');
    expect(
      (await screen.findByRole('combobox', { name: 'Dates and times' })).textContent,
    ).toContain('Month first');
    expect(screen.queryByText(/^Day first or month first/)).toBeNull();
  });

  it('UP-72 have a zone, a unit and a decimal sign, which can be changed', async () => {
    await choose(germanFile());
    await step('Times and numbers');
    expect(await screen.findByText(/The time spent is read in hours/)).toBeTruthy();
    const zone = screen.getByRole('combobox', { name: 'Time zone of the file' });
    expect(zone.getAttribute('value')).toBe('America/Los_Angeles');
    await select('Unit of Dauer (Std)', 'Minutes');
    await step('Import');
    expect(settingsIn((await sentOnce()).call)).toMatchObject({
      ...{ encoding: 'windows-1252', separator: ';', decimal: ',', duration: 'minutes' },
      instants: 'day-first',
    });
  });

  it('UP-92 ask whether times without a zone are of the zone of the user, who sees them in it', async () => {
    await choose(germanFile());
    await step('Times and numbers');
    act(() => setUserZone('Europe/Berlin'));
    expect(await screen.findByText(/^The times have no zone\./)).toBeTruthy();
    expect(screen.getByText(/ Times are shown in Berlin time, as on other pages\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Read as Berlin time' }));
    expect(screen.queryByText(/^The times have no zone\./)).toBeNull();
    await step('Import');
    expect(settingsIn((await sentOnce()).call).time_zone).toBe('Europe/Berlin');
  });

  it('UP-72 name an id that a spreadsheet has shortened', async () => {
    await choose(csv('Task ID,State', '1,Done', '9.0072E+15,Done'));
    expect(
      await screen.findByText(/The column "Task ID" has 9.0072E\+15 in row 2: a spreadsheet/),
    ).toBeTruthy();
  });
});

describe('the reviews of a file', () => {
  it('UP-73 stand in the row of their task', async () => {
    await choose(
      csv('Task ID,Batch,State,Reviewer,Review status', '1,a,Done,r@example.com,Approved'),
    );
    await step('Import');
    expect(settingsIn((await sentOnce()).call).review).toMatchObject({
      reviewer_email: { columns: ['Reviewer'] },
      status: { columns: ['Review status'] },
    });
  });

  it('UP-73 have one result for all rows, if no column has it', async () => {
    await choose(csv('Task ID,Batch,State,Reviewer', '1,a,Done,r@example.com'));
    await makeUse('Reviewer', /^Reviewer /);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Result of the review' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Approved' }));
    await step('Import');
    expect(settingsIn((await sentOnce()).call).review).toMatchObject({
      reviewer_email: { columns: ['Reviewer'] },
      status: { constant: 'approved' },
    });
  });

  it('UP-73 are rows of their own, which need the Task ID alone', async () => {
    await choose(csv('Task ID,Assignee,Status,Done at', '1,r@example.com,Approved,2026-01-05'));
    await userEvent.click(await screen.findByRole('button', { name: 'A row is a review' }));
    expect(screen.queryByText('The same for all rows')).toBeNull();
    await step('Import');
    const settings = settingsIn((await sentOnce()).call);
    expect(settings.rows).toBe('reviews');
    expect(Object.keys(settings.fields)).toEqual(['turing_task_id']);
    expect(settings.review).toMatchObject({
      reviewer_email: { columns: ['Assignee'] },
      status: { columns: ['Status'], values: { Approved: 'reviewed' } },
      submitted_at: { columns: ['Done at'] },
    });
  });
});

describe('the steps', () => {
  it('UP-90 begin in view, with the focus', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    await choose(OWN());
    await columnButton('Key');
    expect(shown).not.toHaveBeenCalled();
    const begins = async (name: string) => {
      const panel = await screen.findByRole('tabpanel', { name });
      await waitFor(() => expect(document.activeElement).toBe(panel));
      expect(shown.mock.contexts).toEqual([panel]);
      expect(shown).toHaveBeenCalledWith({ block: 'start' });
      shown.mockClear();
    };
    await press('Next');
    await begins('Values');
    await press('Back');
    await begins('Columns');
    await step('Times and numbers');
    await begins('Times and numbers');
  });
});
