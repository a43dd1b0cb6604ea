import { formatSettingsSchema } from '@portal/contracts/file-formats';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect } from 'vitest';
import { IMPORT, importStub } from '../../../../../testing/import-stub';
import { importReading } from '../../../../../testing/imports';
import { page } from '../../../../../testing/lists';
import { openAt, press } from '../../../../../testing/render';
import type { Call } from '../../../../../testing/stub-server';
import { formatSettings } from '../../../../../testing/tool-files';
import { useUploadStore } from '../../upload-store';

export const UPLOAD = 'POST /api/v1/tasks/upload';
export const FORMATS = '/api/v1/file-formats/';

export const csv = (...lines: string[]) => new File([`${lines.join('\n')}\n`], 'tasks.csv');
/** A file of no known tool. */
export const OWN = () => csv('Key,Set,State,Notes', '1,a,Done,x', '2,a,approved,y', '3,b,weird,z');

export const format = (over: object = {}) => ({
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

export async function choose(file: File, url = '/admin/tasks') {
  const tab = openAt(url);
  await userEvent.upload(await screen.findByLabelText('Task file'), file, { applyAccept: false });
  return tab;
}

/** The settings that were sent with the file, and where. */
export function settingsIn({ body }: Call) {
  const [, text = ''] = /name="file_format"\r\n\r\n(.*)\r\n/.exec(body) ?? [];
  expect(body.indexOf('name="file_format"')).toBeLessThan(body.indexOf('name="file"'));
  return formatSettingsSchema.parse(JSON.parse(text));
}

export const step = async (name: string) =>
  userEvent.click(await screen.findByRole('tab', { name }));
export const columnButton = (column: string) =>
  screen.findByRole('button', { name: new RegExp(`^${column} becomes `) });
export const uses = async () => {
  const list = await screen.findByRole('list', { name: 'Columns of the file' });
  return within(list)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));
};

export async function makeUse(column: string, use: string | RegExp) {
  await userEvent.click(await columnButton(column));
  await userEvent.click(await screen.findByRole('menuitem', { name: use }));
}

export async function select(name: string, option: string) {
  await userEvent.click(await screen.findByRole('combobox', { name }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

/** For the specs of one file: the servers of the wizard, in a project without formats. */
export function wizardStub() {
  const { stub, serveDetail } = importStub();

  function serveFormats(...formats: ReturnType<typeof format>[]): void {
    // The list leaves out the settings.
    stub.on(`GET ${FORMATS}`, () => page(formats.map(({ settings: _settings, ...row }) => row)));
    for (const one of formats) stub.on(`GET ${FORMATS}${one.id}`, () => ({ json: one }));
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
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Remember these answers as' }),
    );
    return sent();
  }

  beforeEach(() => {
    // Ends what the test before is still sending.
    useUploadStore.getState().reset();
    serveFormats();
    stub.on(UPLOAD, () => ({ status: 202, json: importReading(0, { import_id: IMPORT }) }));
    serveDetail(IMPORT);
  });

  return { stub, serveFormats, sent, sentOnce };
}
