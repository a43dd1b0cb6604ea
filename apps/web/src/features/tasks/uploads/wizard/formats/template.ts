import { csvHeader, csvLine } from '@portal/domain/csv';
import { CSV_FIELDS, type CsvField } from '@portal/contracts/task-csv';
import { saveFile } from '../../../../../lib/download';

const LEFT_OUT: ReadonlySet<CsvField> = new Set(['project_id']);
const FIELDS = CSV_FIELDS.filter((field) => !LEFT_OUT.has(field));

type Example = Readonly<Partial<Record<CsvField, string>>>;

const EXAMPLES: readonly Example[] = [
  {
    ...{ turing_task_id: '1001', turing_project_id: '1', turing_batch_id: '10' },
    ...{ batch_name: 'First batch', batch_status: 'ongoing', user_email: 'ada@example.com' },
    ...{ status: 'completed', completed_at: '2026-01-06T10:00:00Z' },
    ...{ created_at: '2026-01-05T09:00:00Z', updated_at: '2026-01-06T10:00:00Z' },
    ...{ colab_link: 'https://example.com/tasks/1001', number_of_turns: '3' },
    ...{ duration_minutes: '45', target_model: 'atlas-2', validation_status: 'passed' },
    delivery_batch: 'January',
  },
  {
    ...{ turing_task_id: '1002', turing_project_id: '1', turing_batch_id: '10' },
    ...{ batch_name: 'First batch', batch_status: 'ongoing', user_email: 'ben@example.com' },
    ...{ status: 'pending', created_at: '2026-01-05T09:30:00Z' },
  },
];

/** A CSV file with the portal's columns and two rows to be replaced. */
export function templateText(projectNumber: number | null): string {
  const rows = EXAMPLES.map((example) =>
    csvLine(
      FIELDS.map((field) =>
        field === 'turing_project_id' && projectNumber !== null
          ? String(projectNumber)
          : (example[field] ?? ''),
      ),
    ),
  );
  return [csvHeader(FIELDS), ...rows].join('');
}

/** @param projectNumber the tool's number of the selected project */
export function downloadTemplate(projectNumber: number | null): void {
  saveFile(new Blob([templateText(projectNumber)], { type: 'text/csv' }), 'tasks-template.csv');
}
