import type { ImportError } from '@portal/contracts/imports';

/** Maximum number of stored issues per import; further ones are only counted. */
export const MAX_ISSUES = 10_000;

const MAX_TEXT = 300;

/** Issues quote the file, but text columns cannot store NUL or half of a surrogate pair. */
function storable(text: string): string {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return cut.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

/** Collects the errors and warnings of a file, in bounded memory. */
export class ImportIssues {
  readonly stored: ImportError[] = [];
  errors = 0;
  warnings = 0;

  error(row: number, field: string, reason: string): void {
    this.errors++;
    this.#store({ row, field, severity: 'error', reason });
  }

  warning(row: number, field: string, reason: string): void {
    this.warnings++;
    this.#store({ row, field, severity: 'warning', reason });
  }

  /** Adds the issues and counts of another collector. */
  add(stored: readonly ImportError[], errors: number, warnings: number): void {
    this.errors += errors;
    this.warnings += warnings;
    for (const issue of stored) this.#store(issue);
  }

  /** The stored issues, ordered by row. */
  inFileOrder(): ImportError[] {
    return this.stored.toSorted((a, b) => a.row - b.row);
  }

  #store(issue: ImportError): void {
    if (this.stored.length >= MAX_ISSUES) return;
    this.stored.push({ ...issue, field: storable(issue.field), reason: storable(issue.reason) });
  }
}
