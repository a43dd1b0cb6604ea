import type { ShownFeedback } from '@portal/contracts/feedback';
import type { TaskDetail } from '@portal/contracts/task-detail';
import { cleanup, act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { sentBackHere } from '../../entities/claims/sent-back';
import { heldReply } from '../../testing/held-reply';
import { openAt, press } from '../../testing/render';
import { refusal } from '../../testing/stub-server';
import { detail, PAGE, panel as findPanel, taskPanel } from './spec-support/panel';

const { stub, serveTask: serve } = taskPanel();
const POST = 'POST /api/v1/tasks/7/feedback';

const feedback = (part: Partial<ShownFeedback> = {}): ShownFeedback => ({
  ...{ id: 1, author_email: 'rex@example.com', author_name: 'Rex', words: 'Why?', reasons: [] },
  ...{ is_rework: false, created_at: '2026-03-08T10:00:00Z', edited_at: null },
  ...{ is_unread: false, may_change: false, appeal: null, appealed_at: null, may_appeal: false },
  ...part,
});
const serveTask = (part: Partial<TaskDetail>) => serve(7, { status: 'completed', ...part });
const panel = async () => within(await findPanel());
const bodies = () => stub.callsOf(POST).map(({ body }) => JSON.parse(body) as unknown);

describe('feedback in the panel', () => {
  it('TASK-118 says who reviews the task in place of sending it back', async () => {
    const claim = (isMine: boolean) => ({
      ...{ reviewer: { email: 'rex@example.com', name: 'Rex', picture: null } },
      ...{ claimed_at: '2026-03-08T10:00:00Z', expires_at: '2100-01-01T00:00:00Z' },
      ...{ is_mine: isMine, asked_by: null, is_asked_by_me: false },
    });
    serveTask({ may_give_feedback: true, feedback: [], claim: claim(false) });
    openAt(PAGE);
    const open = await panel();
    await open.findByText('Rex reviews it, and can send it back.');
    expect(open.queryByRole('button', { name: 'Send back (R)' })).toBeNull();
    await userEvent.keyboard('r');
    expect(open.queryByRole('textbox', { name: 'Feedback' })).toBeNull();
    cleanup();
    serveTask({ may_give_feedback: true, feedback: [], claim: claim(true) });
    openAt(PAGE);
    expect(await (await panel()).findByRole('button', { name: 'Send back (R)' })).toBeTruthy();
  });

  it('UI-165 shows the safe part of CommonMark', async () => {
    const words = [
      '**Say** why, see [the guide](https://example.com/a), not [this](javascript:alert(1)).',
      '![x](https://example.com/x.png) <img src=x onerror=alert(1)>',
    ].join('\n\n');
    serveTask({ feedback: [feedback({ words, is_rework: true, is_unread: true })] });
    openAt(PAGE);
    const open = await panel();
    expect((await open.findByText('Say')).tagName).toBe('STRONG');
    const link = open.getByRole('link', { name: 'the guide' });
    expect(link.getAttribute('href')).toBe('https://example.com/a');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(open.queryByRole('link', { name: 'this' })).toBeNull();
    expect(open.queryByRole('img')).toBeNull();
    expect(open.getByText(/<img src=x/)).toBeTruthy();
    for (const text of ['1 comment', 'Sent back', 'Not read yet'])
      expect(open.getByText(text)).toBeTruthy();
    expect(open.queryByRole('button', { name: /Give feedback/ })).toBeNull();
  });

  it('UI-166 DESK-38 is written by keyboard, keeps what was typed, and is sent once', async () => {
    const review_reasons = [
      { name: 'No source', meaning: '' },
      { name: 'Wrong', meaning: '' },
    ];
    serveTask({ may_give_feedback: true, review_reasons });
    let answers = 0;
    stub.on(POST, () => {
      answers += 1;
      return answers === 1
        ? refusal('invalid-input', 400, 'The body is not valid', [
            { pointer: '/words', detail: 'must not be rude' },
          ])
        : { status: 201, json: feedback({ words: 'Say why.', is_rework: true }) };
    });
    const tab = openAt(PAGE);
    let open = await panel();
    await open.findByRole('button', { name: 'Give feedback (F)' });
    await userEvent.keyboard('r');
    await userEvent.type(await open.findByRole('textbox', { name: 'Feedback' }), 'Say why jk.');
    expect(open.getByText(/^11 of 4,000/)).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await tab.open(PAGE);
    open = await panel();
    await press('Send back (R)');
    const field = await open.findByRole<HTMLTextAreaElement>('textbox', { name: 'Feedback' });
    expect(field.value).toBe('Say why jk.');
    await press('Send back');
    expect(await open.findByText('Feedback must not be rude')).toBeTruthy();
    expect(sentBackHere.has(7)).toBe(false);
    await userEvent.clear(field);
    expect(open.getByRole<HTMLButtonElement>('button', { name: 'Send back' }).disabled).toBe(true);
    await userEvent.type(field, 'Say why.');
    for (const name of ['Wrong', 'No source', 'Wrong']) await press(name);
    await press('Send back');
    await open.findByRole('button', { name: 'Give feedback (F)' });
    expect(sentBackHere.has(7)).toBe(true);
    await screen.findByText('Task sent back');
    expect(bodies()).toEqual([
      { words: 'Say why jk.', rework: true, reasons: [] },
      { words: 'Say why.', rework: true, reasons: ['No source'] },
    ]);
    const keys = stub.callsOf(POST).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
    await press('Give feedback (F)');
    expect((await open.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('');
  });

  it('WORK-86 WORK-89 is sent once, and leaves no draft if the panel was closed before the answer', async () => {
    serveTask({ may_give_feedback: true });
    const answer = heldReply();
    stub.on(POST, async () => {
      await answer.released;
      return { status: 201, json: feedback() };
    });
    openAt(PAGE);
    const open = await panel();
    await press('Give feedback (F)');
    await userEvent.type(await open.findByRole('textbox', { name: 'Feedback' }), 'Why?');
    const form = open.getByRole('form', { name: 'Feedback' });
    act(() => {
      fireEvent.submit(form);
      fireEvent.submit(form);
    });
    await waitFor(() => expect(stub.callsOf(POST)).toHaveLength(1));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(localStorage.getItem('portal.drafts')).toContain('Why?');
    answer.release();
    await screen.findByText('Feedback sent');
    expect(localStorage.getItem('portal.drafts')).toBeNull();
    expect(stub.callsOf(POST)).toHaveLength(1);
  });

  it('WORK-89 a refusal after the panel was closed is told, and the draft stays', async () => {
    serveTask({ may_give_feedback: true });
    const answer = heldReply();
    stub.on(POST, async () => {
      await answer.released;
      return refusal('project-archived', 409, 'The project is archived');
    });
    openAt(PAGE);
    const open = await panel();
    await press('Give feedback (F)');
    await userEvent.type(await open.findByRole('textbox', { name: 'Feedback' }), 'Why?');
    await press('Send feedback');
    await waitFor(() => expect(stub.callsOf(POST)).toHaveLength(1));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answer.release();
    await screen.findByText('The feedback on task 7 was not sent: The project is archived');
    expect(localStorage.getItem('portal.drafts')).toContain('Why?');
  });

  it('WORK-90 what is typed while the form is on its way is no shortcut, and stands in its field', async () => {
    const answer = heldReply();
    stub.on('GET /api/v1/tasks/7', async () => {
      await answer.released;
      return {
        json: detail(7, { may_give_feedback: true }),
      };
    });
    const pressed: string[] = [];
    const listen = ({ key }: KeyboardEvent) => pressed.push(key);
    document.addEventListener('keydown', listen);
    openAt(PAGE);
    await screen.findByLabelText('Loading the task');
    await userEvent.keyboard('rno x{Backspace}g');
    answer.release();
    const field = await (await panel()).findByRole('textbox', { name: 'Feedback' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('n');
    document.removeEventListener('keydown', listen);
    expect(pressed).toEqual(['r', 'n']);
    expect(field).toHaveProperty('value', 'no gn');
  });

  it('UI-167 is changed and withdrawn by its author', async () => {
    serveTask({ may_give_feedback: true, feedback: [feedback({ may_change: true })] });
    stub.on('PATCH /api/v1/tasks/7/feedback/1', () => ({ json: feedback({ words: 'Because.' }) }));
    stub.on('DELETE /api/v1/tasks/7/feedback/1', () => ({ status: 204 }));
    openAt(PAGE);
    const open = await panel();
    await open.findByText('Why?');
    await press('Change');
    const field = await open.findByRole('textbox', { name: 'Feedback' });
    await userEvent.clear(field);
    await userEvent.type(field, 'Because.');
    await press('Save');
    await open.findByText('Why?');
    expect(stub.callsOf('PATCH /api/v1/tasks/7/feedback/1')[0]?.body).toBe(
      '{"words":"Because.","reasons":[]}',
    );
    await press('Withdraw');
    await press('Withdraw it for everybody');
    await waitFor(() => expect(stub.callsOf('DELETE /api/v1/tasks/7/feedback/1')).toHaveLength(1));
  });

  it('TASK-119 its reasons are changed, too, also one that is archived by now', async () => {
    serveTask({
      ...{ may_give_feedback: true, review_reasons: [{ name: 'No source', meaning: '' }] },
      feedback: [feedback({ may_change: true, is_rework: true, reasons: ['Old'] })],
    });
    stub.on('PATCH /api/v1/tasks/7/feedback/1', () => ({ json: feedback() }));
    openAt(PAGE);
    await panel();
    await press('Change');
    await press('No source');
    await press('Old');
    await press('Save');
    await waitFor(() =>
      expect(stub.callsOf('PATCH /api/v1/tasks/7/feedback/1')[0]?.body).toBe(
        '{"words":"Why?","reasons":["No source"]}',
      ),
    );
  });

  it('UI-165 is read by the user of the task alone', async () => {
    stub.on('POST /api/v1/tasks/7/feedback/read', () => ({ status: 204 }));
    serveTask({ user_email: 'zoe@example.com', feedback: [feedback({ is_unread: true })] });
    openAt(PAGE);
    await (await panel()).findByText('New');
    await waitFor(() => expect(stub.callsOf('POST /api/v1/tasks/7/feedback/read')).toHaveLength(1));
  });

  it('UI-165 TASK-117 opening the own task reads its reviews, too; for others they stay unread', async () => {
    stub.on('POST /api/v1/tasks/7/feedback/read', () => ({ status: 204 }));
    const review = {
      ...{ turing_review_id: 3, reviewer_email: null, reviewer_name: null, status: 'rejected' },
      ...{ score: null, feedback: 'Why?', submitted_at: null, reasons: [], is_unread: true },
    };
    serveTask({ user_email: 'zoe@example.com', status: 'rework', reviews: [review] });
    openAt(PAGE);
    await (await panel()).findByText('New');
    await waitFor(() => expect(stub.callsOf('POST /api/v1/tasks/7/feedback/read')).toHaveLength(1));
    cleanup();
    serveTask({ user_email: 'ada@example.com', status: 'rework', reviews: [review] });
    openAt(PAGE);
    await (await panel()).findByText('Not read yet');
    expect(stub.callsOf('POST /api/v1/tasks/7/feedback/read')).toHaveLength(1);
  });

  it('UI-180 the form takes the focus when it opens, and leaves it where the keyboard is', async () => {
    serveTask({ may_give_feedback: true, review_reasons: [{ name: 'Wrong', meaning: '' }] });
    openAt(PAGE);
    const open = await panel();
    await userEvent.click(await open.findByRole('button', { name: /Give feedback/ }));
    const field = await open.findByRole('textbox', { name: 'Feedback' });
    expect(document.activeElement).toBe(field);
    const tick = open.getByRole('checkbox', { name: /Send the task back/ });
    tick.focus();
    await userEvent.keyboard(' ');
    const reason = await open.findByRole('button', { name: 'Wrong' });
    expect(document.activeElement).toBe(tick);
    reason.focus();
    await userEvent.keyboard(' ');
    expect(reason.getAttribute('aria-pressed')).toBe('true');
    expect(document.activeElement).toBe(reason);
  });

  it('UI-180 the keys are for the panel as soon as the form is sent', async () => {
    serveTask({ may_give_feedback: true });
    stub.on(POST, () => ({ status: 201, json: feedback() }));
    openAt(PAGE);
    const open = await panel();
    await open.findByRole('button', { name: /Give feedback/ });
    await userEvent.keyboard('f');
    await userEvent.type(await open.findByRole('textbox', { name: 'Feedback' }), 'Why?');
    const focused = vi.fn(() => document.activeElement);
    const observer = new MutationObserver(focused);
    observer.observe(document.body, { childList: true, subtree: true });
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(open.queryByRole('textbox')).toBeNull());
    observer.disconnect();
    expect(focused).toHaveBeenCalled();
    expect(focused).not.toHaveReturnedWith(document.body);
  });

  it('UI-181 an appeal that is cancelled leaves the focus at its button', async () => {
    serveTask({ feedback: [feedback({ is_rework: true, may_appeal: true })] });
    openAt(PAGE);
    const open = await panel();
    const before = await open.findByRole('button', { name: 'Appeal' });
    expect(document.activeElement).not.toBe(before);
    await userEvent.click(before);
    await press('Cancel');
    const button = await open.findByRole('button', { name: 'Appeal' });
    expect(document.activeElement).toBe(button);
  });

  it('UI-185 the user of the task appeals, keeps what was typed, and sees the appeal', async () => {
    const APPEAL = 'POST /api/v1/tasks/7/feedback/1/appeal';
    const sentBack = { is_rework: true, may_appeal: true };
    serveTask({ feedback: [feedback(sentBack)] });
    let answers = 0;
    stub.on(APPEAL, () => {
      answers += 1;
      if (answers === 1) return refusal('conflict', 409, 'There is an appeal already');
      const appealed = { appeal: 'See **line 3**.', appealed_at: '2026-03-08T11:00:00Z' };
      serveTask({ feedback: [feedback({ is_rework: true, ...appealed })] });
      return { json: feedback({ is_rework: true, ...appealed }) };
    });
    const tab = openAt(PAGE);
    let open = await panel();
    await open.findByText('Sent back');
    await press('Appeal');
    const name = 'Why should it be reviewed again?';
    await userEvent.type(await open.findByRole('textbox', { name }), 'See **line 3**.');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await tab.open(PAGE);
    open = await panel();
    await open.findByText('Sent back');
    await press('Appeal');
    const field = await open.findByRole<HTMLTextAreaElement>('textbox', { name });
    expect(field.value).toBe('See **line 3**.');
    await press('Send appeal');
    expect(await open.findByText('There is an appeal already')).toBeTruthy();
    await press('Send appeal');
    expect((await open.findByText('line 3')).tagName).toBe('STRONG');
    expect(stub.callsOf(APPEAL).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { words: 'See **line 3**.' },
      { words: 'See **line 3**.' },
    ]);
    expect(open.queryByRole('button', { name: 'Appeal' })).toBeNull();
  });

  it('UI-185 others read the appeal, and a task without one has no button for them', async () => {
    const appeal = { appeal: 'Look again.', appealed_at: '2026-03-08T11:00:00Z' };
    serveTask({
      user_email: 'zoe@example.com',
      feedback: [
        feedback({ id: 2, is_rework: true }),
        feedback({ id: 1, is_rework: true, ...appeal }),
      ],
    });
    openAt(PAGE);
    const open = await panel();
    await open.findByText('Look again.');
    expect(open.getAllByText('Appeal')).toHaveLength(1);
    expect(open.queryByRole('button', { name: 'Appeal' })).toBeNull();
  });
});
