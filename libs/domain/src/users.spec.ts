import { PERMISSIONS, type Permission } from '@portal/contracts/permissions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from './caller.js';
import {
  decideAboutAccount,
  decideRoleAssignment,
  grantsBeyond,
  mayActAs,
  mayManageUser,
  maySeeUsersOf,
  maySeeNameOf,
  maySeeUser,
  projectsWithVisibleUsers,
} from './users.js';

type Grants = Readonly<Record<number, readonly Permission[]>>;

function user(userId: number, grants: Grants): Caller {
  return {
    userId,
    email: `${userId}@example.com`,
    name: '',
    via: 'session',
    grants: Object.entries(grants).map(([id, permissions]) => ({
      project_id: Number(id),
      project_name: `P${id}`,
      permissions: [...permissions],
    })),
  };
}
const caller = (grants: Grants) => user(1, grants);
const other = (grants: Grants) => user(2, grants);

describe('seeing users', () => {
  it('USER-1 user-view and user-manage show the users of a project', () => {
    for (const permission of ['user-view', 'user-manage', 'full-access'] as const) {
      expect(maySeeUser(caller({ 1: [permission] }), other({ 1: [] }))).toBe(true);
      expect(maySeeUser(caller({ 1: [permission] }), other({ 2: [] }))).toBe(false);
      expect(maySeeUser(caller({ 1: [permission] }), other({ 0: [] }))).toBe(false);
      expect(maySeeUser(caller({ 0: [permission] }), other({}))).toBe(true);
    }
    expect(maySeeUser(caller({ 1: ['project-manage'] }), other({ 1: [] }))).toBe(false);
    expect(maySeeUsersOf(caller({ 1: ['user-view'] }), 1)).toBe(true);
    expect(maySeeUsersOf(caller({ 1: ['user-view'] }), 0)).toBe(false);
  });

  it('USER-1 users see themselves', () => {
    expect(maySeeUser(caller({}), caller({}))).toBe(true);
    expect(decideAboutAccount(caller({}), caller({}))).toBe('granted');
  });

  it('POD-6 a name needs a visible user, or visible numbers in one of the user’s projects', () => {
    for (const permission of ['user-view', 'pod-info-public-view', 'full-access'] as const) {
      expect(maySeeNameOf(caller({ 1: [permission] }), other({ 1: [], 2: [] }))).toBe(true);
      expect(maySeeNameOf(caller({ 1: [permission] }), other({ 2: [] }))).toBe(false);
      expect(maySeeNameOf(caller({ 0: [permission] }), other({}))).toBe(true);
    }
    expect(maySeeNameOf(caller({ 1: ['pod-manage-members'] }), other({ 1: [] }))).toBe(false);
    expect(maySeeNameOf(caller({}), caller({}))).toBe(true);
  });

  it('USER-1 a list follows the same rule as a single user', () => {
    expect(projectsWithVisibleUsers(caller({ 0: ['user-view'], 1: [] }))).toBe('all');
    expect(
      projectsWithVisibleUsers(caller({ 1: ['user-view'], 2: [], 3: ['user-manage'] })),
    ).toEqual([1, 3]);
  });
});

describe('managing users', () => {
  it('USER-2 user-manage in project 0 covers all users', () => {
    const manager = caller({ 0: ['user-manage'] });
    expect(mayManageUser(manager, other({ 0: ['full-access'] }))).toBe(true);
    expect(mayManageUser(manager, other({}))).toBe(true);
    expect(mayManageUser(caller({ 0: ['user-view'] }), other({}))).toBe(false);
  });

  it('USER-2 needs user-manage and the user’s permissions in each project of the user', () => {
    const manager = caller({ 1: ['user-manage', 'data-upload'], 2: ['user-manage'], 3: [] });
    expect(mayManageUser(manager, other({ 1: ['data-upload'] }))).toBe(true);
    expect(mayManageUser(manager, other({ 1: ['data-upload'], 2: [] }))).toBe(true);
    expect(mayManageUser(manager, other({ 1: ['user-view'] }))).toBe(false);
    expect(mayManageUser(manager, other({ 1: [], 2: ['data-upload'] }))).toBe(false);
    expect(mayManageUser(manager, other({ 1: [], 3: [] }))).toBe(false);
    expect(mayManageUser(manager, other({ 1: [], 4: [] }))).toBe(false);
    expect(mayManageUser(manager, other({ 0: [], 1: [] }))).toBe(false);
  });

  it('USER-2 a user without a project is managed from project 0 only', () => {
    expect(mayManageUser(caller({ 1: ['full-access'] }), other({}))).toBe(false);
    expect(mayManageUser(caller({ 0: ['user-manage'] }), other({}))).toBe(true);
  });

  it('USER-2 hides users that the caller does not see, and refuses changes of the others', () => {
    const viewer = caller({ 1: ['user-view'] });
    expect(decideAboutAccount(viewer, other({ 1: [] }))).toBe('forbidden');
    expect(decideAboutAccount(viewer, other({ 2: [] }))).toBe('hidden');
    expect(decideAboutAccount(caller({ 1: ['user-manage'] }), other({ 1: [] }))).toBe('granted');
  });
});

describe('roles', () => {
  it('USER-3 need project-manage or rbac-manage in the project', () => {
    expect(decideRoleAssignment(caller({ 1: ['project-manage'] }), 1)).toBe('granted');
    expect(decideRoleAssignment(caller({ 1: ['rbac-manage'] }), 1)).toBe('granted');
    expect(decideRoleAssignment(caller({ 1: ['user-manage'] }), 1)).toBe('forbidden');
    expect(decideRoleAssignment(caller({ 1: ['full-access'] }), 2)).toBe('hidden');
    expect(decideRoleAssignment(caller({ 0: ['project-manage'] }), 2)).toBe('granted');
  });

  it('USER-3 need rbac-manage in project 0', () => {
    expect(decideRoleAssignment(caller({ 0: ['rbac-manage'] }), 0)).toBe('granted');
    expect(decideRoleAssignment(caller({ 0: ['project-manage'] }), 0)).toBe('forbidden');
    expect(decideRoleAssignment(caller({ 1: ['full-access'] }), 0)).toBe('hidden');
  });

  it('USER-4 users give and take only permissions that they have in that project', () => {
    const beyond = (own: Grants, projectId: number, asked: readonly Permission[]) =>
      grantsBeyond(caller(own), [{ project_id: projectId, permissions: [...asked] }]);
    const manager: Grants = { 1: ['rbac-manage', 'user-view'], 2: ['data-upload'] };
    expect(beyond(manager, 1, ['user-view', 'data-upload'])).toEqual([
      { project_id: 1, permissions: ['data-upload'] },
    ]);
    expect(beyond(manager, 0, ['user-view'])).toEqual([
      { project_id: 0, permissions: ['user-view'] },
    ]);
    const everything = PERMISSIONS.filter((permission) => permission !== 'full-access');
    expect(beyond({ 1: everything }, 1, PERMISSIONS)).toEqual([
      { project_id: 1, permissions: ['full-access'] },
    ]);
    expect(beyond({ 0: ['full-access'] }, 1, PERMISSIONS)).toEqual([]);
  });

  it('USER-4 a caller never acts as a user with more permissions', () => {
    const permissions = fc.uniqueArray(fc.constantFrom(...PERMISSIONS));
    const grants = fc.dictionary(fc.constantFrom('0', '1', '2'), permissions);
    fc.assert(
      fc.property(grants, grants, (own, theirs) => {
        if (!mayActAs(caller(own), other(theirs))) return;
        expect(grantsBeyond(caller(own), other(theirs).grants)).toEqual([]);
      }),
    );
    const manager = caller({ 0: ['user-manage', 'data-upload'] });
    expect(mayActAs(manager, other({ 1: ['data-upload'], 2: [] }))).toBe(true);
    expect(mayActAs(manager, other({ 1: ['user-view'] }))).toBe(false);
    expect(mayActAs(caller({ 1: ['full-access'] }), other({ 1: [] }))).toBe(false);
  });
});
