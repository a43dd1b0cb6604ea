import { podInputSchema } from '@portal/contracts/pod-records';
import { SHOWS_A_POD } from '@portal/domain/pods';
import { Pod } from '@portal/persistence/entities/pod';
import type { Resource } from '../../crud/resource.js';

export const PODS: Resource = {
  base: 'pods',
  addressedBy: 'name',
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
  policy: {
    project: 'project_id',
    read: SHOWS_A_POD,
    write: 'pod-manage',
    own: (caller, row) => `EXISTS (
      SELECT FROM core.pod_member AS place
      WHERE place.pod_name = ${row.column('name')} AND place.user_email = ${row.bind(caller.email, 'text')})`,
  },
};
