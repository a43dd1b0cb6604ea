import { podInputSchema } from '@portal/contracts/pod-lists';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { Pod } from '@portal/persistence/entities/pod';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import { z } from 'zod';
import { PROJECT_REFERENCE, type DeclaredList } from '../../../lists/declare/declared-list.js';
import type { Row } from '../../../db/row.js';
import { refusePodBeyond } from '../../../identity/granting/refuse-beyond.js';

export const PODS: DeclaredList = {
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
  rules: { protect },
  policy: ITEM_POLICIES.pods,
  alsoReads: ['project'],
};

const projectIdSchema = z.number().optional();

/** The members lose their permissions with the pod; in another project they also get some. */
async function protect(
  tx: Transaction,
  caller: Caller,
  pod: Row,
  change: Row | null,
): Promise<void> {
  const target = projectIdSchema.parse(change?.['project_id']);
  if (change !== null && target === undefined) return;
  const projects = [pod['project_id'], target].flatMap((id) => projectIdSchema.parse(id) ?? []);
  await refusePodBeyond(tx, caller, pod['name'], projects);
}
