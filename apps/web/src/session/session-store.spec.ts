import type { Permission } from '@portal/contracts/permissions';
import { describe, expect, it } from 'vitest';
import { grant, signInAs, tokens } from '../testing/users';
import { mayIn } from './permissions';
import {
  SESSION_STORAGE_KEY,
  adoptStoredSession,
  followOtherTabs,
  isAuthenticated,
  useSessionStore,
} from './session-store';

const state = () => useSessionStore.getState();

/** The event of a page that the browser kept. */
function shownAgain(): Event {
  return Object.assign(new Event('pageshow'), { persisted: true });
}

/** The storage event of another tab. */
function otherTabStores(value: string | null): void {
  if (value === null) localStorage.removeItem(SESSION_STORAGE_KEY);
  else localStorage.setItem(SESSION_STORAGE_KEY, value);
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_STORAGE_KEY }));
}

describe('session store', () => {
  it('WEB-7 is authenticated when an access token is there, and after a reload', () => {
    expect(isAuthenticated(state())).toBe(false);
    signInAs(grant(1, 'data-upload'));
    expect(isAuthenticated(state())).toBe(true);
    adoptStoredSession();
    expect(state().session).toMatchObject({
      kind: 'signed-in',
      user: { name: 'Zoë Admin' },
      claims: { projects_auth: [{ project_id: 1, permissions: ['data-upload'] }] },
    });
  });

  it.each([
    ['no JSON', '{'],
    ['another shape', '{"access_token":7}'],
    ['a token that cannot be read', '{"access_token":"a.b.c","refresh_token":"r"}'],
    ['a token of one part', '{"access_token":"abc","refresh_token":"r"}'],
  ])('WEB-7 treats %s in storage as signed out', (_name, stored) => {
    localStorage.setItem(SESSION_STORAGE_KEY, stored);
    expect(adoptStoredSession()).toEqual({ kind: 'anonymous' });
  });

  it('WEB-8 follows sign-out and sign-in of other tabs until it is stopped', () => {
    const stop = followOtherTabs();
    signInAs();
    otherTabStores(null);
    expect(isAuthenticated(state())).toBe(false);
    otherTabStores(JSON.stringify(tokens()));
    expect(isAuthenticated(state())).toBe(true);
    stop();
    otherTabStores(null);
    expect(isAuthenticated(state())).toBe(true);
  });

  it.each([
    ['from the back/forward cache', () => window.dispatchEvent(shownAgain())],
    ['after it was frozen', () => document.dispatchEvent(new Event('resume'))],
  ])('WEB-153 a page that comes back %s has the session of now', (_name, wake) => {
    const stop = followOtherTabs();
    signInAs();
    localStorage.removeItem(SESSION_STORAGE_KEY);
    expect(isAuthenticated(state())).toBe(true);
    wake();
    expect(isAuthenticated(state())).toBe(false);
    stop();
  });

  it('NAV-18 has ended until the next sign-in, also after another tab has followed', () => {
    const stop = followOtherTabs();
    signInAs();
    state().end();
    otherTabStores(null);
    expect(state().ended).toBe(true);
    otherTabStores(JSON.stringify(tokens()));
    expect(state().ended).toBe(false);
    stop();
  });

  it('WEB-9 has a permission in a project directly, by full-access and by project 0', () => {
    const may = (anyOf: readonly Permission[]) => mayIn(3, state().session, anyOf);
    expect(may(['data-upload'])).toBe(false);
    expect(may([])).toBe(true);
    signInAs(grant(3, 'data-upload'));
    expect(may(['rbac-manage', 'data-upload'])).toBe(true);
    expect(may(['rbac-manage'])).toBe(false);
    signInAs(grant(3, 'full-access'));
    expect(may(['rbac-manage'])).toBe(true);
    signInAs(grant(0, 'full-access'));
    expect(may(['rbac-manage'])).toBe(true);
  });

  it('WEB-9 has no permission by another project, and only those of project 0 without one', () => {
    signInAs(grant(3, 'data-upload'), grant(0, 'user-view'));
    const { session } = state();
    expect(mayIn(4, session, ['data-upload'])).toBe(false);
    expect(mayIn(4, session, ['user-view'])).toBe(true);
    expect(mayIn(null, session, ['data-upload'])).toBe(false);
    expect(mayIn(null, session, ['user-view'])).toBe(true);
    expect(mayIn(0, session, ['data-upload'])).toBe(false);
  });
});
