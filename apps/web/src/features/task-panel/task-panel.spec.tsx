import { type TaskDetail, taskDetailSchema } from '@portal/contracts/task-detail';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { holdClaim, keepAtDesk, useHeldClaims } from '../../entities/claims/held-claims';
import { paths } from '../../lib/paths';
import { dashboardState, LiveServer, roomState } from '../../testing/live-server';
import { field, listMeta } from '../../testing/lists';
import { serveShell } from '../../testing/portal-stub';
import { openAt, press } from '../../testing/render';
import { sampleOf } from '../../testing/sample';
import { refusal, stubServer } from '../../testing/stub-server';
import { grant, project, signInAs } from '../../testing/users';
import { userTask, userTasks } from '../../testing/user-tasks';

const stub = stubServer();
const live = new LiveServer();
live.attach(stub.server);
const EMAIL = 'tess@example.com';
const PAGE = `${paths.trainerStats(EMAIL)}?start=2026-03-02&end=2026-03-09`;
const NO_TASK = sampleOf(taskDetailSchema);

const detail = (id: number, part: Partial<TaskDetail> = {}): TaskDetail => ({
  ...NO_TASK,
  turing_task_id: id,
  ...{ project_id: 1, project_name: 'Atlas', batch_name: 'Spring', revision: 1 },
  ...{ user_email: EMAIL, user_name: 'Tess Trainer', status: 'rework' },
  ...{ task_link: `https://labeling.example.com/${id}`, number_of_turns: 5 },
  ...part,
});
const serveTask = (id: number, part: Partial<TaskDetail> = {}) =>
  stub.on(`GET /api/v1/tasks/${id}`, () => ({ json: detail(id, part) }));
const panel = (id: number) => screen.findByRole('dialog', { name: `Task ${id}` });

beforeEach(() => {
  live.subscribeAck = ({ project_id }) => ({
    ok: true,
    epoch: '',
    revision: 1,
    state: roomState(project_id, 1),
  });
  serveShell(stub, [project(1, 'Atlas')]);
  signInAs(grant(1, 'pod-info-public-view'));
  stub.on(`GET /api/v1/tasks/by-user/${encodeURIComponent(EMAIL)}`, () => ({
    json: userTasks([userTask(7), userTask(8), userTask(9)]),
  }));
});

const claimOfRita = (asked_by: string, is_asked_by_me: boolean) => ({
  reviewer: { email: 'rita@example.com', name: 'Rita', picture: null },
  claimed_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 30 * 60_000).toISOString(),
  ...{ is_mine: false, asked_by, is_asked_by_me },
});

describe('the panel of a task', () => {
  it('UI-160 opens from a row on the same page, and its labeling tool is one click away', async () => {
    serveTask(7);
    const tab = openAt(PAGE);
    const tool = await screen.findByRole('link', { name: 'Task 7 in the labeling tool' });
    expect(tool.getAttribute('href')).toBe('https://labeling.example.com/7');
    await userEvent.click(screen.getByRole('link', { name: '7' }));
    expect(await panel(7)).toBeTruthy();
    expect(tab.url()).toBe(`${PAGE}&task=7`);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(tab.url()).toBe(PAGE);
  });

  it('UI-192 closing it goes back to the page, so that back does not open it again', async () => {
    for (const id of [7, 8]) serveTask(id);
    const tab = openAt('/about');
    await tab.open(PAGE);
    await userEvent.click(await screen.findByRole('link', { name: '7' }));
    await panel(7);
    await userEvent.keyboard('j');
    await panel(8);
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(tab.url()).toBe(PAGE);
    await tab.goBack();
    expect(tab.url()).toBe('/about');
  });

  it('UI-192 the panel of a link to another page closes there', async () => {
    serveTask(7);
    const tab = openAt('/about');
    await tab.open(`${PAGE}&task=7`);
    await panel(7);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(tab.url()).toBe(PAGE));
    await tab.goBack();
    expect(tab.url()).toBe('/about');
  });

  it('UI-160 is opened by its URL', async () => {
    serveTask(7);
    openAt(`${PAGE}&task=7`);
    expect(await within(await panel(7)).findByRole('link', { name: 'Spring' })).toBeTruthy();
  });

  it('UI-161 shows fields, person and reviews with their reasons and words', async () => {
    const review = {
      ...{ turing_review_id: 1, reviewer_email: 'rex@example.com', reviewer_name: 'Rex' },
      reasons: ['No source'],
      ...{ status: 'rejected', score: 2.5, feedback: 'Say why.\nAnd how.' },
      ...{ submitted_at: '2026-03-08T10:00:00Z', is_unread: false },
    };
    serveTask(7, {
      ...{ reviews: [review], review_count: 1 },
      ...{ target_model: 'atlas-2', turing_batch_id: 4 },
    });
    openAt(`${PAGE}&task=7`);
    const open = within(await panel(7));
    expect(await open.findByText('1 review')).toBeTruthy();
    for (const text of [
      'Rework',
      'Tess Trainer',
      'atlas-2',
      'Rejected',
      'No source',
      'Score 2.5',
    ]) {
      expect(open.getByText(text)).toBeTruthy();
    }
    expect(open.getByText(/^Say why\./)).toBeTruthy();
    expect(open.getByText(/Rex/)).toBeTruthy();
    expect(open.queryByRole('button', { name: 'Edit' })).toBeNull();
    const linkOf = (name: string) => open.getByRole('link', { name }).getAttribute('href');
    expect(linkOf('Tess Trainer')).toBe(paths.trainerStats(EMAIL));
    expect(linkOf('Spring')).toBe('/projects/1/dashboard?tasks=tasks&tasks_batch=1-4');
  });

  it('UI-169 says which imports contradicted what people did in the portal', async () => {
    const conflict = {
      ...{ import_id: '0191b8a2-0000-7000-8000-000000000001', file_name: 'monday.csv' },
      ...{ imported_at: '2026-03-09T10:00:00Z', changed_at: '2026-03-08T10:00:00Z' },
      ...{ changed_by: 'rex@example.com', changed_by_name: 'Rex', is_kept: true },
      fields: [{ field: 'status', portal: 'rework', file: 'completed' }],
    };
    serveTask(7, { conflicts: [conflict] });
    openAt(`${PAGE}&task=7`);
    const part = await within(await panel(7)).findByRole('region', {
      name: 'Contradicted by imports',
    });
    expect(part.textContent).toContain('Rework in the portal, Completed in the file');
    expect(part.textContent).toContain('The portal kept it. monday.csv');
    expect(part.textContent).toContain('by Rex');
    expect(within(part).queryByRole('link')).toBeNull();
  });

  it('UI-161 lets who may change the task do so, and says what nobody has reviewed', async () => {
    serveTask(7, { may_change: true, metadata: { note: 'x' } });
    openAt(`${PAGE}&task=7`);
    const open = within(await panel(7));
    expect(await open.findByText('Nobody has reviewed this task yet.')).toBeTruthy();
    expect(open.getByText(/"note": "x"/)).toBeTruthy();
    const fields = [
      field('turing_task_id', { type: 'integer', primary_key: true, read_only: true }),
      field('target_model', { nullable: true }),
    ];
    stub.on('GET /api/v1/tasks/tasks-crud/_meta', () => ({
      json: listMeta({
        ...{ base: '/tasks/tasks-crud/', label: 'Task', label_plural: 'Tasks', fields },
        primary_key: 'turing_task_id',
      }),
    }));
    stub.on('GET /api/v1/tasks/tasks-crud/7', () => ({
      json: { turing_task_id: 7, target_model: 'atlas-2', version: 'v1' },
    }));
    await userEvent.click(open.getByRole('button', { name: 'Edit' }));
    const model = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Target model' });
    expect(model.closest('[role=dialog]')).toBe(
      screen.getByRole('dialog', { name: 'Edit Task 7' }),
    );
    expect(model.value).toBe('atlas-2');
    await userEvent.type(model, 'jfk');
    expect(model.value).toBe('atlas-2jfk');
    expect(screen.getByRole('dialog', { name: 'Task 7', hidden: true })).toBeTruthy();
  });

  it('UI-161 UI-168 users who see less have no links, and read who reviews the task', async () => {
    signInAs(grant(1));
    serveTask(7, { claim: { ...claimOfRita('', false), asked_by: null } });
    openAt('/about?task=7');
    const open = within(await panel(7));
    await open.findByText('Rita has this task for 30 more minutes');
    expect(open.getByText('Tess Trainer').closest('a')).toBeNull();
    expect(open.getByText('Atlas · Spring')).toBeTruthy();
    expect(open.queryByRole('button', { name: 'Ask for this task' })).toBeNull();
  });

  it('UI-162 goes to the neighbours in the list by j and k, and not beyond it', async () => {
    for (const id of [7, 8, 9]) serveTask(id);
    const tab = openAt(PAGE);
    await userEvent.click(await screen.findByRole('link', { name: '8' }));
    await panel(8);
    await userEvent.keyboard('j');
    await panel(9);
    await userEvent.keyboard('j');
    expect(await panel(9)).toBeTruthy();
    await userEvent.keyboard('kk');
    await panel(7);
    expect(tab.url()).toContain('task=7');
    const previous = screen.getByRole<HTMLButtonElement>('button', { name: 'Previous task (k)' });
    expect(previous.disabled).toBe(true);
    await press('Next task (j)');
    expect(await panel(8)).toBeTruthy();
  });

  it('UI-162 follows the order that the user gave to the list', async () => {
    for (const id of [7, 8, 9]) serveTask(id);
    stub.on(`GET /api/v1/tasks/by-user/${encodeURIComponent(EMAIL)}`, () => ({
      json: userTasks(
        [7, 8, 9].map((id, at) => userTask(id, { number_of_turns: [5, 3, 4][at] ?? 0 })),
      ),
    }));
    openAt(`${PAGE}&sort_by=number_of_turns&sort_order=asc`);
    await userEvent.click(await screen.findByRole('link', { name: '8' }));
    await panel(8);
    await userEvent.keyboard('j');
    await panel(9);
    await userEvent.keyboard('j');
    expect(await panel(7)).toBeTruthy();
  });

  it('UI-162 presses that come before the panel is drawn again add up', async () => {
    for (const id of [7, 8, 9]) serveTask(id);
    const tab = openAt(PAGE);
    // The table has them in the order of their ids, or the reverse.
    const links = await screen.findAllByRole('link', { name: /^[789]$/ });
    const ids = links.map(({ textContent }) => textContent);
    links[0]?.focus();
    await userEvent.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: `Task ${ids[0]}` });
    act(() => {
      for (const key of ['j', 'j', 'k', 'j']) fireEvent.keyDown(dialog, { key });
    });
    await waitFor(() => expect(tab.url()).toContain(`task=${ids[2]}`));
  });

  it('UI-163 follows a pushed change of the project', async () => {
    let status = 'rework';
    stub.on('GET /api/v1/tasks/7', () => ({
      json: detail(7, { status, revision: status === 'rework' ? 1 : 2 }),
    }));
    openAt(`${PAGE}&task=7`);
    await within(await panel(7)).findByText('Rework');
    // The page behind the panel is hidden.
    await screen.findByRole('button', { name: 'Connection: Live', hidden: true });
    status = 'completed';
    act(() => live.emitAnything('dashboard-changed', dashboardState(1, 2)));
    expect(await within(await panel(7)).findByText('Completed')).toBeTruthy();
  });

  it('UI-164 says that there is no such task, and tries again after another failure', async () => {
    stub.on('GET /api/v1/tasks/7', () => refusal('not-found', 404, 'There is no such task'));
    const { open } = openAt(`${PAGE}&task=7`);
    expect(await within(await panel(7)).findByText('No such task')).toBeTruthy();
    stub.on('GET /api/v1/tasks/8', () => refusal('unavailable', 503, 'Later'));
    await open(`${PAGE}&task=8`);
    await within(await panel(8)).findByText('Failed to load the task');
    serveTask(8);
    await press('Try Again');
    expect(await within(await panel(8)).findByRole('link', { name: 'Spring' })).toBeTruthy();
  });

  it('UI-168 a waiting task is claimed, extended by use, and given back', async () => {
    const claim = (minutes: number, is_mine: boolean) => ({
      reviewer: { email: 'rita@example.com', name: 'Rita', picture: null },
      claimed_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
      ...{ is_mine, asked_by: null, is_asked_by_me: false },
    });
    const CLAIM = '/api/v1/tasks/7/claim';
    const put = () => stub.callsOf(`PUT ${CLAIM}`).length;
    stub.on(`PUT ${CLAIM}`, () => {
      serveTask(7, { may_claim: true, claim: claim(24.5, true) });
      return { json: claim(30, true) };
    });
    stub.on(`DELETE ${CLAIM}`, () => {
      serveTask(7, { may_claim: true, claim: claim(12, false) });
      return { status: 204 };
    });
    stub.on(`POST ${CLAIM}/request`, () => ({ status: 204 }));
    serveTask(7, { may_claim: true });
    openAt(`${PAGE}&task=7`);
    await press('Claim');
    await screen.findByText(/You have this task for 25 more minutes/);
    expect(put()).toBe(1);
    expect(useHeldClaims.getState().ids).toEqual([7]);
    serveTask(7, { may_claim: true, claim: claim(20, true) });
    live.emitAnything('records-changed', { records: 'review_claim' });
    await screen.findByText(/You have this task for 20 more minutes/);
    await userEvent.keyboard('x');
    await waitFor(() => expect(put()).toBe(2));
    await screen.findByText(/You have this task for 25 more minutes/);
    await userEvent.keyboard('g');
    await screen.findByText('Rita has this task for 12 more minutes');
    expect(useHeldClaims.getState().ids).toEqual([]);
    await press('Ask for this task');
    expect(await screen.findByRole('button', { name: 'You asked for this task' })).toBeTruthy();
  });

  it('UI-168 says again that the user has asked, also when the panel opens anew', async () => {
    serveTask(7, { may_claim: true, claim: claimOfRita('Zoë Admin', true) });
    openAt(`${PAGE}&task=7`);
    const asked = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'You asked for this task',
    });
    expect(asked.disabled).toBe(true);
  });

  it('UI-168 offers to ask for a task also after somebody else has', async () => {
    serveTask(7, { may_claim: true, claim: claimOfRita('Zoë Admin', false) });
    openAt(`${PAGE}&task=7`);
    expect(await screen.findByRole('button', { name: 'Ask for this task' })).toBeTruthy();
  });

  it('UI-170 the reviewer hears on every page who asks for a task', async () => {
    const claim = (asked_by: string | null, is_mine = true) => ({
      reviewer: { email: 'me@example.com', name: 'Me', picture: null },
      claimed_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + 30 * 60_000).toISOString(),
      ...{ is_mine, asked_by, is_asked_by_me: false },
    });
    stub.on('DELETE /api/v1/tasks/7/claim', () => ({ status: 204 }));
    serveTask(7, { claim: claim(null) });
    openAt(`${PAGE}&task=7`);
    await within(await panel(7)).findByText('Tess Trainer');
    // At a desk the claim stays without the panel.
    const leaveDesk = keepAtDesk();
    act(() => holdClaim(7));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText(/asks for task 7/)).toBeNull();
    const ask = async (name: string) => {
      serveTask(7, { claim: claim(name) });
      live.emitAnything('records-changed', { records: 'review_claim' });
      return screen.findByText(`${name} asks for task 7, which you review.`);
    };
    await ask('Rita');
    await press('Keep it');
    expect(screen.queryByText(/asks for task 7/)).toBeNull();
    await ask('Ron');
    serveTask(7, { claim: null });
    await press('Give back');
    await waitFor(() => expect(screen.queryByText(/asks for task 7/)).toBeNull());
    leaveDesk();
    expect(stub.callsOf('DELETE /api/v1/tasks/7/claim')).toHaveLength(1);
  });

  it('WORK-86 two clicks before the panel is drawn again claim a task once', async () => {
    const CLAIM = '/api/v1/tasks/7/claim';
    const claim = {
      reviewer: { email: 'rita@example.com', name: 'Rita', picture: null },
      claimed_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + 1_800_000).toISOString(),
      ...{ is_mine: true, asked_by: null, is_asked_by_me: false },
    };
    stub.on(`PUT ${CLAIM}`, () => {
      serveTask(7, { may_claim: true, claim });
      return { json: claim };
    });
    serveTask(7, { may_claim: true });
    openAt(`${PAGE}&task=7`);
    const button = await screen.findByRole('button', { name: 'Claim' });
    act(() => {
      button.click();
      button.click();
      fireEvent.keyDown(document.body, { key: 'c' });
    });
    await screen.findByText(/You have this task for 30 more minutes/);
    expect(stub.callsOf(`PUT ${CLAIM}`)).toHaveLength(1);
  });

  it('UI-190 ? shows all shortcuts above the panel, whose keys wait meanwhile', async () => {
    serveTask(7, { may_claim: true });
    const tab = openAt(`${PAGE}&task=7`);
    await screen.findByRole('button', { name: 'Claim' });
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Shortcuts' });
    for (const text of ['Ctrl+K', 'Ctrl+Enter', 'N']) within(dialog).getByText(text);
    const layer = (element: Element | null) =>
      Number(getComputedStyle(element?.closest('.MuiModal-root') ?? document.body).zIndex);
    const open = await screen.findByRole('dialog', { name: 'Task 7', hidden: true });
    expect(layer(dialog)).toBe(layer(open));
    expect(open.compareDocumentPosition(dialog)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.keyboard('c');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Shortcuts' })).toBeNull());
    expect(stub.calls.filter(({ method }) => method === 'PUT')).toHaveLength(0);
    expect(tab.url()).toContain('task=7');
  });

  it('UI-190 ? shows all shortcuts on a page without a panel, but types in a field', async () => {
    openAt(PAGE);
    await userEvent.click(await screen.findByRole('searchbox', { name: 'Search these tasks' }));
    await userEvent.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.tab();
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Shortcuts' })).toBeTruthy();
  });

  it('WORK-96 a claim is given back as the panel closes outside the desk', async () => {
    const CLAIM = '/api/v1/tasks/7/claim';
    const claim = { ...claimOfRita('', false), is_mine: true, asked_by: null };
    stub.on(`PUT ${CLAIM}`, () => {
      serveTask(7, { may_claim: true, claim });
      return { json: claim };
    });
    stub.on(`DELETE ${CLAIM}`, () => ({ status: 204 }));
    for (const id of [7, 8]) serveTask(id, { may_claim: true });
    openAt(PAGE);
    await userEvent.click(await screen.findByRole('link', { name: '7' }));
    await press('Claim');
    await waitFor(() => expect(useHeldClaims.getState().ids).toEqual([7]));
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Give back' }));
    await userEvent.keyboard('j');
    await panel(8);
    expect(stub.callsOf(`DELETE ${CLAIM}`)).toHaveLength(0);
    await press('Close');
    await waitFor(() => expect(stub.callsOf(`DELETE ${CLAIM}`)).toHaveLength(1));
    expect(useHeldClaims.getState().ids).toEqual([]);
  });

  it('UI-168 a task that the user may not review has no claim', async () => {
    serveTask(7);
    openAt(`${PAGE}&task=7`);
    await panel(7);
    await screen.findByText('Tess Trainer');
    expect(screen.queryByRole('group', { name: 'Claim' })).toBeNull();
  });
});
