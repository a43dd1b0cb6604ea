import type { VisibilityScope } from '@portal/domain/visibility';
import { sql } from '../sql.js';
import { BoundValues } from '../visibility/row-sql.js';
import { workSeen } from '../visibility/work.js';

/** Which users' numbers are asked for, and by whom. */
export interface UserScope {
  /** 0 for all projects. */
  readonly projectId: number;
  /** E-mail addresses; null for everybody. */
  readonly users: readonly string[] | null;
  readonly visibility: VisibilityScope;
}

/** A condition with its bound values. */
export interface ScopeCondition {
  readonly condition: string;
  readonly values: readonly unknown[];
}

/**
 * Whether a row with `project_id` and `user_email` is among those asked for, and may be seen. It
 * names no more than it asks for, so that a plan that is made once, for any values, knows that, too.
 * @param first number of its first placeholder
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
