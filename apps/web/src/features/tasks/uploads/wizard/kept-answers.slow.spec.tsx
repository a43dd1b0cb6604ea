import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { press } from '../../../../testing/render';
import { refusal } from '../../../../testing/stub-server';
import { labelStudioFile } from '../../../../testing/tool-files';
import { useUploadStore } from '../upload-store';
import { KEPT_ANSWERS } from './kept-key';
import {
  choose,
  csv,
  FORMATS,
  format,
  makeUse,
  OWN,
  step,
  UPLOAD,
  uses,
  wizardStub,
} from './spec-support/wizard';

const { stub, serveFormats, sent } = wizardStub();

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
