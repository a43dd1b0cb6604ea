import { BATCH_STATUSES } from '@portal/contracts/constants';
import { Batch } from '@portal/persistence/entities/batch';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import { PROJECT_REFERENCE, type DeclaredList } from '../../lists/declare/declared-list.js';

/** Imports write batches. Who lists the tasks of a project lists its batches. */
export const BATCHES: DeclaredList = {
  base: 'tasks/batches',
  label: 'Batch',
  labelPlural: 'Batches',
  entity: Batch,
  fields: {
    project_id: { label: 'Project', references: PROJECT_REFERENCE },
    turing_batch_id: { label: 'Batch ID' },
    name: { searchable: true },
    status: { values: BATCH_STATUSES },
  },
  policy: ITEM_POLICIES.tasks,
};
