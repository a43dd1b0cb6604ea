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
  },
  defaultSort: { by: 'at', order: 'desc' },
  large: {
    filters: {
      at: ['eq', 'lt', 'lte', 'gt', 'gte', 'between'],
      project_id: ['eq', 'in'],
      actor_email: ['eq', 'in'],
      actor_id: ['eq', 'in'],
      entity: ['eq', 'in'],
      entity_id: ['eq', 'in'],
      id: ['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'between'],
    },
    orders: ['at', 'id'],
  },
  policy: RECORD_POLICIES.audit,
};
