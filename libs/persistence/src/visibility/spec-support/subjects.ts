import type { Caller } from '@portal/domain/caller';
import { belongsTo } from '@portal/domain/caller';
import { maySeeStat } from '@portal/domain/custom-stats';
import { decidePodAccess } from '@portal/domain/pods';
import { mayKnowItem, maySeeItem, type ItemFacts } from '@portal/domain/item-rules';
import { maySeeImport } from '@portal/domain/uploads';
import { maySeeGrant, maySeeUser } from '@portal/domain/users';
import { maySeeWork, visibilityOf, visibilityWithin } from '@portal/domain/visibility';
import { ITEM_POLICIES, itemKnown, itemSeen } from '../items.js';
import type { RowSql } from '../row-sql.js';
import { grantSeen, importSeen, projectSeen, statSeen } from '../rows.js';
import { workOfUserSeen, workSeen } from '../work.js';
import {
  AUDITED,
  AUDITED_BY,
  EMAILS,
  emailOf,
  PROJECTS,
  USERS,
  type World,
} from './random-world.js';

/** One SQL condition, and the same decision by the domain. */
export interface Subject {
  readonly name: string;
  /** The FROM clause, with WHERE if needed, of the rows to decide about. */
  readonly rows: string;
  /** SQL of the key of a row. */
  readonly key: string;
  readonly column: (path: string) => string;
  readonly condition: (caller: Caller, row: RowSql) => string;
  /** Keys of the rows that the domain grants. */
  readonly granted: (caller: Caller, world: World, callers: readonly Caller[]) => readonly string[];
}

type Policies = typeof ITEM_POLICIES;
/** The lists with a condition of their own, and one for each kind of rule. */
type Listed =
  | { [L in keyof Policies]: Policies[L] extends { own: unknown } ? L : never }[keyof Policies]
  | 'tasks'
  | 'roles'
  | 'audit';
interface Lister {
  readonly rows: string;
  readonly key: string;
  readonly column?: (path: string) => string;
  readonly facts: (world: World, caller: Caller) => readonly (ItemFacts & { key: string })[];
}

const POD_COLUMN = (path: string): string => (path.startsWith('pod.') ? path : `item.${path}`);
const isIn = (pod: World['pods'][number], caller: Caller): boolean =>
  (pod.members[caller.userId - 1] ?? null) !== null;

const LISTS: Readonly<Record<Listed, Lister>> = {
  tasks: {
    rows: 'core.task AS item',
    key: 'item.turing_task_id',
    facts: ({ tasks }) =>
      tasks.map(({ project }, at) => ({ key: `${at + 1}`, projectId: project, isOwn: false })),
  },
  pods: {
    rows: 'core.pod AS item',
    key: 'item.name',
    facts: ({ pods }, caller) =>
      pods.map((pod, at) => ({
        key: `Pod ${at + 1}`,
        projectId: pod.project,
        isOwn: isIn(pod, caller),
      })),
  },
  podMembers: {
    rows: 'core.pod_member AS item JOIN core.pod ON pod.name = item.pod_name',
    key: `item.pod_name || ' ' || item.user_email`,
    column: POD_COLUMN,
    facts: ({ pods }, caller) =>
      pods.flatMap((pod, at) =>
        USERS.filter((user) => (pod.members[user - 1] ?? null) !== null).map((user) => ({
          key: `Pod ${at + 1} ${emailOf(user)}`,
          projectId: pod.project,
          isOwn: user === caller.userId,
        })),
      ),
  },
  podTargets: {
    rows: 'core.pod_weekly_target AS item JOIN core.pod ON pod.name = item.pod_name',
    key: `item.pod_name || coalesce(' ' || item.user_email, '')`,
    column: POD_COLUMN,
    // One for each trainer, and one of each member.
    facts: ({ pods }, caller) =>
      pods.flatMap((pod, at) => {
        const name = `Pod ${at + 1}`;
        const members = USERS.filter((user) => (pod.members[user - 1] ?? null) !== null);
        return [
          { key: name, projectId: pod.project, isOwn: isIn(pod, caller) },
          ...members.map((user) => ({
            key: `${name} ${emailOf(user)}`,
            projectId: pod.project,
            isOwn: user === caller.userId,
          })),
        ];
      }),
  },
  roles: {
    rows: `core.role AS item WHERE name LIKE 'random%'`,
    key: 'item.name',
    facts: ({ roles }) =>
      roles.map((_, at) => ({ key: `random ${at + 1}`, projectId: null, isOwn: false })),
  },
  audit: {
    rows: 'core.audit AS item',
    key: `item.entity || ' ' || coalesce(item.project_id::text, 'none')`,
    facts: ({ audited }, { userId }) =>
      audited.flatMap((projectId) =>
        AUDITED.map((entity) => ({
          key: `${entity} ${projectId ?? 'none'}`,
          ...{ projectId, entity, isOwn: false, isByCaller: userId === AUDITED_BY },
        })),
      ),
  },
};

const records = (Object.keys(LISTS) as Listed[]).flatMap((list): Subject[] => {
  const policy = ITEM_POLICIES[list];
  const { rows, key, column = (path) => `item.${path}`, facts } = LISTS[list];
  return [
    {
      ...{ name: `${list} seen`, rows, key, column },
      condition: (caller, row) => itemSeen(caller, policy, row),
      granted: (caller, world) =>
        keysOf(facts(world, caller).filter((fact) => maySeeItem(caller, policy.rule, fact))),
    },
    {
      ...{ name: `${list} known`, rows, key, column },
      condition: (caller, row) => itemKnown(caller, policy, row),
      granted: (caller, world) =>
        keysOf(facts(world, caller).filter((fact) => mayKnowItem(caller, policy.rule, fact))),
    },
  ];
});

const tasksOf = (world: World) =>
  world.tasks.map(({ project, email }, at) => ({ key: `${at + 1}`, projectId: project, email }));
const TASKS = { rows: LISTS.tasks.rows, key: LISTS.tasks.key };
const itemColumn = (path: string): string => `item.${path}`;

const work: readonly Subject[] = [
  {
    ...{ name: 'work', ...TASKS, column: itemColumn },
    condition: (caller, row) => workSeen(visibilityOf(caller), row),
    granted: (caller, world) =>
      keysOf(tasksOf(world).filter((task) => maySeeWork(visibilityOf(caller), task))),
  },
  ...[0, ...PROJECTS].map((within): Subject => ({
    name: `work within project ${within}`,
    rows: `core.task AS item WHERE ${within} IN (0, project_id)`,
    key: TASKS.key,
    column: itemColumn,
    condition: (caller, row) => workSeen(visibilityWithin(visibilityOf(caller), within), row),
    granted: (caller, world) =>
      keysOf(
        tasksOf(world)
          .filter(({ projectId }) => within === 0 || projectId === within)
          .filter((task) => maySeeWork(visibilityOf(caller), task)),
      ),
  })),
  ...EMAILS.map((email): Subject => ({
    name: `work of ${email}`,
    rows: `core.task AS item WHERE user_email = '${email}'`,
    key: TASKS.key,
    column: itemColumn,
    condition: (caller, row) => workOfUserSeen(visibilityOf(caller), email, row),
    granted: (caller, world) =>
      keysOf(
        tasksOf(world)
          .filter((task) => task.email === email)
          .filter((task) => maySeeWork(visibilityOf(caller), task)),
      ),
  })),
];

const others: readonly Subject[] = [
  {
    name: 'users',
    rows: 'core.app_user AS item',
    key: 'item.id',
    column: itemColumn,
    condition: (caller, row) => itemSeen(caller, ITEM_POLICIES.users, row),
    granted: (caller, _, callers) =>
      callers.filter((user) => maySeeUser(caller, user)).map(({ userId }) => `${userId}`),
  },
  {
    ...{ name: 'pods by name', rows: LISTS.pods.rows, key: LISTS.pods.key, column: itemColumn },
    condition: (caller, row) => itemSeen(caller, ITEM_POLICIES.pods, row),
    granted: (caller, world) =>
      keysOf(
        LISTS.pods.facts(world, caller).filter(({ projectId, isOwn }) => {
          const pod = { project_id: projectId ?? 0, is_member: isOwn };
          return decidePodAccess(caller, pod) === 'granted';
        }),
      ),
  },
  {
    name: 'projects',
    rows: 'core.project AS item',
    key: 'item.id',
    column: itemColumn,
    condition: projectSeen,
    granted: (caller) => [0, ...PROJECTS].filter((id) => belongsTo(caller, id)).map(String),
  },
  {
    name: 'imports',
    rows: 'core.task_import AS item',
    key: 'item.uploaded_by',
    column: itemColumn,
    condition: importSeen,
    granted: (caller) =>
      USERS.filter((uploaderId) => maySeeImport(caller, { uploaderId })).map(String),
  },
  {
    name: 'assigned roles',
    rows: 'core.user_role AS item',
    key: `item.user_id || ' ' || item.project_id`,
    column: itemColumn,
    condition: (caller, row) => grantSeen(caller, 'item', row),
    granted: (caller, { assigned }) =>
      assigned.flatMap((roles, user) =>
        roles.flatMap((role, project) =>
          role !== null && maySeeGrant(caller, user + 1, project) ? [`${user + 1} ${project}`] : [],
        ),
      ),
  },
  ...PROJECTS.map((projectId): Subject => ({
    name: `statistics of project ${projectId}`,
    rows: `core.custom_stat AS item WHERE project_id = ${projectId}`,
    key: 'item.name',
    column: itemColumn,
    condition: (caller, row) => statSeen(caller, projectId, row),
    granted: (caller, { stats }) =>
      keysOf(
        stats
          .map(({ project, ...stat }, at) => ({ key: `S${at + 1}`, projectId: project, ...stat }))
          .filter((stat) => stat.projectId === projectId && maySeeStat(caller, stat)),
      ),
  })),
];

export const SUBJECTS: readonly Subject[] = [...records, ...work, ...others];

function keysOf(rows: readonly { readonly key: string }[]): string[] {
  return rows.map(({ key }) => key);
}
