import type { ImportError } from '@portal/contracts/imports';

export const ERRORS_CSV_HEADER = 'row,field,severity,reason\r\n';

/** One line of errors.csv (RFC 4180); a text that a spreadsheet would compute is made inert. */
export function errorsCsvLine({ row, field, severity, reason }: ImportError): string {
  return `${[String(row), field, severity, reason].map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
