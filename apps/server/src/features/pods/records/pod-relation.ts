import { Pod } from '@portal/persistence/entities/pod';
import type { FieldOptions, Relation } from '../../../crud/resource.js';

/** What belongs to a pod names it, and is in the pod's project. */
export const POD_RELATION: Relation = {
  entity: Pod,
  column: 'pod_name',
  key: 'name',
  fields: ['id', 'name', 'description', 'project_id'],
};

export const POD_NAME: FieldOptions = {
  label: 'Pod',
  searchable: true,
  references: { base: 'pods', field: 'name', labelField: 'name' },
};
