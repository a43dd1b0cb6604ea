import type { Permission } from '@portal/contracts/permissions';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { type Caller, holdsAnywhere, projectsWhere } from '@portal/domain/caller';
import type { Row } from './row.js';
import type { RowSql } from './row.js';

/** Who sees and who changes which items of a resource. */
export interface Policy {
  /**
   * The field that names an item's project; it may be reached through a relation. Without one the
   * items belong to all projects: they are changed from project 0, and read from any.
   */
  readonly project?: string;
  /** Each of these shows the items of its project, and so does `write`. */
  readonly read: readonly Permission[];
  /** What changing an item takes, in its project. */
  readonly write?: Permission;
  /** A condition on further items that the caller sees: their own. */
  readonly own?: (caller: Caller, row: RowSql) => string;
  /** Says which items the caller sees in place of all of these. */
  readonly visible?: (caller: Caller, row: RowSql) => string;
  /** Leaves out of an item what the caller does not see of it. */
  readonly shown?: (caller: Caller, item: Row) => Row;
  /**
   * Who belongs to a project knows what items it has: one that they do not see is refused to them,
   * not hidden.
   */
  readonly knownToMembers?: boolean;
}

/** Whether the caller sees all items, whatever their project. */
export function seesAll(caller: Caller, policy: Policy): boolean {
  return projectsWhere(caller, showing(policy)) === 'all';
}

/** The condition that holds for exactly the items of which the caller may know that they exist. */
export function knownTo(caller: Caller, policy: Policy, row: RowSql): string {
  const { project, knownToMembers = false } = policy;
  if (!knownToMembers || project === undefined) return visibleTo(caller, policy, row);
  const projects = caller.grants.map((grant) => grant.project_id);
  if (projects.includes(ALL_PROJECTS_ID)) return 'TRUE';
  const visible = visibleTo(caller, policy, row);
  return `(${visible} OR ${row.column(project)} = ANY (${row.bind(projects, 'integer[]')}))`;
}

/** The condition that holds for exactly the items the caller sees. */
export function visibleTo(caller: Caller, policy: Policy, row: RowSql): string {
  if (policy.visible) return policy.visible(caller, row);
  const byPermission = visibleByPermission(caller, policy, row);
  if (!policy.own || byPermission === 'TRUE') return byPermission;
  return `(${byPermission} OR ${policy.own(caller, row)})`;
}

function visibleByPermission(caller: Caller, policy: Policy, row: RowSql): string {
  const permissions = showing(policy);
  if (policy.project === undefined) {
    return permissions.some((permission) => holdsAnywhere(caller, permission)) ? 'TRUE' : 'FALSE';
  }
  const projects = projectsWhere(caller, permissions);
  if (projects === 'all') return 'TRUE';
  return `${row.column(policy.project)} = ANY (${row.bind(projects, 'integer[]')})`;
}

/** Whether the caller changes some items, whichever they are. */
export function mayChangeSome(caller: Caller, policy: Policy): boolean {
  const projects = changeableIn(caller, policy);
  return projects === 'all' || (policy.project !== undefined && projects.length > 0);
}

/** Whether the caller may change the items of a project; null when there is no such project. */
export function mayChange(caller: Caller, policy: Policy, projectId: number | null): boolean {
  const projects = changeableIn(caller, policy);
  if (projects === 'all') return true;
  return projectId !== null && projectId !== ALL_PROJECTS_ID && projects.includes(projectId);
}

function changeableIn(caller: Caller, policy: Policy): readonly number[] | 'all' {
  return policy.write ? projectsWhere(caller, [policy.write]) : [];
}

function showing({ read, write }: Policy): readonly Permission[] {
  return write ? [...read, write] : read;
}
