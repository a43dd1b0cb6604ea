import { itemOf } from '../../crud/labels.js';
import { ProblemException } from '../../problems/problem.js';

/** Enough to find the cause; thousands of rows may have the same. */
const MAX_LISTED = 100;

/** The rows that an undo cannot restore, with the reasons. */
export class UndoRefusals {
  private readonly rows = new Map<string, ProblemException>();

  /** @param row the table and the key, such as `pod/12` */
  add(row: string, problem: ProblemException): void {
    if (!this.rows.has(row)) this.rows.set(row, problem);
  }

  /** @throws {ProblemException} of the kind of the first refusal, with each row */
  throwIfAny(): void {
    const [first] = this.rows;
    if (!first) return;
    const [row, { code, detail }] = first;
    const count = this.rows.size;
    const rows = count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`;
    throw new ProblemException(
      code,
      `${rows} of the group cannot be undone, so nothing was undone. ${nameOf(row)}: ${detail}`,
      [...this.rows].slice(0, MAX_LISTED).map(([item, problem]) => ({
        pointer: '',
        detail: problem.detail,
        item,
      })),
    );
  }
}

/** 'pod_member/4': 'Pod member 4' */
function nameOf(row: string): string {
  const [table = '', ...key] = row.split('/');
  const name = itemOf(table, key.join('/'));
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
