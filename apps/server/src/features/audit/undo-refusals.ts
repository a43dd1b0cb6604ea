import { MAX_REFUSED } from '../../db/refused-rows.js';
import { itemOf } from '../../crud/labels.js';
import { ProblemException } from '../../problems/problem.js';

/** The rows that an undo cannot restore, with the reasons. */
export class UndoRefusals {
  private readonly rows = new Map<string, ProblemException>();
  private isStopped = false;

  /** @param row the table and the key, such as `pod/12` */
  add(row: string, problem: ProblemException): void {
    if (!this.rows.has(row)) this.rows.set(row, problem);
  }

  get isFull(): boolean {
    return this.rows.size >= MAX_REFUSED;
  }

  /** Rows are not searched further: more may be refused. */
  stop(): void {
    this.isStopped = true;
  }

  /** @throws {ProblemException} of the kind of the first refusal, with each row */
  throwIfAny(): void {
    const [first] = this.rows;
    if (!first) return;
    const [row, { code, detail }] = first;
    const count = this.rows.size;
    const least = this.isStopped ? 'At least ' : '';
    const rows = count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`;
    throw new ProblemException(
      code,
      `${least}${rows} of the group cannot be undone, so nothing was undone. ${nameOf(row)}: ${detail}`,
      [...this.rows].slice(0, MAX_REFUSED).map(([item, problem]) => ({
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
