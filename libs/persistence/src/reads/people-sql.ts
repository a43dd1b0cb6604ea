import type { Sight } from '@portal/domain/sight';
import { sql } from '../sql.js';

/** Which people's numbers are asked for, and by whom. */
export interface PeopleScope {
  /** 0 for all projects. */
  readonly projectId: number;
  /** E-mail addresses; null for everybody. */
  readonly people: readonly string[] | null;
  readonly sight: Sight;
}

/** Values of $1 to $5, in the order that `inPeopleScope` names them. */
export function peopleValues({ projectId, people, sight }: PeopleScope): unknown[] {
  return [projectId, people, sight.email, sight.isEverywhere, sight.projectIds];
}

/** Whether a row with `project_id` and `user_email` is among those asked for, and may be seen. */
export const inPeopleScope = sql`
  ($1::integer = 0 OR project_id = $1)
    AND ($2::text[] IS NULL OR user_email = ANY ($2))
    AND (user_email = $3 OR $4::boolean OR project_id = ANY ($5::integer[]))`;
