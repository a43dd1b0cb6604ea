import { PERMISSIONS, type Permission } from '@portal/contracts/permissions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccessRule, decideAccess } from './access.js';
import type { Caller } from './caller.js';

function callerWith(grants: Readonly<Record<number, readonly Permission[]>>): Caller {
  return {
    userId: 1,
    email: 'a@example.com',
    name: 'A',
    via: 'session',
    grants: Object.entries(grants).map(([id, permissions]) => ({
      project_id: Number(id),
      project_name: `P${id}`,
      permissions: [...permissions],
    })),
  };
}

const upload: AccessRule = { kind: 'holder', permission: 'data-upload', scope: 'project' };
const uploadAnywhere: AccessRule = { kind: 'holder', permission: 'data-upload', scope: 'any' };
const member: AccessRule = { kind: 'member' };

describe('decideAccess', () => {
  it('PERM-3 a permission applies in its own project', () => {
    expect(decideAccess(upload, callerWith({ 1: ['data-upload'] }), 1)).toBe('granted');
    expect(decideAccess(upload, callerWith({ 1: ['data-upload'], 2: [] }), 2)).toBe('forbidden');
  });

  it('PERM-3 a permission in project 0 applies in every project', () => {
    expect(decideAccess(upload, callerWith({ 0: ['data-upload'] }), 7)).toBe('granted');
    expect(decideAccess(upload, callerWith({ 0: ['user-view'] }), 7)).toBe('forbidden');
  });

  it('PERM-3 full-access implies every permission of its scope, and no other scope', () => {
    const permissions = fc.constantFrom(...PERMISSIONS);
    const projects = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(permissions, projects, projects, (permission, held, asked) => {
        const rule: AccessRule = { kind: 'holder', permission, scope: 'project' };
        const decision = decideAccess(rule, callerWith({ [held]: ['full-access'] }), asked);
        expect(decision).toBe(held === asked ? 'granted' : 'hidden');
        expect(decideAccess(rule, callerWith({ 0: ['full-access'] }), asked)).toBe('granted');
      }),
    );
  });

  it('PERM-4 hides a project from outsiders, refuses members without the permission', () => {
    const insider = callerWith({ 1: ['user-view'] });
    expect(decideAccess(member, insider, 1)).toBe('granted');
    expect(decideAccess(member, insider, 2)).toBe('hidden');
    expect(decideAccess(upload, insider, 1)).toBe('forbidden');
    expect(decideAccess(upload, insider, 2)).toBe('hidden');
    expect(decideAccess(member, callerWith({}), undefined)).toBe('hidden');
  });

  it('PERM-4 project 0 is visible to users with a grant in it', () => {
    expect(decideAccess(member, callerWith({ 0: [] }), 0)).toBe('granted');
    expect(decideAccess(member, callerWith({ 1: ['full-access'] }), 0)).toBe('hidden');
  });

  it('PERM-4 a permission required anywhere can come from any project', () => {
    expect(decideAccess(uploadAnywhere, callerWith({ 3: ['data-upload'] }))).toBe('granted');
    expect(decideAccess(uploadAnywhere, callerWith({ 3: ['user-view'] }))).toBe('forbidden');
  });

  it('PERM-3 a permission required in all projects comes from project 0', () => {
    const rule: AccessRule = { kind: 'holder', permission: 'project-manage', scope: 'all' };
    expect(decideAccess(rule, callerWith({ 0: ['project-manage'] }))).toBe('granted');
    expect(decideAccess(rule, callerWith({ 1: ['full-access'] }))).toBe('forbidden');
    expect(decideAccess(rule, callerWith({}))).toBe('forbidden');
  });

  it('PERM-3 one of several permissions is enough if the rule allows it', () => {
    const rule: AccessRule = {
      kind: 'holder-of-one',
      permissions: ['user-view', 'project-manage'],
    };
    expect(decideAccess(rule, callerWith({ 1: ['project-manage'] }), 1)).toBe('granted');
    expect(decideAccess(rule, callerWith({ 1: ['user-view'] }), 1)).toBe('granted');
    expect(decideAccess(rule, callerWith({ 1: ['data-upload'] }), 1)).toBe('forbidden');
    expect(decideAccess(rule, callerWith({ 1: ['user-view'] }), 2)).toBe('hidden');
  });
});
