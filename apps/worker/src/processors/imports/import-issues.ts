import type { ImportError } from '@portal/contracts/imports';
import { beginningOf } from '@portal/domain/cut-text';

/** Maximum number of stored issues per import; further ones are only counted. */
export const MAX_ISSUES = 10_000;

/** Any text can be the name of an unknown field; issues of further fields count only in the total. */
const MAX_FIELDS = 100;
const MAX_TEXT = 300;

interface ReadErrors {
  readonly issues: readonly ImportError[];
  readonly errors: number;
  readonly fields: ReadonlyMap<string, number>;
}

/** Issues quote the file, but text columns cannot store NUL or half of a surrogate pair. */
function storable(text: string): string {
  const cut = text.length > MAX_TEXT ? `${beginningOf(text, MAX_TEXT)}…` : text;
  return cut.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

/** Collects the errors and warnings of a file, in bounded memory. */
export class ImportIssues {
  readonly stored: ImportError[] = [];
  errors = 0;
  warnings = 0;
  /** Number of errors and warnings by field. */
  readonly fields = new Map<string, number>();

  error(row: number, field: string, reason: string): void {
    this.moreErrors(field, 1);
    this.#store({ row, field, severity: 'error', reason });
  }

  warning(row: number, field: string, reason: string): void {
    this.moreWarnings(field, 1);
    this.#store({ row, field, severity: 'warning', reason });
  }

  /** Counts errors that are not stored. */
  moreErrors(field: string, count: number): void {
    this.errors += count;
    this.#count(field, count);
  }

  /** Counts warnings that are not stored. */
  moreWarnings(field: string, count: number): void {
    this.warnings += count;
    this.#count(field, count);
  }

  /** Adds the errors that the reader found. */
  add({ issues, errors, fields }: ReadErrors): void {
    this.errors += errors;
    for (const [field, count] of fields) this.#count(field, count);
    for (const issue of issues) this.#store(issue);
  }

  /** @returns puts back what is collected now */
  checkpoint(): () => void {
    const { errors, warnings } = this;
    const stored = this.stored.length;
    const fields = [...this.fields];
    return () => {
      this.stored.length = stored;
      this.errors = errors;
      this.warnings = warnings;
      this.fields.clear();
      for (const [field, count] of fields) this.fields.set(field, count);
    };
  }

  /** The stored issues, ordered by row. */
  inFileOrder(): ImportError[] {
    return this.stored.toSorted((a, b) => a.row - b.row);
  }

  #count(field: string, count: number): void {
    const name = storable(field);
    const known = this.fields.get(name);
    if (known !== undefined || this.fields.size < MAX_FIELDS) {
      this.fields.set(name, (known ?? 0) + count);
    }
  }

  #store(issue: ImportError): void {
    if (this.stored.length >= MAX_ISSUES) return;
    this.stored.push({ ...issue, field: storable(issue.field), reason: storable(issue.reason) });
  }
}
