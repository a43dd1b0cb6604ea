import { beginningOf } from '@portal/domain/cut-text';
import type { Stored } from '../task-row.js';

const MAX_PROJECT = 60;
const MAX_LISTED = 140;

const cut = (text: string, most: number): string =>
  text.length > most ? `${beginningOf(text, most)}…` : text;

const rulesOf = (project: string): string => `(import rules of ${cut(project, MAX_PROJECT)})`;

/** Why the value of a row is not one that its project allows: 'must be one of a, b (import rules of Alpha)'. */
export function allowedReason(values: readonly Stored[], project: string): string {
  return `must be ${oneOf(values)} ${rulesOf(project)}`;
}

/** Why a required field is in error, by how the row and its task lack it. */
export const FIELD_REASONS = {
  empty: (project: string) => `must have a value ${rulesOf(project)}`,
  missingInNew: (project: string) => `is missing; a new task must have a value ${rulesOf(project)}`,
  missingInStored: (project: string) =>
    `is missing, and the stored task has none; it must have a value ${rulesOf(project)}`,
};

/** Why a task cannot move into a project with a value that the row leaves out. */
export function movedReason(stored: string, values: readonly Stored[], project: string): string {
  return `is missing, and the task comes with ${cut(stored, MAX_PROJECT)}; it must be ${oneOf(values)} ${rulesOf(project)}`;
}

/** As many values as fit; the others as their number. */
function oneOf(values: readonly Stored[]): string {
  const [only] = values;
  if (values.length === 1) return cut(String(only), MAX_LISTED);
  const listed: string[] = [];
  let length = 0;
  for (const value of values) {
    length += String(value).length + 2;
    if (length > MAX_LISTED) break;
    listed.push(String(value));
  }
  const more = values.length - listed.length;
  if (listed.length === 0) return `one of ${more} values`;
  return `one of ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
