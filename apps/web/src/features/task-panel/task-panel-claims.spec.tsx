import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { holdClaim, keepAtDesk, useHeldClaims } from '../../entities/claims/held-claims';
import { openAt, press } from '../../testing/render';
import { claimOfRita, LIST, PAGE, panel, taskPanel } from './spec-support/panel';

const { stub, live, serveTask } = taskPanel();
const CLAIM = '/api/v1/tasks/7/claim';

describe('the claim of a task in the panel', () => {
  it('UI-168 a waiting task is claimed, extended by use, and given back', async () => {
    const claim = (minutes: number, is_mine: boolean) => claimOfRita({ is_mine }, minutes);
    const put = () => stub.callsOf(`PUT ${CLAIM}`).length;
    stub.on(`PUT ${CLAIM}`, () => {
      serveTask(7, { may_claim: true, claim: claim(24.5, true) });
      return { json: claim(30, true) };
    });
    stub.on(`DELETE ${CLAIM}`, () => {
      serveTask(7, { may_claim: true, claim: claim(11.5, false) });
      return { status: 204 };
    });
    stub.on(`POST ${CLAIM}/request`, () => ({ status: 204 }));
    serveTask(7, { may_claim: true });
    openAt(PAGE);
    await press('Claim');
    await screen.findByText(/You have this task for 25 more minutes/);
    expect(put()).toBe(1);
    expect(useHeldClaims.getState().ids).toEqual([7]);
    serveTask(7, { may_claim: true, claim: claim(19.5, true) });
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
    serveTask(7, {
      may_claim: true,
      claim: claimOfRita({ asked_by: 'Zoë Admin', is_asked_by_me: true }),
    });
    openAt(PAGE);
    const asked = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'You asked for this task',
    });
    expect(asked.disabled).toBe(true);
  });

  it('UI-168 offers to ask for a task also after somebody else has', async () => {
    serveTask(7, { may_claim: true, claim: claimOfRita({ asked_by: 'Zoë Admin' }) });
    openAt(PAGE);
    expect(await screen.findByRole('button', { name: 'Ask for this task' })).toBeTruthy();
  });

  it('UI-170 the reviewer hears on every page who asks for a task', async () => {
    const claim = (asked_by: string | null) => claimOfRita({ is_mine: true, asked_by });
    stub.on(`DELETE ${CLAIM}`, () => ({ status: 204 }));
    serveTask(7, { claim: claim(null) });
    openAt(PAGE);
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
    expect(stub.callsOf(`DELETE ${CLAIM}`)).toHaveLength(1);
  });

  it('WORK-86 two clicks before the panel is drawn again claim a task once', async () => {
    const claim = claimOfRita({ is_mine: true });
    stub.on(`PUT ${CLAIM}`, () => {
      serveTask(7, { may_claim: true, claim });
      return { json: claim };
    });
    serveTask(7, { may_claim: true });
    openAt(PAGE);
    const button = await screen.findByRole('button', { name: 'Claim' });
    act(() => {
      button.click();
      button.click();
      fireEvent.keyDown(document.body, { key: 'c' });
    });
    await screen.findByText(/You have this task for 30 more minutes/);
    expect(stub.callsOf(`PUT ${CLAIM}`)).toHaveLength(1);
  });

  it('WORK-96 a claim is given back as the panel closes outside the desk', async () => {
    const claim = claimOfRita({ is_mine: true });
    stub.on(`PUT ${CLAIM}`, () => {
      serveTask(7, { may_claim: true, claim });
      return { json: claim };
    });
    stub.on(`DELETE ${CLAIM}`, () => ({ status: 204 }));
    for (const id of [7, 8]) serveTask(id, { may_claim: true });
    openAt(LIST);
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
    openAt(PAGE);
    await panel(7);
    await screen.findByText('Tess Trainer');
    expect(screen.queryByRole('group', { name: 'Claim' })).toBeNull();
  });
});
