import type { IssueGroup } from '@portal/contracts/import-detail';
import type { ImportError } from '@portal/contracts/imports';
import { IssueGroups, type IssueFacts } from './issue-groups.js';
import { storable } from './storable.js';

/** Maximum number of stored issues per import; further ones are only counted. */
export const MAX_ISSUES = 10_000;

/** Any text can be the name of an unknown field; issues of further fields count only in the total. */
const MAX_FIELDS = 100;

interface ReadErrors {
  readonly issues: readonly ImportError[];
  readonly errors: number;
  readonly warnings: number;
  readonly fields: ReadonlyMap<string, number>;
  readonly groups: readonly IssueGroup[];
}

/** Collects the errors and warnings of a file, in bounded memory. */
export class ImportIssues {
  readonly stored: ImportError[] = [];
  errors = 0;
  warnings = 0;
  /** Number of errors and warnings by field. */
  readonly fields = new Map<string, number>();
  readonly groups = new IssueGroups();

  error(row: number, field: string, reason: string, facts: IssueFacts = {}): void {
    this.errors++;
    this.#count(field, 1);
    this.#keep({ row, field, severity: 'error', reason }, facts);
  }

  warning(row: number, field: string, reason: string): void {
    this.warnings++;
    this.#count(field, 1);
    this.#keep({ row, field, severity: 'warning', reason }, {});
  }

  /** Counts errors that are not stored. */
  moreErrors(field: string, reason: string, count: number): void {
    this.errors += count;
    this.#count(field, count);
    this.groups.more({ field, severity: 'error', reason }, count);
  }

  /** Counts warnings that are not stored. */
  moreWarnings(field: string, reason: string, count: number): void {
    this.warnings += count;
    this.#count(field, count);
    this.groups.more({ field, severity: 'warning', reason }, count);
  }

  /** Adds the errors that the reader found. */
  add({ issues, errors, warnings, fields, groups }: ReadErrors): void {
    this.errors += errors;
    this.warnings += warnings;
    this.groups.join(groups);
    for (const [field, count] of fields) this.#count(field, count);
    for (const issue of issues) this.#store(issue);
  }

  /** @returns puts back what is collected now */
  checkpoint(): () => void {
    const { errors, warnings } = this;
    const stored = this.stored.length;
    const fields = [...this.fields];
    const putBackGroups = this.groups.checkpoint();
    return () => {
      putBackGroups();
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

  /** A line of the file is part of what is told of one row, not of the reason of many. */
  #keep(issue: ImportError, facts: IssueFacts): void {
    this.groups.add(issue, facts);
    const { line } = facts;
    const { reason } = issue;
    this.#store({ ...issue, reason: line === undefined ? reason : `${reason} (line ${line})` });
  }

  #store(issue: ImportError): void {
    if (this.stored.length >= MAX_ISSUES) return;
    this.stored.push({ ...issue, field: storable(issue.field), reason: storable(issue.reason) });
  }
}
