import type { ImportError } from '@portal/contracts/imports';
import { csvLine } from '@portal/domain/csv';

export const ERRORS_CSV_HEADER = csvLine(['row', 'field', 'severity', 'reason']);

/** One line of errors.csv. */
export function errorsCsvLine({ row, field, severity, reason }: ImportError): string {
  return csvLine([String(row), field, severity, reason]);
}
