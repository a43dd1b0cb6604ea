import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { profileZones } from '@portal/contracts/time-zones';
import { userInputSchema } from '@portal/contracts/users';
import type { Caller } from '@portal/domain/caller';
import { maySeeItem, ITEM_RULES } from '@portal/domain/item-rules';
import { maySeeGrant } from '@portal/domain/users';
import { AppUser } from '@portal/persistence/entities/app-user';
import { hasRoleLike, podsOfUser, rolesByProject } from '@portal/persistence/roles/assigned-roles';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import type { RowSql } from '@portal/persistence/visibility/row-sql';
import { grantSeen } from '@portal/persistence/visibility/rows';
import { z } from 'zod';
import type { DeclaredList } from '../../../lists/declare/declared-list.js';
import type { Row } from '../../../db/row.js';
import {
  admitGlobalRole,
  globalRoleOf,
  writeGlobalRole,
} from '../../../identity/granting/global-role.js';
import { protectUser } from '../../../identity/granting/refuse-beyond.js';

/** Stands for project 0 among the roles of a user. */
const GLOBAL = 'global';

export const USERS: DeclaredList = {
  base: 'auth/users',
  label: 'User',
  labelPlural: 'Users',
  entity: AppUser,
  input: userInputSchema,
  fields: {
    // Identifies the user at sign-in and in tasks.
    email: { label: 'Email', searchable: true, createOnly: true },
    name: { searchable: true },
    picture: { hidden: true },
    slack_id: { label: 'Slack ID' },
    timezone: { values: profileZones() },
    is_active: { label: 'Active' },
  },
  derived: {
    pods: {
      type: 'dict',
      operators: [],
      sql: podsOfUser,
    },
    roles: {
      type: 'dict',
      operators: ['contains'],
      sql: (user) => rolesByProject(user, GLOBAL),
      contains: hasVisibleRole,
    },
    global_role: {
      type: 'string',
      nullable: true,
      label: 'Role in all projects',
      operators: [],
      sortable: false,
      references: { base: 'auth/roles', field: 'name', labelField: 'name' },
      sql: globalRoleOf,
      write: writeGlobalRole,
    },
  },
  defaultSort: { by: 'email', order: 'asc' },
  policy: ITEM_POLICIES.users,
  alsoReads: ['user_role', 'role', 'project', 'pod', 'pod_member'],
  shown: withVisibleGrants,
  rules: { admit: admitGlobalRole, protect: protectUser },
};

/** A part of the role's name; roles that the caller does not see must not be found either. */
function hasVisibleRole(caller: Caller, role: unknown, user: RowSql): string {
  return hasRoleLike(user, String(role), grantSeen(caller, 'assigned', user));
}

const grantsSchema = z.object({
  id: z.number(),
  roles: z.record(z.string(), z.string()),
  pods: z.record(z.string(), z.object({ role: z.string(), project_id: z.number() })),
});

/** Roles and pods as far as the caller sees them; of a pod the role. */
function withVisibleGrants(caller: Caller, item: Row): Row {
  const { id, roles: all, pods: places } = grantsSchema.parse(item);
  const seen = Object.entries(all).filter(([project]) =>
    maySeeGrant(caller, id, project === GLOBAL ? ALL_PROJECTS_ID : Number(project)),
  );
  const roles = Object.fromEntries(seen);
  const pods = Object.entries(places).flatMap(([name, { role, project_id: projectId }]) =>
    maySeePlace(caller, id, projectId) ? [[name, role] as const] : [],
  );
  return { ...item, pods: Object.fromEntries(pods), roles, global_role: roles[GLOBAL] ?? null };
}

/** Whether the caller sees that the user is in a pod of the project: both the grant and the list of members. */
function maySeePlace(caller: Caller, userId: number, projectId: number): boolean {
  const isOwn = caller.userId === userId;
  return (
    maySeeGrant(caller, userId, projectId) &&
    maySeeItem(caller, ITEM_RULES.podMembers, { projectId, isOwn })
  );
}
