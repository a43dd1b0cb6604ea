import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { type Caller, holds } from '@portal/domain/caller';
import { managesStats } from '@portal/domain/custom-stats';
import { RECORD_RULES, type RecordRule } from '@portal/domain/records';
import { decideRoleAssignment } from '@portal/domain/users';
import type { Transaction } from '@portal/persistence/db';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import { forbidden, requireRecord } from '../../lists/shared/refusals.js';
import type { Row } from '../../lists/declare/resource.js';
import {
  permissionsOfRole,
  protectPermission,
  refuseBeyond,
  refusePodBeyond,
  refusePodRoleBeyond,
} from '../../identity/power/power.js';
import type { Step } from './recorded-table.js';
import { admitUser, USER_COLUMNS } from './undo-users.js';

/** What a caller needs to undo a change in one table. Each function throws a problem. */
export interface UndoRule {
  readonly table: string;
  /** The columns that the functions read. */
  readonly columns: readonly string[];
  /** Checked before the write, in the state before it: the row that is changed or deleted. */
  readonly before?: (tx: Transaction, caller: Caller, step: Step) => void | Promise<void>;
  /** Checked after all writes, in the new state: the restored row. */
  readonly after?: (tx: Transaction, caller: Caller, step: Step) => void | Promise<void>;
}

/**
 * The tables whose changes can be undone: referenced tables before those that refer to them. An undo
 * needs the permissions of the same changes by hand, and gives and takes only permissions that the
 * caller has.
 */
export const UNDO_RULES: readonly UndoRule[] = [
  {
    table: 'project',
    columns: ['id'],
    before: (_tx, caller, { current }) => requireProject(caller, current?.['id']),
    // The project of a deleted project does not exist, so its restoration needs project 0.
    after: (_tx, caller, { current }) =>
      requireProject(caller, current ? current['id'] : ALL_PROJECTS_ID),
  },
  { table: 'permission', columns: ['id', 'name'], before: admitPermission, after: requireRoles },
  { table: 'role', columns: ['id', 'name'], before: admitRole, after: requireRoles },
  {
    table: 'role_permission',
    columns: ['permission_id'],
    before: (tx, caller, { current }) => admitRolePermission(tx, caller, current),
    after: (tx, caller, { restored }) => admitRolePermission(tx, caller, restored),
  },
  {
    table: 'app_user',
    columns: USER_COLUMNS,
    before: admitUser,
    after: (_tx, caller, { current }) => {
      if (!current) requireRecord(caller, RECORD_RULES.users, ALL_PROJECTS_ID);
    },
  },
  {
    table: 'user_role',
    columns: ['project_id', 'role_id'],
    before: (tx, caller, { current }) => admitAssignment(tx, caller, current),
    after: (tx, caller, { restored }) => admitAssignment(tx, caller, restored),
  },
  {
    table: 'pod',
    columns: ['name', 'project_id'],
    before: (_tx, caller, { current }) =>
      requireRecord(caller, RECORD_RULES.pods, projectIn(current)),
    after: admitPod,
  },
  {
    table: 'pod_member',
    columns: ['pod_name', 'role'],
    before: (tx, caller, { current }) => admitMember(tx, caller, current),
    after: (tx, caller, { restored }) => admitMember(tx, caller, restored),
  },
  {
    table: 'pod_weekly_target',
    columns: ['pod_name'],
    before: (tx, caller, { current }) =>
      requireRowOfPod(tx, caller, RECORD_RULES.podTargets, current),
    after: (tx, caller, { restored }) =>
      requireRowOfPod(tx, caller, RECORD_RULES.podTargets, restored),
  },
  {
    table: 'custom_stat',
    columns: ['project_id'],
    before: (_tx, caller, { current }) => requireStats(caller, current),
    after: (_tx, caller, { restored }) => requireStats(caller, restored),
  },
  {
    table: 'batch',
    columns: ['project_id'],
    before: (_tx, caller, { current }) => requireProject(caller, current?.['project_id']),
    after: (_tx, caller, { restored }) => requireProject(caller, restored?.['project_id']),
  },
  {
    table: 'task',
    columns: ['project_id'],
    before: (_tx, caller, { current }) =>
      requireRecord(caller, RECORD_RULES.tasks, projectIn(current)),
    after: (_tx, caller, { restored }) =>
      requireRecord(caller, RECORD_RULES.tasks, projectIn(restored)),
  },
  {
    table: 'task_review',
    columns: [],
    before: (_tx, caller, { projectId }) => requireRecord(caller, RECORD_RULES.tasks, projectId),
    after: (_tx, caller, { projectId }) => requireRecord(caller, RECORD_RULES.tasks, projectId),
  },
];

const projectSchema = z.number().nullish();

function projectIn(row: Row | null): number | null {
  return projectSchema.parse(row?.['project_id']) ?? null;
}

function requireRoles(_tx: Transaction, caller: Caller): void {
  requireRecord(caller, RECORD_RULES.roles, ALL_PROJECTS_ID);
}

function requireProject(caller: Caller, project: unknown): void {
  const id = projectSchema.parse(project) ?? ALL_PROJECTS_ID;
  if (!holds(caller, 'project-manage', id)) throw forbidden();
}

function requireStats(caller: Caller, row: Row | null): void {
  const id = projectIn(row) ?? ALL_PROJECTS_ID;
  if (!managesStats(caller, id)) throw forbidden();
}

function requireAssignment(caller: Caller, row: Row | null): void {
  const id = projectIn(row) ?? ALL_PROJECTS_ID;
  if (decideRoleAssignment(caller, id) !== 'granted') throw forbidden();
}

async function requireRowOfPod(
  tx: Transaction,
  caller: Caller,
  rule: RecordRule,
  row: Row | null,
): Promise<void> {
  const rows: unknown = await tx.query(sql`SELECT project_id FROM core.pod WHERE name = $1`, [
    row?.['pod_name'],
  ]);
  const [pod] = z.array(z.object({ project_id: z.number() })).parse(rows);
  requireRecord(caller, rule, pod?.project_id ?? null);
}

async function admitPod(
  tx: Transaction,
  caller: Caller,
  { current, restored }: Step,
): Promise<void> {
  const projectId = z.number().parse(restored?.['project_id']);
  requireRecord(caller, RECORD_RULES.pods, projectId);
  const from = z.number().parse(current?.['project_id'] ?? projectId);
  if (from !== projectId) {
    await refusePodBeyond(tx, caller, restored?.['name'], [from, projectId]);
  }
}

async function admitMember(tx: Transaction, caller: Caller, row: Row | null): Promise<void> {
  await requireRowOfPod(tx, caller, RECORD_RULES.podMembers, row);
  await refusePodRoleBeyond(tx, caller, row?.['pod_name'], row?.['role']);
}

/** As when a role is renamed or deleted by hand. */
async function admitRole(tx: Transaction, caller: Caller, step: Step): Promise<void> {
  requireRoles(tx, caller);
  const { current, restored } = step;
  if (current === null || current['name'] === restored?.['name']) return;
  refuseIn(caller, ALL_PROJECTS_ID, await permissionsOfRole(tx, current['id']));
}

/** As when a permission is renamed or deleted by hand. */
async function admitPermission(
  tx: Transaction,
  caller: Caller,
  { current, restored }: Step,
): Promise<void> {
  requireRoles(tx, caller);
  if (current !== null) await protectPermission(tx, current, restored);
}

async function admitRolePermission(
  tx: Transaction,
  caller: Caller,
  row: Row | null,
): Promise<void> {
  requireRoles(tx, caller);
  const rows: unknown = await tx.query(sql`SELECT name FROM core.permission WHERE id = $1`, [
    row?.['permission_id'],
  ]);
  const named = z.array(z.object({ name: z.string() })).parse(rows);
  refuseIn(
    caller,
    ALL_PROJECTS_ID,
    named.map(({ name }) => name),
  );
}

async function admitAssignment(tx: Transaction, caller: Caller, row: Row | null): Promise<void> {
  requireAssignment(caller, row);
  const projectId = z.number().parse(row?.['project_id']);
  refuseIn(caller, projectId, await permissionsOfRole(tx, row?.['role_id']));
}

function refuseIn(caller: Caller, projectId: number, permissions: string[]): void {
  refuseBeyond(caller, [{ project_id: projectId, permissions }]);
}
