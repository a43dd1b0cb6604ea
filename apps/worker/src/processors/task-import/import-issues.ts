import type { ImportError } from '@portal/contracts/imports';

/** Errors and warnings kept per import; beyond it they are only counted. */
export const MAX_ISSUES = 10_000;

const MAX_TEXT = 300;

/** Notes quote the file, which may hold anything; text columns hold no NUL and no half characters. */
function storable(text: string): string {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return cut.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

/** Collects what is wrong or notable in the rows of a file, in bounded memory. */
export class ImportIssues {
  readonly kept: ImportError[] = [];
  errors = 0;
  warnings = 0;

  error(row: number, field: string, reason: string): void {
    this.errors++;
    this.#keep({ row, field, severity: 'error', reason });
  }

  warning(row: number, field: string, reason: string): void {
    this.warnings++;
    this.#keep({ row, field, severity: 'warning', reason });
  }

  /** Takes over what another collector found. */
  add(kept: readonly ImportError[], errors: number, warnings: number): void {
    this.errors += errors;
    this.warnings += warnings;
    for (const note of kept) this.#keep(note);
  }

  /** What was kept, by row. */
  inFileOrder(): ImportError[] {
    return this.kept.toSorted((a, b) => a.row - b.row);
  }

  #keep(note: ImportError): void {
    if (this.kept.length >= MAX_ISSUES) return;
    this.kept.push({ ...note, field: storable(note.field), reason: storable(note.reason) });
  }
}
