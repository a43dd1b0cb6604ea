import { setUserZone } from '../../../../lib/user-zone';
import { formatSettingsSchema } from '@portal/contracts/file-formats';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { IMPORT, importStub } from '../../../../testing/import-stub';
import { importReading } from '../../../../testing/imports';
import { openAt, press } from '../../../../testing/render';
import { page } from '../../../../testing/lists';
import {
  formatSettings,
  germanFile,
  googleSheetFile,
  labelStudioFile,
} from '../../../../testing/tool-files';
import { type Call, refusal } from '../../../../testing/stub-server';
import { useUploadStore } from '../upload-store';
import { KEPT_ANSWERS } from './kept-key';

const { stub, serveDetail } = importStub();
const UPLOAD = 'POST /api/v1/tasks/upload';
const FORMATS = '/api/v1/file-formats/';
const PLAIN_HEADER = 'turing_task_id,turing_project_id,turing_batch_id,status';

const csv = (...lines: string[]) => new File([`${lines.join('\n')}\n`], 'tasks.csv');
const OWN = () => csv('Key,Set,State,Notes', '1,a,Done,x', '2,a,approved,y', '3,b,weird,z');

const format = (over: object = {}) => ({
  ...{
    id: 4,
    project_id: 1,
    name: 'Our tool',
    format_version: 2,
    version: 'v1',
    settings: formatSettings(),
  },
  ...{ created_at: '2026-01-05T10:00:00Z', updated_at: '2026-01-05T10:00:00Z', ...over },
});

function serveFormats(...formats: ReturnType<typeof format>[]): void {
  // The list leaves out the settings.
  stub.on(`GET ${FORMATS}`, () => page(formats.map(({ settings: _settings, ...row }) => row)));
  for (const one of formats) stub.on(`GET ${FORMATS}${one.id}`, () => ({ json: one }));
}

async function choose(file: File, url = '/admin/tasks') {
  const tab = openAt(url);
  await userEvent.upload(await screen.findByLabelText('Task file'), file, { applyAccept: false });
  return tab;
}

async function sent(button = 'Preview'): Promise<{ call: Call; query: URLSearchParams }> {
  await waitFor(() =>
    expect(screen.getByRole('button', { name: button }).hasAttribute('disabled')).toBe(false),
  );
  await press(button);
  await waitFor(() => expect(stub.callsOf(UPLOAD)).toHaveLength(1));
  const [call] = stub.callsOf(UPLOAD);
  if (!call) throw new Error('Not sent');
  return { call, query: new URLSearchParams(call.url.split('?')[1]) };
}

/** Sends the answers with the file, without keeping them. */
async function sentOnce() {
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Remember these answers as' }));
  return sent();
}

/** The settings that were sent with the file, and where. */
function settingsIn({ body }: Call) {
  const [, text = ''] = /name="file_format"\r\n\r\n(.*)\r\n/.exec(body) ?? [];
  expect(body.indexOf('name="file_format"')).toBeLessThan(body.indexOf('name="file"'));
  return formatSettingsSchema.parse(JSON.parse(text));
}

const step = async (name: string) => userEvent.click(await screen.findByRole('tab', { name }));
const columnButton = (column: string) =>
  screen.findByRole('button', { name: new RegExp(`^${column} becomes `) });
const uses = async () => {
  const list = await screen.findByRole('list', { name: 'Columns of the file' });
  return within(list)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));
};

async function makeUse(column: string, use: string | RegExp) {
  await userEvent.click(await columnButton(column));
  await userEvent.click(await screen.findByRole('menuitem', { name: use }));
}

async function select(name: string, option: string) {
  await userEvent.click(await screen.findByRole('combobox', { name }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

beforeEach(() => {
  useUploadStore.getState().reset();
  sessionStorage.removeItem(KEPT_ANSWERS);
  serveFormats();
  stub.on(UPLOAD, () => ({ status: 202, json: importReading(0, { import_id: IMPORT }) }));
  serveDetail(IMPORT);
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

describe('the answers', () => {
  it('UP-74 are kept as a format of the project, which then reads the file', async () => {
    stub.on(`POST ${FORMATS}`, () => ({ status: 201, json: format() }));
    await choose(labelStudioFile());
    await step('Import');
    const name = await screen.findByRole('textbox', { name: 'Name of the format' });
    expect(name.getAttribute('value')).toBe('Label Studio');
    const { query, call } = await sent();
    const saved = JSON.parse(stub.callsOf(`POST ${FORMATS}`)[0]?.body ?? '{}') as object;
    expect(saved).toMatchObject({
      project_id: 1,
      name: 'Label Studio',
      settings: { file: 'json' },
    });
    expect([query.get('format'), query.get('format_project')]).toEqual(['Label Studio', '1']);
    expect(call.body).not.toContain('file_format');
  });

  it('UP-74 have the name of the file, and another one if a format has it', async () => {
    serveFormats(format({ name: 'tasks' }));
    await choose(OWN());
    await step('Import');
    const name = await screen.findByRole('textbox', { name: 'Name of the format' });
    expect(name.getAttribute('value')).toBe('tasks 2');
  });

  it('UP-74 become the next version of a format that they change', async () => {
    serveFormats(format());
    stub.on(`PATCH ${FORMATS}4`, () => ({ json: format({ format_version: 3 }) }));
    await choose(csv('Key,Set,State', '1,a,Done'));
    await press('Change');
    await step('Import');
    expect(await screen.findByText(/It becomes the next version/)).toBeTruthy();
    expect((await sent()).query.get('format')).toBe('Our tool');
    expect(stub.callsOf(`PATCH ${FORMATS}4`)).toHaveLength(1);
  });

  it('UP-74 are not sent under a name that is refused; the page says why', async () => {
    stub.on(`POST ${FORMATS}`, () => refusal('conflict', 409, 'A format has this name'));
    await choose(labelStudioFile());
    await step('Import');
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Name of the format' })).toBeTruthy(),
    );
    await press('Preview');
    expect(await screen.findByText('A format has this name')).toBeTruthy();
    expect(stub.callsOf(UPLOAD)).toHaveLength(0);
  });

  it('UP-75 survive a reload for the same file, which is asked for; the step is in the URL', async () => {
    const file = OWN();
    const tab = await choose(file);
    await makeUse('Notes', 'Kept as metadata');
    await press('Next');
    await waitFor(() => expect(tab.url()).toBe('/admin/tasks?step=values'));
    const kept = sessionStorage.getItem(KEPT_ANSWERS) ?? '';
    useUploadStore.getState().reset();
    sessionStorage.setItem(KEPT_ANSWERS, kept);
    useUploadStore.setState({ upload: { kind: 'idle' } });
    await tab.open('/dashboard');
    await tab.open('/admin/tasks?step=values');
    expect(await screen.findByText(/^Choose tasks.csv again/)).toBeTruthy();
    await userEvent.upload(await screen.findByLabelText('Task file'), file);
    expect(await screen.findByText('Counted in all 3 rows of the file.')).toBeTruthy();
    await step('Columns');
    expect(await uses()).toContain('Notes becomes Kept as metadata');
  });

  it('UP-75 are forgotten with the file', async () => {
    await choose(OWN());
    await makeUse('Notes', 'Kept as metadata');
    await waitFor(() => expect(sessionStorage.getItem(KEPT_ANSWERS)).not.toBeNull());
    await press('Remove');
    await waitFor(() => expect(sessionStorage.getItem(KEPT_ANSWERS)).toBeNull());
  });
});

describe('before a file is chosen', () => {
  it('UP-76 a dialog says what a file needs, by the names that people see', async () => {
    openAt('/admin/tasks');
    await press('What a file needs');
    const dialog = within(await screen.findByRole('dialog', { name: 'What a file needs' }));
    expect(dialog.getByRole('rowheader', { name: /^Task ID \*/ })).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Download a template' })).toBeTruthy();
  });
});
