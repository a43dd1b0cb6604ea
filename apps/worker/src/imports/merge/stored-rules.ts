import { REQUIRABLE_FIELDS } from '@portal/contracts/import-rules';
import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';
import { type ImportIssues, MAX_ISSUES } from '../import-issues.js';
import { dropUnnamed } from './stage.js';
import { from, type StagedRows } from './staged-rows.js';
import { NAMED_BITS, RULED_GAP } from '../named-columns.js';
import type { FileRules } from '../rules/file-rules.js';
import { FIELD_REASONS, movedReason } from '../rules/rule-reasons.js';

/**
 * Reports rows that leave out a field with a rule whose task breaks the rule, and removes them from the stage
 * like those of foreign tasks. A required field must have a value in the stored task; a new task has none. A
 * task that moves into the project must have an allowed status and model. Otherwise a value that the row
 * does not give is not judged.
 */
export async function removeRuleBreakers(
  db: Client,
  rows: StagedRows,
  rules: ReadonlyMap<number, FileRules>,
  issues: ImportIssues,
): Promise<void> {
  const asJson = [...rules].map(([project_id, { required, statuses, targetModels }]) => ({
    project_id,
    required: required.map(({ field }) => field),
    statuses: statuses && [...statuses],
    target_models: targetModels && [...targetModels],
  }));
  await db.query(rulesTable);
  await db.query(fillRules, [JSON.stringify(asJson)]);
  await db.query(breakers(rows));
  const counted = await db.query<{ field: string; count: number }>(countBreakers);
  if (counted.rows.length === 0) return;
  const listed = await db.query<Breaker>(listBreakers, [MAX_ISSUES]);
  const unlisted = new Map(counted.rows.map(({ field, count }) => [field, count]));
  for (const one of listed.rows) {
    issues.error(one.row_number, one.field, reasonOf(one, rules));
    unlisted.set(one.field, (unlisted.get(one.field) ?? 0) - 1);
  }
  for (const [field, count] of unlisted)
    issues.moreErrors(field, 'breaks a rule of its project', count);
  await db.query(dropBreakers);
  await db.query(dropUnnamed);
}

interface Breaker {
  readonly row_number: number;
  readonly project_id: number;
  readonly field: string;
  readonly is_new: boolean;
  /** The value of a task that moves into the project. */
  readonly stored: string | null;
}

function reasonOf(
  { field, project_id, is_new, stored }: Breaker,
  rules: ReadonlyMap<number, FileRules>,
): string {
  const { project = '', statuses, targetModels } = rules.get(project_id) ?? {};
  if (stored !== null) {
    const allowed = (field === 'status' ? statuses : targetModels) ?? new Set<never>();
    return movedReason(stored, [...allowed], project);
  }
  return is_new ? FIELD_REASONS.missingInNew(project) : FIELD_REASONS.missingInStored(project);
}

const rulesTable = sql`
DROP TABLE IF EXISTS file_rule;
CREATE TEMPORARY TABLE file_rule (
  project_id    integer PRIMARY KEY,
  required      text[] NOT NULL,
  statuses      text[],
  target_models text[]
)
`;

const fillRules = sql`
INSERT INTO file_rule
SELECT * FROM jsonb_to_recordset($1)
  AS given (project_id integer, required text[], statuses text[], target_models text[])
`;

const isLeftOut = (field: string): string => `(staged.named & ${NAMED_BITS.get(field) ?? 0}) = 0`;

const lacks = REQUIRABLE_FIELDS.map(
  (field) => sql`
    CASE WHEN ${isLeftOut(field)} AND task.${field} IS NULL AND '${field}' = ANY (rule.required)
      THEN '${field}' END`,
);

const comesWith = (field: 'status' | 'target_model', allowed: string): string => sql`
    CASE WHEN ${isLeftOut(field)} AND task.project_id <> staged.project_id
      AND task.${field} <> ALL (rule.${allowed}) THEN '${field}' END`;

/** Only rows that leave out a field with a rule are looked up: `RULED_GAP` says which. */
const breakers = (rows: StagedRows): string => sql`
DROP TABLE IF EXISTS rule_breaker;
CREATE TEMPORARY TABLE rule_breaker AS
SELECT staged.turing_task_id, staged.row_number, staged.project_id, broken.field,
  task.turing_task_id IS NULL AS is_new,
  CASE broken.field WHEN 'status' THEN task.status
    WHEN 'target_model' THEN task.target_model END AS stored
FROM ${from(rows)}
CROSS JOIN LATERAL (
  SELECT * FROM file_rule WHERE file_rule.project_id = staged.project_id OFFSET 0
) AS rule
LEFT JOIN LATERAL (
  SELECT * FROM core.task WHERE task.turing_task_id = staged.turing_task_id OFFSET 0
) AS task ON true
CROSS JOIN LATERAL unnest(array_remove(ARRAY[${[
  ...lacks,
  comesWith('status', 'statuses'),
  comesWith('target_model', 'target_models'),
].join(',')}
  ], NULL)) AS broken (field)
WHERE (staged.named & ${RULED_GAP}) <> 0
`;

const countBreakers = sql`SELECT field, count(*) FROM rule_breaker GROUP BY field`;

const listBreakers = sql`
SELECT row_number, project_id, field, is_new, stored
FROM rule_breaker
ORDER BY row_number, field
LIMIT $1
`;

const dropBreakers = sql`
DELETE FROM stage_task AS staged USING rule_breaker AS broken
WHERE broken.turing_task_id = staged.turing_task_id
`;
