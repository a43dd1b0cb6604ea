import { Pod } from '@portal/persistence/entities/pod';
import type { FieldOptions, Relation } from '../../../lists/declare/declared-list.js';

/** The relation from a row to its pod and the project of the pod. */
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
