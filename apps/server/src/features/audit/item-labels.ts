import { belongsTo, type Caller } from '@portal/domain/caller';
import { z } from 'zod';
import type { Row } from '../../db/row.js';

const labelledSchema = z.looseObject({
  project_id: z.number().nullable(),
  labels: z.record(z.string(), z.record(z.string(), z.string())),
});

/** Leaves out the names of projects to which the caller does not belong. */
export function withVisibleLabels(caller: Caller, item: Row): Row {
  const { project_id: own, labels } = labelledSchema.parse(item);
  const { project_id: projects, ...others } = labels;
  if (!projects) return item;
  const seen = Object.entries(projects).filter(
    ([id]) => Number(id) === own || belongsTo(caller, Number(id)),
  );
  return { ...item, labels: { ...others, project_id: Object.fromEntries(seen) } };
}
