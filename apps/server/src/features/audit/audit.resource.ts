import { Audit } from '@portal/persistence/entities/audit';
import { RECORD_POLICIES } from '@portal/persistence/visibility/records';
import type { Resource } from '../../crud/resource.js';

export const AUDIT: Resource = {
  base: 'audit',
  label: 'Change',
  labelPlural: 'Changes',
  entity: Audit,
  fields: {
    actor_id: { hidden: true },
    actor_email: { label: 'User', searchable: true },
    entity: { searchable: true },
    entity_id: { label: 'Item', searchable: true },
    project_id: {
      label: 'Project',
      references: { base: 'projects', field: 'id', labelField: 'name' },
    },
    request_id: { hidden: true },
    group_id: { label: 'Group' },
  },
  defaultSort: { by: 'at', order: 'desc' },
  policy: RECORD_POLICIES.audit,
};
