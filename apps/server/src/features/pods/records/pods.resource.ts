import { podInputSchema } from '@portal/contracts/pod-records';
import type { Caller } from '@portal/domain/caller';
import { SHOWS_A_POD } from '@portal/domain/pods';
import { Pod } from '@portal/persistence/entities/pod';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Resource } from '../../../crud/resource.js';
import type { Row } from '../../../crud/row.js';
import { refuseMoveBeyond } from '../../../users/pod-roles.js';

export const PODS: Resource = {
  base: 'pods',
  urlKey: 'name',
  label: 'Pod',
  labelPlural: 'Pods',
  entity: Pod,
  input: podInputSchema,
  fields: {
    name: { searchable: true },
    description: { searchable: true },
    project_id: {
      label: 'Project',
      references: { base: 'projects', field: 'id', labelField: 'name' },
    },
  },
  defaultSort: { by: 'name', order: 'asc' },
  rules: { admit: refuseMove },
  policy: {
    project: 'project_id',
    read: SHOWS_A_POD,
    write: 'pod-manage',
    own: (caller, row) => `EXISTS (
      SELECT FROM core.pod_member AS member
      WHERE member.pod_name = ${row.column('name')} AND member.user_email = ${row.bind(caller.email, 'text')})`,
  },
};

const projectIdSchema = z.object({ project_id: z.number().optional() });

async function refuseMove(
  caller: Caller,
  values: Row,
  stored: Row | null,
  tx: EntityManager,
): Promise<void> {
  const { project_id: projectId } = projectIdSchema.parse(values);
  if (!stored || projectId === undefined || projectId === stored['project_id']) return;
  await refuseMoveBeyond(tx, caller, stored['name'], projectId);
}
