import { expect, it, vi } from 'vitest';
import { api } from '../../session/api';
import { askForClaim, claimPath, keepAtDesk, useHeldClaims } from './held-claims';

it('WORK-88 a claim that is answered after the reviewer has left the desk is given back', () => {
  const send = vi.spyOn(api, 'send').mockResolvedValue(new Response());
  const leave = keepAtDesk();
  const [early, late] = [askForClaim(), askForClaim()];
  early(7);
  expect(useHeldClaims.getState().ids).toEqual([7]);
  leave();
  late(8);
  expect(useHeldClaims.getState().ids).toEqual([]);
  expect(send.mock.calls.map(([path]) => path)).toEqual([claimPath(7), claimPath(8)]);
});
