import type { Role } from '@portal/contracts/roles';
import type { GrantSource, UserAccess } from '@portal/contracts/user-access';
import { describe, expect, it } from 'vitest';
import { accessAnswer } from './access-answer';
import { pageSubject, permissionSubject, type Subject } from './access-subjects';

const ALPHA = { id: 3, name: 'Alpha' };
const EVERYWHERE = { id: 0, name: 'All Projects' };

function role(name: string, ...permissions: string[]): Role {
  return { id: name.length, name, description: '', permissions, version: '1' };
}
const ROLES = [
  role('admin', 'full-access'),
  role('pod-lead', 'pod-info-public-view', 'pod-manage-members'),
  role('project_admin', 'admin-view', 'user-view', 'pod-manage-members'),
  role('reviewer', 'trainer-feedback-add'),
  role('viewer', 'user-view'),
];

function held(name: string): GrantSource {
  return sourceOf(ROLES.find((one) => one.name === name));
}

function sourceOf(held?: Role): GrantSource {
  if (!held) throw new Error('no such role');
  return { kind: 'role', role: held.name, permissions: held.permissions };
}

function accessOf(projects: Record<number, GrantSource[]>, isActive = true): UserAccess {
  return {
    user_id: 9,
    email: 'ada@example.com',
    is_active: isActive,
    projects: Object.entries(projects).map(([id, sources]) => ({
      project_id: Number(id),
      project_name: `Project ${id}`,
      permissions: [...new Set(sources.flatMap(({ permissions }) => permissions))],
      sources,
    })),
  };
}

function ask(subject: Subject, access: UserAccess, project = ALPHA) {
  return accessAnswer({ user: 'Ada', access, subject, project, roles: ROLES });
}

describe('why can this user not …?', () => {
  it('USERPAGE-7 names the source of a permission', () => {
    const pod: GrantSource = {
      kind: 'pod',
      pod_name: 'Juniper',
      pod_role: 'lead',
      permissions: ['pod-manage-members'],
    };
    expect(
      ask(permissionSubject('pod-manage-members'), accessOf({ 3: [held('project_admin'), pod] })),
    ).toEqual({
      isAllowed: true,
      sentence: 'Ada can use pod-manage-members in Alpha.',
      reasons: ['pod-manage-members: by the role project admin and the role pod lead in Juniper'],
      grants: [],
    });
  });

  it('USERPAGE-7 applies a role in all projects, and full-access to every permission', () => {
    const { isAllowed, reasons } = ask(
      permissionSubject('data-upload'),
      accessOf({ 0: [held('admin')] }),
    );
    expect(isAllowed).toBe(true);
    expect(reasons).toEqual([
      'data-upload: full-access includes it, by the role admin in all projects',
    ]);
    expect(ask(permissionSubject('data-upload'), accessOf({ 4: [held('admin')] })).isAllowed).toBe(
      false,
    );
  });

  it('USERPAGE-66 explains permissions that an administrator created', () => {
    const roles = [role('admin', 'full-access'), role('translator', 'translate-2')];
    const subject = permissionSubject('translate-2');
    const asked = { user: 'Ada', subject, project: ALPHA, roles };
    const has = accessAnswer({ ...asked, access: accessOf({ 3: [sourceOf(roles[1])] }) });
    expect(has.reasons).toEqual(['translate-2: by the role translator']);
    const lacks = accessAnswer({ ...asked, access: accessOf({}) });
    expect(lacks.grants).toEqual(['The role admin in Alpha', 'The role translator in Alpha']);
  });

  it('USERPAGE-7 names what is missing, and each role that grants it in place of the present one', () => {
    expect(
      ask(
        pageSubject('users', 'Administration: Users', [['admin-view'], ['user-view']]),
        accessOf({ 3: [held('viewer')] }),
      ),
    ).toEqual({
      isAllowed: false,
      sentence: "Ada cannot open 'Administration: Users' in Alpha: admin-view is missing.",
      reasons: ['Not granted by the role viewer.'],
      grants: [
        'The role admin in Alpha, instead of viewer',
        'The role project admin in Alpha, instead of viewer',
      ],
    });
  });

  it('USERPAGE-7 counts a pod role in addition to the roles, but not in all projects', () => {
    const nothing = accessOf({});
    expect(ask(permissionSubject('trainer-feedback-add'), nothing)).toEqual({
      isAllowed: false,
      sentence: 'Ada cannot use trainer-feedback-add in Alpha: trainer-feedback-add is missing.',
      reasons: ['The user has no role and no pod role in Alpha.'],
      grants: [
        'The role admin in Alpha',
        'The role reviewer in Alpha',
        'The role reviewer in a pod of Alpha',
      ],
    });
    expect(ask(permissionSubject('trainer-feedback-add'), nothing, EVERYWHERE).grants).toEqual([
      'The role admin in all projects',
      'The role reviewer in all projects',
    ]);
  });

  it('USERPAGE-7 says that a deactivated account can do nothing', () => {
    const access = accessOf({ 3: [held('admin')] }, false);
    expect(
      ask(pageSubject('tasks', 'Administration: Tasks', [['admin-view'], ['data-upload']]), access),
    ).toMatchObject({
      isAllowed: false,
      sentence: "Ada cannot open 'Administration: Tasks' in Alpha: the account is deactivated.",
      grants: ['Activating the account'],
    });
  });
});
