import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { press } from '../../../testing/render';
import { refusal, stubServer } from '../../../testing/stub-server';
import { page } from '../../../testing/managed-user';
import { refusedField, VersionedItem } from '../../../testing/versioned-item';
import { target } from '../../../testing/pod-targets';
import { ann, ben, LAST, THIS, WEEK_ROUTE, boardOn } from '../spec-support/board';
import { formatWeek, weeksFrom } from '../week/weeks';
import type { Target } from '../api';

const stub = stubServer();
const { serve, open, bodiesOf } = boardOn(stub);

describe('the weekly targets', () => {
  const own = target({ week_start_date: THIS });
  const name = formatWeek(THIS);
  const toast = (text: string) => screen.findByText(text);

  it('LEAD-11 LEAD-12 are created with the numbers of the week before', async () => {
    serve({}, [own]);
    stub.on('POST /api/v1/pod-weekly-targets/', () => ({ status: 201, json: own }));
    open('pod-info-public-view');
    await screen.findByRole('row', { name: new RegExp(`${name}.*10.*50`) });
    await press('Create target');
    const dialog = within(await screen.findByRole('dialog', { name: 'Create weekly target' }));
    expect(dialog.getByRole('combobox', { name: /^Week/ }).textContent).toContain('next week');
    expect(dialog.getByText(/Where tasks have no turns the tasks decide/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(await dialog.findByText('Daily tasks is required')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Copy the week before' }));
    fireEvent.change(dialog.getByRole('textbox', { name: /Daily turns/ }), {
      target: { value: '0' },
    });
    expect(await dialog.findByText('Must be a whole number from 1 to 100,000')).toBeTruthy();
    fireEvent.change(dialog.getByRole('textbox', { name: /Daily turns/ }), {
      target: { value: 'many' },
    });
    expect(await dialog.findByText('Must be a number')).toBeTruthy();
    fireEvent.change(dialog.getByRole('textbox', { name: /Daily turns/ }), {
      target: { value: '60' },
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await toast('Item created successfully');
    expect(bodiesOf('POST /api/v1/pod-weekly-targets/')).toEqual([
      {
        pod_name: 'Kestrel',
        week_start_date: weeksFrom(THIS, 1),
        daily_tasks_target: 10,
        daily_turns_target: 60,
      },
    ]);
    await waitFor(() => expect(stub.callsOf(WEEK_ROUTE).length).toBeGreaterThan(1));
  });

  it('LEAD-59 repeat until changed, and may be for one trainer', async () => {
    const own = target({ id: 2, week_start_date: THIS, user_email: ann.email });
    const always = { week_start_date: LAST, week_end_date: '2100-01-03', repeats: true };
    serve({}, [own, target(always)]);
    stub.on('POST /api/v1/pod-weekly-targets/', () => ({ status: 201, json: own }));
    open('pod-info-public-view');
    await screen.findByRole('row', { name: new RegExp(`From .* until changed`) });
    expect(screen.getByText(`Only for ${ann.email}`)).toBeTruthy();
    await press('Create target');
    const dialog = within(await screen.findByRole('dialog', { name: 'Create weekly target' }));
    for (const name of [/Daily tasks/, /Daily turns/]) {
      fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value: '8' } });
    }
    await userEvent.click(dialog.getByRole('combobox', { name: /^For/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Ben' }));
    await userEvent.click(dialog.getByRole('switch', { name: 'Repeats until changed' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await toast('Item created successfully');
    expect(bodiesOf('POST /api/v1/pod-weekly-targets/')).toEqual([
      {
        pod_name: 'Kestrel',
        week_start_date: THIS,
        ...{ daily_tasks_target: 8, daily_turns_target: 8 },
        ...{ user_email: ben.email, repeats: true },
      },
    ]);
  });

  it('LEAD-12 send only what changed, and show a refusal at its field', async () => {
    serve({}, [own]);
    const refused = refusal('conflict', 409, 'The week is taken');
    stub.on('PATCH /api/v1/pod-weekly-targets/1', () => ({
      ...refused,
      json: {
        ...(refused.json as object),
        errors: [{ pointer: '/daily_tasks_target', detail: 'is too many' }],
      },
    }));
    open('pod-info-public-view');
    await press(`Edit ${name}`);
    const tasks = await screen.findByRole('textbox', { name: /Daily tasks/ });
    fireEvent.change(tasks, { target: { value: '12' } });
    await press('Save Changes');
    expect(await screen.findByText('Daily tasks is too many')).toBeTruthy();
    expect(bodiesOf('PATCH /api/v1/pod-weekly-targets/1')).toEqual([{ daily_tasks_target: 12 }]);
    stub.on('PATCH /api/v1/pod-weekly-targets/1', () => ({ json: own }));
    await press('Save Changes');
    await toast('Item updated successfully');
    const [, second] = stub.callsOf('PATCH /api/v1/pod-weekly-targets/1');
    expect(second?.headers['if-match']).toBe('"target-1"');
  });

  it('LEAD-17 a refusal, then a correction, keeps what another person changed meanwhile', async () => {
    const item = new VersionedItem<Target>(own);
    stub.on('GET /api/v1/pod-weekly-targets/', () => ({ json: page([item.stored]) }));
    stub.on('PATCH /api/v1/pod-weekly-targets/1', item.update);
    open('pod-info-public-view');
    await press(`Edit ${name}`);
    const tasks = await screen.findByRole('textbox', { name: /Daily tasks/ });
    fireEvent.change(tasks, { target: { value: '12' } });
    item.change({ daily_turns_target: 77 });
    item.refuseNext = refusedField('daily_tasks_target', 'is too many');
    await press('Save Changes');
    expect(await screen.findByText('Daily tasks is too many')).toBeTruthy();
    await screen.findByRole('row', { name: new RegExp(`${name}.*10.*77`), hidden: true });
    fireEvent.change(tasks, { target: { value: '11' } });
    await press('Save Changes');
    expect(await screen.findByText('Changed by somebody else and kept: Daily turns')).toBeTruthy();
    expect(screen.getByText('Also saved: Daily tasks')).toBeTruthy();
    await press('Save Changes');
    await toast('Item updated successfully');
    expect(item.stored).toMatchObject({ daily_tasks_target: 11, daily_turns_target: 77 });
  });

  it('HIST-8 each link to their history', async () => {
    serve({}, [own]);
    open('admin-view', 'project-manage');
    const link = await screen.findByRole('link', { name: `History of ${name}` });
    expect(link.getAttribute('href')).toBe('/admin/audit?entity=pod_weekly_target&id=1');
  });

  it('HIST-8 have no such link for users who cannot open the administration', async () => {
    serve({}, [own]);
    open('project-manage');
    expect(await screen.findByRole('button', { name: `Delete ${name}` })).toBeTruthy();
    expect(screen.queryByRole('link', { name: `History of ${name}` })).toBeNull();
  });

  it('LEAD-11 are deleted after a question', async () => {
    serve({}, [own]);
    stub.on('DELETE /api/v1/pod-weekly-targets/1', () => ({ status: 204, text: '' }));
    open('pod-info-public-view');
    await press(`Delete ${name}`);
    await screen.findByRole('dialog', { name: 'Delete this weekly target?' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(`Delete ${name}`);
    expect(stub.callsOf('DELETE /api/v1/pod-weekly-targets/1')).toHaveLength(0);
    await press('Delete');
    await toast('Item deleted successfully');
  });
});
