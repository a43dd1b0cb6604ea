import { type Caller, holdsAnywhere, projectsOf, projectsWhere } from '@portal/domain/caller';
import {
  permissionsToSee,
  ITEM_RULES,
  type ItemRule,
  type Restriction,
} from '@portal/domain/item-rules';
import { inProjects, type RowSql } from './row-sql.js';
import { callerInPod, projectSeen, userSeen } from './rows.js';

/** A rule of libs/domain/src/item-rules.ts with its columns. */
export interface ItemPolicy {
  readonly rule: ItemRule;
  /** The field with the project of an item; only in lists of scope `project`. */
  readonly project?: string;
  /** The condition on the caller's own items. */
  readonly own?: (caller: Caller, row: RowSql) => string;
  /** The condition on visible items; replaces the read permissions of `rule`. */
  readonly visible?: (caller: Caller, row: RowSql) => string;
}

/** The policy of each list of the administration. */
export const ITEM_POLICIES = {
  tasks: { rule: ITEM_RULES.tasks, project: 'project_id' },
  pods: {
    rule: ITEM_RULES.pods,
    project: 'project_id',
    own: (caller, row) => callerInPod(caller, row.column('name'), row),
  },
  podMembers: {
    rule: ITEM_RULES.podMembers,
    project: 'pod.project_id',
    own: (caller, row) => `${row.column('user_email')} = ${row.bind(caller.email, 'text')}`,
  },
  fileFormats: { rule: ITEM_RULES.fileFormats, project: 'project_id' },
  reviewReasons: { rule: ITEM_RULES.reviewReasons, project: 'project_id' },
  podTargets: {
    rule: ITEM_RULES.podTargets,
    project: 'pod.project_id',
    // The target of another member is a number of theirs.
    own: (caller, row) => {
      const email = row.column('user_email');
      const isOwn = `coalesce(${email} = ${row.bind(caller.email, 'text')}, TRUE)`;
      return `(${isOwn} AND ${callerInPod(caller, row.column('pod_name'), row)})`;
    },
  },
  roles: { rule: ITEM_RULES.roles },
  audit: { rule: ITEM_RULES.audit, project: 'project_id' },
  users: { rule: ITEM_RULES.users, visible: userSeen },
  projects: { rule: ITEM_RULES.projects, visible: projectSeen },
} as const satisfies Readonly<Record<keyof typeof ITEM_RULES, ItemPolicy>>;

/** Mirrors `maySeeItem` (libs/domain/src/item-rules.ts): the items that the caller sees. */
export function itemSeen(caller: Caller, policy: ItemPolicy, row: RowSql): string {
  if (policy.visible) return policy.visible(caller, row);
  const byPermission = seenByPermission(caller, policy, row);
  if (!policy.own || byPermission === 'TRUE') return byPermission;
  return `(${byPermission} OR ${policy.own(caller, row)})`;
}

/** Mirrors `mayKnowItem`: the items whose existence the caller may know. */
export function itemKnown(caller: Caller, policy: ItemPolicy, row: RowSql): string {
  const { rule, project } = policy;
  if (!rule.knownToMembers || project === undefined) return itemSeen(caller, policy, row);
  const projects = projectsOf(caller);
  if (projects === 'all') return 'TRUE';
  const seen = itemSeen(caller, policy, row);
  return `(${seen} OR ${inProjects(projects, row.column(project), row)})`;
}

function seenByPermission(caller: Caller, { rule, project }: ItemPolicy, row: RowSql): string {
  const permissions = permissionsToSee(rule);
  if (project === undefined) {
    return permissions.some((permission) => holdsAnywhere(caller, permission)) ? 'TRUE' : 'FALSE';
  }
  const seen = inProjects(projectsWhere(caller, permissions), row.column(project), row);
  const more = (rule.restricted ?? []).flatMap((restriction) => {
    const open = opens(caller, restriction, project, row);
    return open === 'TRUE'
      ? []
      : [`(${row.column('entity')} <> '${restriction.entity}' OR ${open})`];
  });
  return more.length === 0 ? seen : `(${[seen, ...more].join(' AND ')})`;
}

function opens(
  caller: Caller,
  { read, within, orMade }: Restriction,
  project: string,
  row: RowSql,
): string {
  const projects = projectsWhere(caller, read);
  if (projects === 'all') return 'TRUE';
  const open = within === 'its project' ? inProjects(projects, row.column(project), row) : 'FALSE';
  if (!orMade) return open;
  return `(${open} OR ${row.column('actor_id')} IS NOT DISTINCT FROM ${row.bind(caller.userId, 'integer')})`;
}
