import { podInputSchema } from '@portal/contracts/pod-records';
import type { Caller } from '@portal/domain/caller';
import { Pod } from '@portal/persistence/entities/pod';
import { RECORD_POLICIES } from '@portal/persistence/visibility/records';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { PROJECT_REFERENCE } from '../../../crud/project-reference.js';
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
      references: PROJECT_REFERENCE,
    },
  },
  defaultSort: { by: 'name', order: 'asc' },
  rules: { admit: refuseMove },
  policy: RECORD_POLICIES.pods,
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
