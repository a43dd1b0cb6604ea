import { expect, it } from 'vitest';
import { z } from 'zod';
import { grant, signInAs } from '../testing/users';
import { fillStorage } from '../testing/storage';
import { forgetDrafts, readDraft, writeDraft } from './drafts';
import { useUnkept } from '../lib/storage';
import { useSessionStore } from './session-store';

const schema = z.object({ text: z.string() });
const read = (form: string) => readDraft(form, schema)?.text;

/** Signs in as the user with this id. */
function signInAsUser(sub: string): void {
  signInAs(grant(1));
  const { session } = useSessionStore.getState();
  if (session.kind !== 'signed-in') throw new Error('Not signed in');
  useSessionStore.setState({ session: { ...session, claims: { ...session.claims, sub } } });
}

it('CSTPAGE-29 a draft is of one form and one user, and signing out removes it', () => {
  signInAsUser('1');
  writeDraft('stat/1', { text: 'one' });
  writeDraft('stat/2', { text: 'two' });
  writeDraft('stat/1', { text: 'later' });
  expect([read('stat/1'), read('stat/2'), read('stat/3')]).toEqual(['later', 'two', undefined]);
  writeDraft('stat/2', undefined);
  expect(read('stat/2')).toBeUndefined();
  signInAsUser('2');
  expect(read('stat/1')).toBeUndefined();
  signInAsUser('1');
  expect(read('stat/1')).toBe('later');
  forgetDrafts();
  expect(read('stat/1')).toBeUndefined();
});

it('CSTPAGE-29 only the latest twenty drafts stay, and none that does not parse', () => {
  signInAsUser('1');
  for (let form = 0; form < 25; form += 1) writeDraft(`stat/${form}`, { text: 'x' });
  expect([read('stat/4'), read('stat/5'), read('stat/24')]).toEqual([undefined, 'x', 'x']);
  writeDraft('stat/24', { other: 1 });
  expect(read('stat/24')).toBeUndefined();
});

it('CSTPAGE-29 a full storage does not stop the form', () => {
  signInAsUser('1');
  fillStorage();
  writeDraft('stat/1', { text: 'x' });
  expect(read('stat/1')).toBe('x');
  expect(useUnkept.getState().unkept).toEqual(['drafts']);
});
