import type { CsvDialect } from '@portal/contracts/csv';
import type { ImportError } from '@portal/contracts/imports';
import { csvHeader, csvLine } from '@portal/domain/csv';

/** The first line of errors.csv. */
export function errorsCsvHeader(dialect: CsvDialect): string {
  return csvHeader(['row', 'field', 'severity', 'reason'], dialect);
}

/** One further line. */
export function errorsCsvLine(
  { row, field, severity, reason }: ImportError,
  dialect: CsvDialect,
): string {
  return csvLine([String(row), field, severity, reason], dialect);
}
