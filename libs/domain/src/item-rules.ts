import type { ListedTable } from '@portal/contracts/entities';
import { ALL_PROJECTS_ID, type Permission } from '@portal/contracts/permissions';
import { belongsTo, type Caller, covers, holdsAnywhere, projectsWhere } from './caller.js';
import { MANAGES_STATS } from './custom-stats.js';

/** The permissions to read and change the items of one list. */
export interface ItemRule {
  /**
   * `project`: each item is in one project. `global`: the items belong to all projects; reading
   * needs a permission in any project, and changing needs one in project 0.
   */
  readonly scope: 'project' | 'global';
  /** Each of these permissions shows the items of its project, and so does `write`. */
  readonly read: readonly Permission[];
  /** The permission to change an item of its project; if absent, items are read-only. */
  readonly write?: Permission;
  /**
   * Members of a project may know that an item exists: one that they may not see is 403 for them,
   * not 404.
   */
  readonly knownToMembers?: boolean;
  /** Records of the audit about some entities need more. */
  readonly restricted?: readonly Restriction[];
}

/** Who sees records about an entity, of those who see others of the project. */
export interface Restriction {
  readonly entity: string;
  /** One of these permissions is needed, in the project of the record or in project 0. */
  readonly read: readonly Permission[];
  readonly within: 'its project' | 'all projects';
  /** Whether the user who made the recorded change sees it, too. */
  readonly orMade?: true;
}

/**
 * The rule of each list of the administration. The list of users follows `maySeeUser`, that
 * of projects `belongsTo`.
 */
export const ITEM_RULES = {
  tasks: { scope: 'project', read: [], write: 'data-upload', knownToMembers: true },
  pods: {
    scope: 'project',
    read: ['pod-info-public-view', 'pod-manage-members'],
    write: 'pod-manage',
  },
  podMembers: { scope: 'project', read: ['pod-info-public-view'], write: 'pod-manage-members' },
  fileFormats: { scope: 'project', read: [], write: 'data-upload' },
  /** The form of feedback offers them. */
  reviewReasons: { scope: 'project', read: ['trainer-feedback-add'], write: 'project-admin' },
  podTargets: { scope: 'project', read: ['pod-info-public-view'], write: 'pod-targets-manage' },
  /** Also for users who assign roles in their project. */
  roles: {
    scope: 'global',
    read: ['user-view', 'user-manage', 'project-manage'],
    write: 'rbac-manage',
  },
  audit: {
    scope: 'project',
    read: ['rbac-manage', 'project-manage'],
    restricted: [
      // The records have the text of the queries.
      { entity: 'custom_stat', read: MANAGES_STATS, within: 'its project' },
      // They name columns of statistics, which may be for leads.
      { entity: 'alert', read: MANAGES_STATS, within: 'its project' },
      // The records have the address, which often is a secret.
      { entity: 'webhook', read: ['project-admin'], within: 'its project' },
      // As `maySeeImport`: what users import is for them and for those who see all imports.
      { entity: 'task_import', read: ['data-upload'], within: 'all projects', orMade: true },
    ],
  },
  users: { scope: 'global', read: [], write: 'user-manage' },
  projects: { scope: 'global', read: [] },
} as const satisfies Readonly<Record<string, ItemRule>>;

/** The facts about an item that the rules need. */
export interface ItemFacts {
  /** Null for an item without a project. */
  readonly projectId: number | null;
  /** Whether the item belongs to the caller. */
  readonly isOwn: boolean;
  /** What the item is about, where the rule depends on it. */
  readonly entity?: string;
  /** Of a record of the audit: whether the caller made the change. */
  readonly isByCaller?: boolean;
}

/** Whether the caller sees the item. */
export function maySeeItem(caller: Caller, rule: ItemRule, item: ItemFacts): boolean {
  if (item.isOwn) return true;
  const restriction = rule.restricted?.find(({ entity }) => entity === item.entity);
  if (restriction && !admits(caller, restriction, item)) return false;
  const permissions = permissionsToSee(rule);
  return rule.scope === 'global'
    ? permissions.some((permission) => holdsAnywhere(caller, permission))
    : covers(projectsWhere(caller, permissions), item.projectId);
}

function admits(
  caller: Caller,
  { read, within, orMade }: Restriction,
  { projectId, isByCaller }: ItemFacts,
): boolean {
  if (orMade && isByCaller) return true;
  return covers(projectsWhere(caller, read), within === 'its project' ? projectId : null);
}

/**
 * Whether the caller may see any items of the table: their own, those of their projects, or those that a
 * permission in some project shows in a list or on a page.
 */
export function maySeeSome(caller: Caller, table: ListedTable): boolean {
  const shown = SHOWN_BY[table];
  if (shown === 'members') return caller.grants.length > 0;
  return shown.some((permission) => holdsAnywhere(caller, permission));
}

const TASKS = permissionsToSee(ITEM_RULES.tasks);
const ROLES = permissionsToSee(ITEM_RULES.roles);
/** Reviewers see their own pod. */
const PODS: readonly Permission[] = [
  'trainer-feedback-add',
  ...permissionsToSee(ITEM_RULES.pods),
  ...permissionsToSee(ITEM_RULES.podMembers),
  ...permissionsToSee(ITEM_RULES.podTargets),
];

const SHOWN_BY: Readonly<Record<ListedTable, 'members' | readonly Permission[]>> = {
  alert: 'members',
  // Everybody has an account and may have tokens.
  api_token: 'members',
  app_user: 'members',
  audit: permissionsToSee(ITEM_RULES.audit),
  batch: TASKS,
  custom_stat: 'members',
  file_format: TASKS,
  permission: ROLES,
  pod: PODS,
  pod_member: PODS,
  pod_weekly_target: PODS,
  project: 'members',
  // A task says who reviews it to everybody who sees it.
  review_claim: 'members',
  review_reason: permissionsToSee(ITEM_RULES.reviewReasons),
  role: ROLES,
  role_permission: ROLES,
  task: TASKS,
  user_role: ROLES,
};

/** Whether the caller sees all items of the list, in every project. */
export function seesAllItems(caller: Caller, rule: ItemRule): boolean {
  const needed = [permissionsToSee(rule), ...(rule.restricted ?? []).map(({ read }) => read)];
  return needed.every((permissions) => projectsWhere(caller, permissions) === 'all');
}

/** Whether the caller may know that the item exists. */
export function mayKnowItem(caller: Caller, rule: ItemRule, item: ItemFacts): boolean {
  const isMember =
    rule.knownToMembers === true && belongsTo(caller, item.projectId ?? ALL_PROJECTS_ID);
  return isMember || maySeeItem(caller, rule, item);
}

/** Whether the caller may change items of the project; null for items without a project. */
export function mayChangeItem(caller: Caller, rule: ItemRule, projectId: number | null): boolean {
  const projects = rule.write ? projectsWhere(caller, [rule.write]) : [];
  return projects === 'all' || (projectId !== ALL_PROJECTS_ID && covers(projects, projectId));
}

/** Whether the caller may change items of the list in any project. */
export function mayChangeSomeItems(caller: Caller, rule: ItemRule): boolean {
  const projects = rule.write ? projectsWhere(caller, [rule.write]) : [];
  return projects === 'all' || (rule.scope === 'project' && projects.length > 0);
}

/** Each of these permissions shows the items. */
export function permissionsToSee({ read, write }: ItemRule): readonly Permission[] {
  return write ? [...read, write] : read;
}
