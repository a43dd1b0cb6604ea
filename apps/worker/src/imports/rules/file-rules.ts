import { importRulesSchema, type RequirableField } from '@portal/contracts/import-rules';
import type { ProjectRules } from '@portal/persistence/imports/import-models';
import { NAMED_BITS } from '../named-columns.js';
import type { Report, Stored, TaskRow } from '../task-row.js';
import { allowedReason, FIELD_REASONS } from './rule-reasons.js';

/** What the rows of a file must keep in one project. */
export interface FileRules {
  /** Name of the project. */
  readonly project: string;
  readonly required: readonly RequiredField[];
  readonly statuses: ReadonlySet<Stored> | null;
  readonly targetModels: ReadonlySet<Stored> | null;
  readonly batches: ReadonlySet<Stored> | null;
  /** The required fields, as `NAMED_BITS`. */
  readonly requiredBits: number;
  /** The fields with a rule; of a row that leaves one out the stored task counts. */
  readonly ruledBits: number;
}

interface RequiredField {
  readonly field: RequirableField;
  readonly bit: number;
}

/** The rules that rows have to keep, by project; those that limit shares alone are left out. */
export function fileRulesOf(all: readonly ProjectRules[]): ReadonlyMap<number, FileRules> {
  return new Map(
    all.flatMap((one) => {
      const rules = compiled(one);
      const isFree = rules.ruledBits === 0 && rules.batches === null;
      return isFree ? [] : [[one.project_id, rules] as const];
    }),
  );
}

function compiled({ project, rules }: ProjectRules): FileRules {
  const { required, statuses, target_models: models, batches } = importRulesSchema.parse(rules);
  const fields = required.map((field) => ({ field, bit: bitOf(field) }));
  const requiredBits = fields.reduce((bits, { bit }) => bits | bit, 0);
  return {
    project,
    required: fields,
    statuses: statuses && new Set(statuses),
    targetModels: models && new Set(models),
    batches: batches && new Set(batches),
    requiredBits,
    ruledBits:
      requiredBits | (statuses ? bitOf('status') : 0) | (models ? bitOf('target_model') : 0),
  };
}

function bitOf(field: string): number {
  const bit = NAMED_BITS.get(field);
  if (bit === undefined) throw new Error(`no bit says that a row names ${field}`);
  return bit;
}

/**
 * Reports the values of a valid row that break the rules of its project. What the row leaves out is not its
 * own: see `removeRuleBreakers`.
 */
export function checkRules(rules: FileRules, row: TaskRow, report: Report): void {
  for (const { field, bit } of rules.required) {
    if (row[field] === null && (row.named & bit) !== 0) {
      report(field, FIELD_REASONS.empty(rules.project));
    }
  }
  const { project, statuses, targetModels, batches } = rules;
  const { status, target_model: model, turing_batch_id: batch } = row;
  if (statuses && status !== '' && !statuses.has(status)) {
    report('status', allowedReason([...statuses], project));
  }
  if (targetModels && model !== null && !targetModels.has(model)) {
    report('target_model', allowedReason([...targetModels], project));
  }
  if (batches && !batches.has(batch)) {
    report('turing_batch_id', allowedReason([...batches], project));
  }
}

/** Whether the row names all fields that its project requires of a new task. */
export function namesRequired({ requiredBits }: FileRules, { named }: TaskRow): boolean {
  return (named & requiredBits) === requiredBits;
}

/** Whether the row leaves out a field with a rule. */
export function leavesOutRuled({ ruledBits }: FileRules, { named }: TaskRow): boolean {
  return (named & ruledBits) !== ruledBits;
}
