import { AUDIT_ACTIONS } from '@portal/contracts/audit';
import { AUDITED_ENTITIES } from '@portal/contracts/entities';
import { Audit } from '@portal/persistence/entities/audit';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import { PROJECT_REFERENCE, type DeclaredList } from '../../lists/declare/declared-list.js';
import { labelsOf } from '@portal/persistence/audit/item-labels';
import { nameOfItem } from '@portal/persistence/audit/item-name';
import { belongsTo, type Caller } from '@portal/domain/caller';
import { z } from 'zod';
import type { Row } from '../../db/row.js';

const labelledSchema = z.looseObject({
  project_id: z.number().nullable(),
  labels: z.record(z.string(), z.record(z.string(), z.string())),
});

export const AUDIT: DeclaredList = {
  base: 'audit',
  label: 'Change',
  labelPlural: 'Changes',
  entity: Audit,
  fields: {
    actor_id: { hidden: true },
    actor_email: { label: 'User', searchable: true },
    action: { values: AUDIT_ACTIONS },
    entity: { searchable: true, values: AUDITED_ENTITIES },
    entity_id: { label: 'Item', searchable: true },
    project_id: {
      label: 'Project',
      references: PROJECT_REFERENCE,
    },
    request_id: { hidden: true },
    group_id: { label: 'Group' },
  },
  derived: {
    entity_name: { label: 'Name', type: 'string', sql: nameOfItem },
    labels: { hidden: true, type: 'dict', operators: [], sql: labelsOf },
  },
  shown: withVisibleLabels,
  defaultSort: { by: 'at', order: 'desc' },
  large: {
    filters: {
      at: ['eq', 'lt', 'lte', 'gt', 'gte', 'between'],
      project_id: ['eq', 'in'],
      actor_email: ['eq', 'in'],
      actor_id: ['eq', 'in'],
      group_id: ['eq', 'in'],
      entity: ['eq', 'in'],
      entity_id: ['eq', 'in'],
      undoes: ['eq', 'in'],
      id: ['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'between'],
    },
    orders: ['at', 'id'],
  },
  policy: ITEM_POLICIES.audit,
};

/** Leaves out the names of projects to which the caller does not belong. */
function withVisibleLabels(caller: Caller, item: Row): Row {
  const { project_id: own, labels } = labelledSchema.parse(item);
  const { project_id: projects, ...others } = labels;
  if (!projects) return item;
  const seen = Object.entries(projects).filter(
    ([id]) => Number(id) === own || belongsTo(caller, Number(id)),
  );
  return { ...item, labels: { ...others, project_id: Object.fromEntries(seen) } };
}
