import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useProjectStore } from '../../../lib/project-store';
import { signOut } from '../../../session/sign-out';
import { LiveServer } from '../../../testing/live-server';
import { serveShell } from '../../../testing/portal-stub';
import { openAt, press } from '../../../testing/render';
import { stubServer } from '../../../testing/stub-server';
import { grant, project, signInAs } from '../../../testing/users';
import { refusedField, VersionedItem } from '../../../testing/versioned-item';
import { done, result, SCHEMA, stat } from '../../../testing/custom-stats';
import { batch } from '../../../testing/dashboard';
import { heldReply } from '../../../testing/held-reply';
import { completion } from './sql-completion';
import { rangeOfError } from './sql-editor';

const ROOT = '/api/v1/projects/1/custom-stats';
const PREVIEW = `POST ${ROOT}/preview` as const;
const CREATE = `POST ${ROOT}/` as const;
const UPDATE = `PUT ${ROOT}/1` as const;

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);

const dialog = () => within(screen.getByRole('dialog'));
const field = (name: string | RegExp) => screen.findByRole('textbox', { name });

async function editor(): Promise<EditorView> {
  const view = EditorView.findFromDOM(await field('SQL query'));
  if (!view) throw new Error('No editor');
  return view;
}

async function write(sql: string): Promise<void> {
  const view = await editor();
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: sql } }));
}

async function choose(action: string): Promise<void> {
  await press('Actions for Statistic 1');
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
}

const problem = (code: string, detail: string, errors: unknown[] = []) => ({
  status: 400,
  json: { type: 'about:blank', title: detail, status: 400, detail, code, instance: 'x', errors },
});

beforeEach(() => {
  serveShell(stub, [project(1, 'Atlas')]);
  stub.on(`GET ${ROOT}/`, () => ({ json: [stat(1)] }));
  stub.on(`POST ${ROOT}/bulk-execute`, () => ({ json: { results: [done(1)] } }));
  stub.on('GET /api/v1/custom-stats/schema', () => ({ json: SCHEMA }));
  signInAs(grant(1, 'project-admin'));
  useProjectStore.getState().select(1);
  openAt('/custom-stats');
});

describe('examples', () => {
  it('CSTPAGE-20 copies an example, and opens it in the editor', async () => {
    await press('View Examples');
    await screen.findByRole('dialog', { name: 'Query Examples' });
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      written.push(text);
    });
    await press('Copy the query Tasks by status');
    expect(written).toEqual([SCHEMA.examples[0]?.sql_query]);
    await press('Open in editor');
    await screen.findByRole('dialog', { name: 'Create Custom Stats' });
    expect((await editor()).state.doc.toString()).toBe(SCHEMA.examples[0]?.sql_query);
    expect(await screen.findByDisplayValue('Tasks by status')).toBeTruthy();
  });
});

describe('the form', () => {
  it('CSTPAGE-21 names each missing field, and creates a statistic', async () => {
    stub.on(CREATE, ({ body }) => ({ json: { ...stat(2), ...JSON.parse(body) } }));
    await press('Create Custom Stats');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Table' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Enable aggregation' }));
    await press('Create');
    await screen.findByText('Name is required');
    expect(screen.getByText('At least one chart type is required')).toBeTruthy();
    expect(screen.getByText('Default chart type is required')).toBeTruthy();
    expect(screen.getByText('SQL query is required')).toBeTruthy();
    screen.getByText('Aggregation column is required when aggregation is enabled');
    await userEvent.type(await field(/^Name/), 'Weekly');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Line' }));
    await userEvent.click(screen.getByRole('combobox', { name: /^Default chart type/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Line' }));
    await write('SELECT 1 AS n');
    await userEvent.type(await field(/^Aggregation column/), 'n');
    await userEvent.click(screen.getByRole('combobox', { name: 'Shown to' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Leads and administrators' }));
    await press('Create');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(JSON.parse(stub.callsOf(CREATE)[0]?.body ?? '')).toEqual({
      name: 'Weekly',
      description: null,
      sql_query: 'SELECT 1 AS n',
      supported_chart_types: ['line'],
      default_chart_type: 'line',
      enable_aggregation: true,
      aggregation_column: 'n',
      aggregation_method: 'sum',
      display_order: 2,
      is_active: true,
      audience: 'leads',
    });
  });

  it('CSTPAGE-21 shows what the server refuses at the field, and names the version of an edit', async () => {
    const taken = { pointer: '/name', detail: 'is taken by another statistic' };
    stub.on(UPDATE, () => problem('conflict', 'Another statistic has this name', [taken]));
    await choose('Edit');
    await userEvent.type(await field(/^Name/), '!');
    await press('Save Changes');
    await screen.findByText('Name is taken by another statistic');
    expect(screen.queryByText('Another statistic has this name')).toBeNull();
    expect(stub.callsOf(UPDATE)[0]?.headers['if-match']).toBe('"1"');
    stub.on(UPDATE, () => ({ json: stat(1, { name: 'Statistic 1!', version: 2 }) }));
    await press('Save Changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('CSTPAGE-28 after a stale edit only what another person changed is theirs, field by field', async () => {
    const item = new VersionedItem(stat(1));
    stub.on(`GET ${ROOT}/`, () => ({ json: [item.stored] }));
    stub.on(`GET ${ROOT}/1`, () => ({ json: item.stored }));
    stub.on(UPDATE, item.update);
    await choose('Edit');
    await userEvent.type(await field(/^Name/), '!');
    await write('SELECT 1 AS mine');
    item.change({ sql_query: 'SELECT 1 AS theirs', description: 'By Bob' });
    await press('Save Changes');
    const choice = within(await screen.findByRole('group', { name: 'SQL query' }));
    expect(screen.getAllByRole('group')).toHaveLength(1);
    expect(screen.getByText('Also saved: Name')).toBeTruthy();
    expect(screen.getByText('Changed by somebody else and kept: Description')).toBeTruthy();
    await userEvent.click(choice.getByRole('radio', { name: /Take theirs: SELECT 1 AS theirs/ }));
    // Another refusal leads back to the form, which goes on with what was chosen.
    item.refuseNext = refusedField('name', 'must not be rude');
    await press('Save Changes');
    await screen.findByText('Name must not be rude');
    expect((await editor()).state.doc.toString()).toBe('SELECT 1 AS theirs');
    await userEvent.type(await field(/^Name/), '?');
    await press('Save Changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(item.stored).toMatchObject({ name: 'Statistic 1!?', description: 'By Bob', version: 3 });
    expect(stub.callsOf(UPDATE).at(-1)?.body).toBe('{"name":"Statistic 1!?"}');
  });

  it('CSTPAGE-21 asks before it deletes', async () => {
    stub.on(`DELETE ${ROOT}/1`, () => ({ status: 200 }));
    await choose('Delete');
    await screen.findByRole('dialog', { name: 'Delete this custom statistic?' });
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stub.callsOf(`DELETE ${ROOT}/1`)).toHaveLength(0);
    await choose('Delete');
    stub.on(`GET ${ROOT}/`, () => ({ json: [] }));
    await press('Delete');
    await screen.findByText('No Custom Statistics');
    expect(stub.callsOf(`DELETE ${ROOT}/1`)).toHaveLength(1);
  });
});

describe('the draft', () => {
  const reload = () => {
    cleanup();
    openAt('/custom-stats');
  };
  const restored = () => screen.findByText('Your draft of the name and the query was restored.');

  it('CSTPAGE-29 keeps name and query over a reload until they are saved', async () => {
    const item = new VersionedItem(stat(1));
    stub.on(`GET ${ROOT}/`, () => ({ json: [item.stored, stat(2)] }));
    stub.on(`GET ${ROOT}/1`, () => ({ json: item.stored }));
    stub.on(UPDATE, item.update);
    await choose('Edit');
    await userEvent.type(await field(/^Name/), '!');
    await write('SELECT 1 AS long');
    item.change({ description: 'By Bob' });
    reload();
    await press('Actions for Statistic 2');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    expect(await field(/^Name/)).toHaveProperty('value', 'Statistic 2');
    expect(screen.queryByText(/Your draft/)).toBeNull();
    await press('Cancel');
    await choose('Edit');
    await restored();
    expect(await field(/^Name/)).toHaveProperty('value', 'Statistic 1!');
    expect((await editor()).state.doc.toString()).toBe('SELECT 1 AS long');
    // It goes on with the version that it was typed over.
    await press('Save Changes');
    await screen.findByText('Changed by somebody else and kept: Description');
    await press('Save Changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(item.stored).toMatchObject({ sql_query: 'SELECT 1 AS long', description: 'By Bob' });
    await press('Actions for Statistic 1!');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    await field(/^Name/);
    expect(screen.queryByText(/Your draft/)).toBeNull();
  });

  it('CSTPAGE-29 discards the draft of a new one, and with the form', async () => {
    await press('Create Custom Stats');
    await userEvent.type(await field(/^Name/), 'Weekly');
    reload();
    await press('Create Custom Stats');
    await restored();
    expect(await field(/^Name/)).toHaveProperty('value', 'Weekly');
    await press('Discard draft');
    expect(await field(/^Name/)).toHaveProperty('value', '');
    expect(screen.queryByText(/Your draft/)).toBeNull();
    await userEvent.type(await field(/^Name/), 'Monthly');
    await press('Cancel');
    await press('Discard');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Create Custom Stats');
    expect(await field(/^Name/)).toHaveProperty('value', '');
  });

  it('CSTPAGE-29 is gone after signing out', async () => {
    await press('Create Custom Stats');
    await userEvent.type(await field(/^Name/), 'Weekly');
    cleanup();
    expect(localStorage.getItem('portal.drafts')).toContain('Weekly');
    stub.on('POST /api/v1/auth/logout', () => ({ status: 204, text: '' }));
    await signOut();
    expect(localStorage.getItem('portal.drafts')).toBeNull();
  });
});

describe('the test run', () => {
  it('CSTPAGE-22 shows the first 5 rows of a test', async () => {
    const data = Array.from({ length: 7 }, (_, index) => [`row ${index}`, String(index)]);
    stub.on(PREVIEW, () => ({ json: result({ stat_id: null, data }) }));
    await choose('Edit');
    await write('SELECT 2');
    await press('Test Query');
    await dialog().findByText(/^First 5 of 7 rows/);
    expect(dialog().queryByText('row 5')).toBeNull();
    expect(JSON.parse(stub.callsOf(PREVIEW)[0]?.body ?? '')).toEqual({ sql_query: 'SELECT 2' });
  });

  it('CSTPAGE-22 no result stands under a changed query, also if it comes later', async () => {
    stub.on(PREVIEW, () => ({ json: result({ stat_id: null, data: [['old', '1']] }) }));
    await choose('Edit');
    await write('SELECT 2');
    await press('Test Query');
    await dialog().findByText('old');
    const { released, release } = heldReply();
    stub.on(PREVIEW, async () => {
      await released;
      return { json: result({ stat_id: null, data: [['late', '1']] }) };
    });
    await press('Test Query');
    await waitFor(() => expect(stub.callsOf(PREVIEW)).toHaveLength(2));
    await write('SELECT 3');
    expect(dialog().queryByText('old')).toBeNull();
    release();
    await waitFor(() => expect(dialog().queryByText('Cancel Query')).toBeNull());
    expect(dialog().queryByText('late')).toBeNull();
  });

  it('CSTPAGE-22 Ctrl-Enter tests, and underlines an error at its position', async () => {
    const at = { pointer: '/sql_query', detail: 'No such column', position: 8, line: 1, column: 8 };
    stub.on(PREVIEW, () => problem('invalid-input', 'The query is not valid', [at]));
    await choose('Edit');
    await write('SELECT nope FROM tasks');
    (await editor()).focus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await dialog().findByText('Query Error');
    expect(dialog().getByText('Line 1, column 8')).toBeTruthy();
    const marked = (await editor()).dom.querySelector('.cm-lintRange-error');
    expect(marked?.textContent).toBe('nope');
    await write('SELECT status FROM tasks');
    await waitFor(() => expect(dialog().queryByText('Query Error')).toBeNull());
  });

  it('CSTPAGE-22 names a test without a response', async () => {
    stub.on(PREVIEW, () => ({ status: 500, text: 'gone' }));
    await choose('Edit');
    await screen.findByRole('textbox', { name: 'SQL query' });
    await press('Test Query');
    await dialog().findByText('Failed to execute query preview');
  });

  it('CSTPAGE-22 underlines a part of the text at every position', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: -3, max: 99 }), (text, at) => {
        const { from, to } = rangeOfError(text, at);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('the filters of a test', () => {
  it('CSTPAGE-65 are those of the parameters that the query names, and a change removes the result', async () => {
    stub.on('GET /api/v1/projects/1/batches', () => ({
      json: { epoch: '', revision: 1, batches: [batch(1), batch(2)] },
    }));
    stub.on(PREVIEW, () => ({ json: result({ stat_id: null, data: [['tested', '1']] }) }));
    await choose('Edit');
    await write('SELECT 1');
    const hasGroup = (name: string) => dialog().queryAllByRole('group', { name }).length > 0;
    expect([hasGroup('Date range'), hasGroup('Batches')]).toEqual([false, false]);
    await write('SELECT {{ start_date }}');
    await waitFor(() => expect(hasGroup('Date range')).toBe(true));
    expect(hasGroup('Batches')).toBe(false);
    await write('SELECT {{ batch_ids }}');
    await dialog().findByText(/of 2 batches selected/);
    expect(hasGroup('Date range')).toBe(false);
    await write('SELECT {{ start_date }}, 1');
    await press('Test Query');
    await dialog().findByText('tested');
    await userEvent.click(dialog().getByRole('button', { name: '7D' }));
    await waitFor(() => expect(dialog().queryByText('tested')).toBeNull());
    await press('Test Query');
    await dialog().findByText('tested');
    const asked = stub
      .callsOf(PREVIEW)
      .map(({ url }) => [...new URL(url, 'http://portal').searchParams.keys()]);
    expect(asked).toEqual([['run_id'], ['run_id', 'start_date']]);
  });
});

describe('the editor', () => {
  it('CSTPAGE-23 highlights placeholders', async () => {
    await choose('Edit');
    await write(
      'SELECT {{ project_id }}, {{project_id}}, {{ other }}, {{ end_date }}, {{batch_ids}}',
    );
    const marked = (await editor()).dom.querySelectorAll('.cm-placeholder-name');
    expect([...marked].map(({ textContent }) => textContent)).toEqual([
      '{{ project_id }}',
      '{{project_id}}',
      '{{ end_date }}',
      '{{batch_ids}}',
    ]);
  });

  it('CSTPAGE-23 completes views, columns of named views, functions and placeholders', async () => {
    expect(await offered('SELECT * FROM ta')).toContain('tasks');
    expect(await offered('SELECT sta', ' FROM tasks')).toContain('status');
    expect(await offered('SELECT sta', ' FROM batches')).not.toContain('status');
    expect(await offered('SELECT t.num', ' FROM tasks t')).toContain('number_of_turns');
    expect(await offered('SELECT cou')).toContain('count');
    // The views come before the functions, which are many.
    expect((await offered('SELECT * FROM ta')).at(0)).toBe('tasks');
    expect(await offered('SELECT {{ pro')).toContain('{{ project_id }}');
  });
});

/** The labels that completion offers between two texts, those with most weight first. */
async function offered(before: string, after = ''): Promise<string[]> {
  const state = EditorState.create({ doc: before + after, extensions: [completion(SCHEMA)] });
  const context = new CompletionContext(state, before.length, true);
  type Source = (context: CompletionContext) => CompletionResult | null;
  const sources = state.languageDataAt<Source>('autocomplete', before.length);
  const results = await Promise.all(sources.map(async (source) => source(context)));
  const options = results.flatMap((one) => one?.options ?? []);
  return options.toSorted((a, b) => (b.boost ?? 0) - (a.boost ?? 0)).map(({ label }) => label);
}
