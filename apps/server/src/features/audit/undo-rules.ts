import { NOT_UNDOABLE } from '@portal/contracts/audit';
import { isPodNameOfDigits } from '@portal/contracts/pod-lists';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { type Caller, holds } from '@portal/domain/caller';
import { managesStats } from '@portal/domain/custom-stats';
import { ITEM_RULES } from '@portal/domain/item-rules';
import { decideRoleAssignment } from '@portal/domain/users';
import type { Transaction } from '@portal/persistence/db';
import { permissionsOfRole } from '@portal/persistence/roles/role-permissions';
import { RECORDED_KEYS } from '@portal/persistence/schema/audit';
import { sql } from '@portal/persistence/sql';
import { z } from 'zod';
import { ProblemException } from '../../problems/problem.js';
import { forbidden, projectOf, requireItem } from '../../lists/shared/refusals.js';
import type { Row } from '../../db/row.js';
import type { ListMetadata } from '../../lists/declare/list-metadata.js';
import {
  protectPermission,
  refuseBeyond,
  refusePodBeyond,
  refusePodRoleBeyond,
} from '../../identity/granting/refuse-beyond.js';
import type { RowUndo } from './audited-table.js';
import { admitUser, USER_COLUMNS } from './undo-users.js';

/** What a caller needs to undo a change in one table. Each function throws a problem. */
export interface UndoRule {
  /** The columns that the functions read. */
  readonly columns: readonly string[];
  /** Checked before the write, in the state before it: the row that is changed or deleted. */
  readonly before?: Check;
  /** Checked after all writes, in the new state: the restored row. */
  readonly after?: Check;
}

type Check = (tx: Transaction, caller: Caller, row: RowUndo) => void | Promise<void>;

/**
 * The rules of the tables whose changes can be undone: referenced tables before those that refer to
 * them. An undo needs the permissions of the same changes by hand: those of the list of the table, and
 * it gives and takes only permissions that the caller has.
 * @throws {Error} for a recorded table without a rule: a mistake in the code
 */
export function undoRules(lists: readonly ListMetadata[]): ReadonlyMap<string, UndoRule> {
  const tables = [...RECORDED_KEYS.keys()].filter((table) => NOT_UNDOABLE[table] === undefined);
  return new Map(
    tables.map((table) => {
      const list = lists.find(({ name }) => name === table);
      const rule = OTHERS[table] ?? (list && ruleOf(list, RULES_FOR_RIGHTS[table]));
      if (!rule) throw new Error(`No rule for an undo in ${table}`);
      return [table, rule];
    }),
  );
}

/** The permission of the list in the project of the row, and what else the table needs. */
function ruleOf(list: ListMetadata, more?: UndoRule): UndoRule {
  const { rule } = list.declared.policy;
  const require = async (tx: Transaction, caller: Caller, row: Row | null): Promise<void> =>
    requireItem(caller, rule, await projectOf(tx, list, row));
  return {
    columns: [...(list.project ? [list.project.column] : []), ...(more?.columns ?? [])],
    before: async (tx, caller, row) => {
      await require(tx, caller, row.current);
      await more?.before?.(tx, caller, row);
    },
    after: async (tx, caller, row) => {
      await require(tx, caller, row.restored);
      await more?.after?.(tx, caller, row);
    },
  };
}

/** As when such rows are changed by hand: the permissions that the change gives and takes. */
const RULES_FOR_RIGHTS: Readonly<Partial<Record<string, UndoRule>>> = {
  permission: {
    columns: ['id', 'name'],
    before: async (tx, _caller, { current, restored }) => {
      if (current !== null) await protectPermission(tx, current, restored);
    },
  },
  role: {
    columns: ['id', 'name'],
    before: async (tx, caller, { current, restored }) => {
      if (current === null || current['name'] === restored?.['name']) return;
      refuseIn(caller, ALL_PROJECTS_ID, await permissionsOfRole(tx, current['id']));
    },
  },
  pod: {
    columns: ['name'],
    after: async (tx, caller, { current, restored }) => {
      if (current?.['name'] !== restored?.['name']) refuseDigits(restored?.['name']);
      const to = z.number().parse(restored?.['project_id']);
      const from = z.number().parse(current?.['project_id'] ?? to);
      if (from !== to) await refusePodBeyond(tx, caller, restored?.['name'], [from, to]);
    },
  },
  pod_member: {
    columns: ['role'],
    before: (tx, caller, { current }) => admitMember(tx, caller, current),
    after: (tx, caller, { restored }) => admitMember(tx, caller, restored),
  },
};

/** Older versions allowed such names. */
function refuseDigits(name: unknown): void {
  if (typeof name !== 'string' || !isPodNameOfDigits(name)) return;
  throw new ProblemException(
    'conflict',
    'had a name of digits alone, which would be taken for an id',
  );
}

/** The tables that no list changes, and accounts, whose fields need different permissions. */
const OTHERS: Readonly<Partial<Record<string, UndoRule>>> = {
  project: {
    columns: ['id'],
    before: (_tx, caller, { current }) => requireProject(caller, current?.['id']),
    // The project of a deleted project does not exist, so its restoration needs project 0.
    after: (_tx, caller, { current }) =>
      requireProject(caller, current ? current['id'] : ALL_PROJECTS_ID),
  },
  role_permission: {
    columns: ['permission_id'],
    before: (tx, caller, { current }) => admitRolePermission(tx, caller, current),
    after: (tx, caller, { restored }) => admitRolePermission(tx, caller, restored),
  },
  app_user: {
    columns: USER_COLUMNS,
    before: admitUser,
    after: (_tx, caller, { current }) => {
      if (!current) requireItem(caller, ITEM_RULES.users, ALL_PROJECTS_ID);
    },
  },
  user_role: {
    columns: ['project_id', 'role_id'],
    before: (tx, caller, { current }) => admitAssignment(tx, caller, current),
    after: (tx, caller, { restored }) => admitAssignment(tx, caller, restored),
  },
  custom_stat: {
    columns: ['project_id'],
    before: (_tx, caller, { current }) => requireStats(caller, current),
    after: (_tx, caller, { restored }) => requireStats(caller, restored),
  },
  alert: {
    columns: ['project_id'],
    before: (_tx, caller, { current }) => requireStats(caller, current),
    after: (_tx, caller, { restored }) => requireStats(caller, restored),
  },
  batch: {
    columns: ['project_id'],
    before: (_tx, caller, { current }) => requireProject(caller, current?.['project_id']),
    after: (_tx, caller, { restored }) => requireProject(caller, restored?.['project_id']),
  },
  task_review: ofTask(),
  task_feedback: ofTask(),
  task_status_change: ofTask(),
};

/** What belongs to a task, for users who may change tasks of its project. */
function ofTask(): UndoRule {
  const require: Check = (_tx, caller, { projectId }) =>
    requireItem(caller, ITEM_RULES.tasks, projectId);
  return { columns: [], before: require, after: require };
}

const projectSchema = z.number().nullish();

function projectIn(row: Row | null): number {
  return projectSchema.parse(row?.['project_id']) ?? ALL_PROJECTS_ID;
}

function requireProject(caller: Caller, project: unknown): void {
  const id = projectSchema.parse(project) ?? ALL_PROJECTS_ID;
  if (!holds(caller, 'project-manage', id)) throw forbidden();
}

function requireStats(caller: Caller, row: Row | null): void {
  if (!managesStats(caller, projectIn(row))) throw forbidden();
}

async function admitMember(tx: Transaction, caller: Caller, row: Row | null): Promise<void> {
  await refusePodRoleBeyond(tx, caller, row?.['pod_name'], row?.['role']);
}

async function admitRolePermission(
  tx: Transaction,
  caller: Caller,
  row: Row | null,
): Promise<void> {
  requireItem(caller, ITEM_RULES.roles, ALL_PROJECTS_ID);
  const named = await tx.query<{ name: string }>(
    sql`SELECT name FROM core.permission WHERE id = $1`,
    [row?.['permission_id']],
  );
  refuseIn(
    caller,
    ALL_PROJECTS_ID,
    named.map(({ name }) => name),
  );
}

async function admitAssignment(tx: Transaction, caller: Caller, row: Row | null): Promise<void> {
  const projectId = projectIn(row);
  if (decideRoleAssignment(caller, projectId) !== 'granted') throw forbidden();
  refuseIn(caller, projectId, await permissionsOfRole(tx, row?.['role_id']));
}

function refuseIn(caller: Caller, projectId: number, permissions: string[]): void {
  refuseBeyond(caller, [{ project_id: projectId, permissions }]);
}
