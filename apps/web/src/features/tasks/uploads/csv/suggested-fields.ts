import type { CsvField } from '@portal/contracts/task-csv';
import { CSV_FIELDS, fieldOfHeader } from '@portal/domain/csv-tasks';

/** Usual headers beside the names of the fields, without case, blanks and punctuation. */
const USUAL: Readonly<Partial<Record<CsvField, readonly string[]>>> = {
  turing_task_id: ['taskid', 'task', 'id', 'turingtask'],
  // Not "Project ID": that is the project_id of exports, which counts otherwise.
  turing_project_id: ['turingproject'],
  turing_batch_id: ['batchid', 'batch', 'turingbatch'],
  batch_name: ['batchtitle'],
  batch_status: ['batchstate'],
  user_email: ['email', 'user', 'trainer', 'traineremail', 'assignee', 'assigneeemail', 'owner'],
  status: ['state', 'taskstatus', 'taskstate'],
  completed_at: ['completed', 'completedon', 'completiondate', 'finishedat', 'doneat'],
  created_at: ['created', 'createdon', 'creationdate'],
  updated_at: ['updated', 'updatedon', 'modified', 'modifiedat', 'lastmodified', 'lastupdated'],
  colab_link: ['colab', 'colaburl', 'link', 'url', 'notebook'],
  number_of_turns: ['turns', 'turncount', 'numturns', 'turnscount'],
  duration_minutes: ['duration', 'minutes', 'durationmin', 'timespent'],
  target_model: ['model', 'modelname'],
  validation_status: ['validation', 'validated', 'validationstate'],
  delivery_batch: ['delivery', 'deliverybatchname'],
};
const FIELDS = new Map(
  CSV_FIELDS.flatMap((field) =>
    [plainOf(field), ...(USUAL[field] ?? [])].map((header) => [header, field] as const),
  ),
);

/** Whether a header is the name of a field or a usual one for it. */
export function isUsual(header: string): boolean {
  return FIELDS.has(plainOf(header));
}

/** The field of each column: that of its header, else the usual one of such a header if it is free. */
export function suggestedFields(headers: readonly string[]): (CsvField | null)[] {
  const named = headers.map((header) => fieldOfHeader(header) ?? null);
  const fields = named.map((field, at) => (named.indexOf(field) === at ? field : null));
  for (const [at, header] of headers.entries()) {
    const usual = FIELDS.get(plainOf(header));
    if (fields[at] === null && usual && !fields.includes(usual)) fields[at] = usual;
  }
  return fields;
}

function plainOf(header: string): string {
  return header.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
