import { LISTED_TABLES, type ListedTable } from '@portal/contracts/entities';
import { type Permission, PERMISSIONS } from '@portal/contracts/permissions';
import { expect, it } from 'vitest';
import { maySeeSome } from './item-rules.js';

const heardWith = (...permissions: Permission[]): ListedTable[] => {
  const grants = [{ project_id: 1, project_name: 'Alpha', permissions }];
  const caller = { userId: 1, email: '', name: '', via: 'session', grants } as const;
  return LISTED_TABLES.filter((records) => maySeeSome(caller, records));
};
const OF_ALL: readonly ListedTable[] = [
  'alert',
  'api_token',
  'app_user',
  'custom_stat',
  'project',
  'review_claim',
];
const OF_PODS: readonly ListedTable[] = ['pod', 'pod_member', 'pod_weekly_target'];
const OF_ROLES: readonly ListedTable[] = ['permission', 'role', 'role_permission', 'user_role'];
const MORE: Readonly<Partial<Record<Permission, readonly ListedTable[]>>> = {
  'data-upload': ['batch', 'file_format', 'task'],
  'pod-info-public-view': OF_PODS,
  'pod-manage': OF_PODS,
  'pod-manage-members': OF_PODS,
  'pod-targets-manage': OF_PODS,
  'project-admin': ['review_reason'],
  'trainer-feedback-add': [...OF_PODS, 'review_reason'],
  'user-view': OF_ROLES,
  'user-manage': OF_ROLES,
  'project-manage': ['audit', ...OF_ROLES],
  'rbac-manage': ['audit', ...OF_ROLES],
  'full-access': LISTED_TABLES,
};

it.each(PERMISSIONS)('LIVE-72 %s alone is told of the tables that it shows', (permission) => {
  const told = new Set([...OF_ALL, ...(MORE[permission] ?? [])]);
  expect(heardWith(permission)).toEqual(LISTED_TABLES.filter((records) => told.has(records)));
});

it('LIVE-72 members are told of what is open to them, others of nothing', () => {
  expect(heardWith()).toEqual(OF_ALL);
  const caller = { userId: 1, email: '', name: '', via: 'session', grants: [] } as const;
  expect(LISTED_TABLES.filter((records) => maySeeSome(caller, records))).toEqual([]);
});
