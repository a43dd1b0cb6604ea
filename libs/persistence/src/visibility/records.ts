import { type Caller, holdsAnywhere, projectsOf, projectsWhere } from '@portal/domain/caller';
import {
  permissionsToSee,
  RECORD_RULES,
  type RecordRule,
  type Restriction,
} from '@portal/domain/records';
import { callerInPod } from './pods.js';
import { projectSeen } from './projects.js';
import { inProjects, type RowSql } from './row-sql.js';
import { userSeen } from './users.js';

/** A rule of libs/domain/src/records.ts with its columns. */
export interface RecordPolicy {
  readonly rule: RecordRule;
  /** The field with the project of a record; only in lists of scope `project`. */
  readonly project?: string;
  /** The condition on the caller's own records. */
  readonly own?: (caller: Caller, row: RowSql) => string;
  /** The condition on visible records; replaces the read permissions of `rule`. */
  readonly visible?: (caller: Caller, row: RowSql) => string;
}

/** The policy of each list of the administration. */
export const RECORD_POLICIES = {
  tasks: { rule: RECORD_RULES.tasks, project: 'project_id' },
  pods: {
    rule: RECORD_RULES.pods,
    project: 'project_id',
    own: (caller, row) => callerInPod(caller, row.column('name'), row),
  },
  podMembers: {
    rule: RECORD_RULES.podMembers,
    project: 'pod.project_id',
    own: (caller, row) => `${row.column('user_email')} = ${row.bind(caller.email, 'text')}`,
  },
  fileFormats: { rule: RECORD_RULES.fileFormats, project: 'project_id' },
  reviewReasons: { rule: RECORD_RULES.reviewReasons, project: 'project_id' },
  podTargets: {
    rule: RECORD_RULES.podTargets,
    project: 'pod.project_id',
    // The target of another member is a number of theirs.
    own: (caller, row) => {
      const email = row.column('user_email');
      const isOwn = `coalesce(${email} = ${row.bind(caller.email, 'text')}, TRUE)`;
      return `(${isOwn} AND ${callerInPod(caller, row.column('pod_name'), row)})`;
    },
  },
  roles: { rule: RECORD_RULES.roles },
  audit: { rule: RECORD_RULES.audit, project: 'project_id' },
  users: { rule: RECORD_RULES.users, visible: userSeen },
  projects: { rule: RECORD_RULES.projects, visible: projectSeen },
} as const satisfies Readonly<Record<keyof typeof RECORD_RULES, RecordPolicy>>;

/** Mirrors `maySeeRecord` (libs/domain/src/records.ts): the records that the caller sees. */
export function recordSeen(caller: Caller, policy: RecordPolicy, row: RowSql): string {
  if (policy.visible) return policy.visible(caller, row);
  const byPermission = seenByPermission(caller, policy, row);
  if (!policy.own || byPermission === 'TRUE') return byPermission;
  return `(${byPermission} OR ${policy.own(caller, row)})`;
}

/** Mirrors `mayKnowRecord`: the records whose existence the caller may know. */
export function recordKnown(caller: Caller, policy: RecordPolicy, row: RowSql): string {
  const { rule, project } = policy;
  if (!rule.knownToMembers || project === undefined) return recordSeen(caller, policy, row);
  const projects = projectsOf(caller);
  if (projects === 'all') return 'TRUE';
  const seen = recordSeen(caller, policy, row);
  return `(${seen} OR ${inProjects(projects, row.column(project), row)})`;
}

function seenByPermission(caller: Caller, { rule, project }: RecordPolicy, row: RowSql): string {
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
