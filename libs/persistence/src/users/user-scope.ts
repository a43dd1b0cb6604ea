import type { VisibilityScope } from '@portal/domain/visibility';
import { sql } from '../sql.js';
import { BoundValues } from '../visibility/row-sql.js';
import { workSeen } from '../visibility/work.js';

/** The requested users, and what the caller may see of them. */
export interface UserScope {
  /** 0 for all projects. */
  readonly projectId: number;
  /** Emails; null for all users. */
  readonly users: readonly string[] | null;
  readonly visibility: VisibilityScope;
}

/** A condition with its bound values. */
export interface ScopeCondition {
  readonly condition: string;
  readonly values: readonly unknown[];
}

/**
 * The condition for requested and visible rows of a table with `project_id` and `user_email`. The
 * text contains only the conditions that narrow the rows, so that a generic plan is a good one.
 * @param first number of the first placeholder
 */
export function inUserScope(
  { projectId, users, visibility }: UserScope,
  first: number,
): ScopeCondition {
  const conditions: string[] = [];
  const bound = new BoundValues(first);
  if (projectId !== 0) conditions.push(sql`project_id = ${bound.bind(projectId, 'integer')}`);
  if (users !== null) conditions.push(sql`user_email = ANY (${bound.bind(users, 'text[]')})`);
  conditions.push(workSeen(visibility, bound));
  const narrowing = conditions.filter((condition) => condition !== 'TRUE');
  return { condition: narrowing.join(' AND ') || 'TRUE', values: bound.values };
}
