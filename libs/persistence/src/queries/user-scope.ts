import type { VisibilityScope } from '@portal/domain/visibility';
import { sql } from '../sql.js';

/** Which users' numbers are asked for, and by whom. */
export interface UserScope {
  /** 0 for all projects. */
  readonly projectId: number;
  /** E-mail addresses; null for everybody. */
  readonly users: readonly string[] | null;
  readonly sight: VisibilityScope;
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
export function inUserScope({ projectId, users, sight }: UserScope, first: number): ScopeCondition {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${first + values.push(value) - 1}`;
  if (projectId !== 0) conditions.push(sql`project_id = ${bind(projectId)}::integer`);
  if (users !== null) conditions.push(sql`user_email = ANY (${bind(users)}::text[])`);
  if (!sight.isEverywhere) {
    const own = sql`user_email = ${bind(sight.email)}::text`;
    conditions.push(sql`(${own} OR project_id = ANY (${bind(sight.projectIds)}::integer[]))`);
  }
  return { condition: conditions.join(' AND ') || 'TRUE', values };
}
