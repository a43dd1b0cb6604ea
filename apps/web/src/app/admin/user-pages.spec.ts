import { describe, expect, it } from 'vitest';
import { PORTAL_PAGES } from '../../features/users/access/portal-pages';
import { POD_PAGES } from '../pods/pod-pages';
import { ADMIN_PAGES, ADMIN_PERMISSIONS } from './admin-pages';
import { USER_PAGES } from './user-pages';

const needOf = (key: string) => PORTAL_PAGES.find((page) => page.key === key)?.need;

describe('the question why a user cannot open a page', () => {
  it.each(ADMIN_PAGES)('USERPAGE-9 has what the guard of /admin/$segment needs', (page) => {
    expect(ADMIN_PERMISSIONS).toContain('admin-view');
    expect(needOf(page.segment)).toEqual([['admin-view'], page.anyOf]);
  });

  it.each(POD_PAGES)('USERPAGE-9 has what the guard of the pod page "$label" needs', (page) => {
    const key = page.segment === '' ? 'pod' : `pod/${page.segment}`;
    expect(needOf(key)).toEqual([[page.permission]]);
  });

  it('USERPAGE-9 has what the profile page of a user needs', () => {
    const profile = USER_PAGES.find(({ path }) => path.endsWith('/profile'));
    expect(needOf('users')).toEqual([['admin-view'], profile?.anyOf]);
  });
});
