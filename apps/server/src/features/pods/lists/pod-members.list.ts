import { podMemberInputSchema } from '@portal/contracts/pod-lists';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { PodMember } from '@portal/persistence/entities/pod-member';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import type { DeclaredList } from '../../../lists/declare/declared-list.js';
import type { Row } from '../../../db/row.js';
import { refusePodRoleBeyond } from '../../../identity/granting/refuse-beyond.js';
import { POD_NAME, POD_RELATION } from './pod-relation.js';

export const POD_MEMBERS: DeclaredList = {
  base: 'pod-members',
  label: 'Pod Member',
  labelPlural: 'Pod members',
  entity: PodMember,
  input: podMemberInputSchema,
  fields: {
    pod_name: POD_NAME,
    user_email: {
      label: 'User',
      searchable: true,
      references: {
        base: 'auth/users',
        field: 'email',
        labelField: 'email',
        candidates: { path: '/pods/{pod_name}/candidates', field: 'user_email' },
      },
    },
  },
  relations: { pod: POD_RELATION },
  rules: { admit: refuseGiving, protect: refuseTaking },
  constraints: {
    pod_member_pod_name_user_email_key: {
      field: 'user_email',
      detail: 'is already a member of this pod',
    },
  },
  policy: ITEM_POLICIES.podMembers,
  alsoReads: ['app_user'],
};

function refuseGiving(
  caller: Caller,
  values: Row,
  stored: Row | null,
  tx: Transaction,
): Promise<void> {
  const { pod_name: podName, role = 'trainer' } = { ...stored, ...values };
  return refusePodRoleBeyond(tx, caller, podName, role);
}

function refuseTaking(tx: Transaction, caller: Caller, member: Row): Promise<void> {
  return refusePodRoleBeyond(tx, caller, member['pod_name'], member['role']);
}
