import type { Permission } from '@portal/contracts/permissions';
import { describe, expect, it } from 'vitest';
import type { Caller } from './caller.js';
import { decideMembersAccess, decidePodAccess } from './pods.js';
import { mayWatch } from './rooms.js';

function callerWith(projectId: number, ...permissions: Permission[]): Caller {
  return {
    userId: 1,
    email: 'a@example.com',
    name: 'A',
    via: 'session',
    grants: [{ project_id: projectId, project_name: 'P', permissions }],
  };
}

const pod = { project_id: 7, is_member: false };
const ownPod = { project_id: 7, is_member: true };

describe('access to a pod', () => {
  it.each(['pod-info-public-view', 'pod-manage', 'pod-manage-members', 'full-access'] as const)(
    'POD-2 %s shows the pods of its project, in project 0 all',
    (permission) => {
      expect(decidePodAccess(callerWith(7, permission), pod)).toBe('granted');
      expect(decidePodAccess(callerWith(0, permission), pod)).toBe('granted');
      expect(decidePodAccess(callerWith(8, permission), pod)).toBe('hidden');
    },
  );

  it('POD-2 a member sees the pod, another user of the project does not', () => {
    expect(decidePodAccess(callerWith(7), ownPod)).toBe('granted');
    expect(decidePodAccess(callerWith(7, 'data-upload', 'trainer-feedback-add'), pod)).toBe(
      'hidden',
    );
  });

  it('POD-5 pod-manage-members manages members; other users who see the pod are refused', () => {
    expect(decideMembersAccess(callerWith(7, 'pod-manage-members'), pod)).toBe('granted');
    expect(decideMembersAccess(callerWith(7, 'full-access'), pod)).toBe('granted');
    expect(decideMembersAccess(callerWith(7, 'pod-manage'), pod)).toBe('forbidden');
    expect(decideMembersAccess(callerWith(7), ownPod)).toBe('forbidden');
    expect(decideMembersAccess(callerWith(7), pod)).toBe('hidden');
    expect(decideMembersAccess(callerWith(8, 'pod-manage-members'), pod)).toBe('hidden');
  });
});

describe('access to a room', () => {
  const room = { projectId: 7, pod: { is_member: false } };

  it.each(['pod-info-public-view', 'pod-manage', 'pod-manage-members', 'full-access'] as const)(
    'LIVE-32 %s opens the rooms of the pods of its project',
    (permission) => {
      expect(mayWatch(callerWith(7, permission), room)).toBe(true);
      expect(mayWatch(callerWith(0, permission), room)).toBe(true);
      expect(mayWatch(callerWith(8, permission), room)).toBe(false);
    },
  );

  it('LIVE-3 the room of a pod is open to its members, that of a project to users of the project', () => {
    expect(mayWatch(callerWith(7), { ...room, pod: { is_member: true } })).toBe(true);
    expect(mayWatch(callerWith(7, 'data-upload'), room)).toBe(false);
    expect(mayWatch(callerWith(7), { ...room, pod: null })).toBe(true);
    expect(mayWatch(callerWith(8), { ...room, pod: null })).toBe(false);
  });
});
