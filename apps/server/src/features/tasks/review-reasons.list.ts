import { reviewReasonInputSchema } from '@portal/contracts/review-reasons';
import type { Caller } from '@portal/domain/caller';
import type { Transaction } from '@portal/persistence/db';
import { ReviewReason } from '@portal/persistence/entities/review-reason';
import { isReasonUsed } from '@portal/persistence/tasks/task-feedback';
import { ITEM_POLICIES } from '@portal/persistence/visibility/items';
import { z } from 'zod';
import type { Row } from '../../db/row.js';
import { type DeclaredList, PROJECT_REFERENCE } from '../../lists/declare/declared-list.js';
import { ProblemException } from '../../problems/problem.js';

/** Why tasks of a project are sent back, for the forms of reviewers. */
export const REVIEW_REASONS: DeclaredList = {
  base: 'review-reasons',
  label: 'Review reason',
  labelPlural: 'Review reasons',
  entity: ReviewReason,
  input: reviewReasonInputSchema,
  fields: {
    project_id: { label: 'Project', createOnly: true, references: PROJECT_REFERENCE },
    name: { searchable: true },
    meaning: { searchable: true },
    is_archived: { label: 'Archived' },
  },
  defaultSort: { by: 'position', order: 'asc' },
  constraints: {
    review_reason_name: { field: 'name', detail: 'is the name of another reason of this project' },
  },
  policy: ITEM_POLICIES.reviewReasons,
  alsoReads: ['project'],
  rules: { protect: keepUsed },
};

const reasonSchema = z.object({ project_id: z.number(), name: z.string() });

/** What has sent a task back stays in the list. */
async function keepUsed(
  tx: Transaction,
  _caller: Caller,
  item: Row,
  change: Row | null,
): Promise<void> {
  if (change !== null) return;
  const { project_id: projectId, name } = reasonSchema.parse(item);
  if (!(await isReasonUsed(tx, projectId, name))) return;
  throw new ProblemException(
    'conflict',
    'Feedback or a review has this reason: archive it instead',
  );
}
