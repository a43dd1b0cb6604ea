import { sql } from '../sql.js';

/** The columns of recorded rows that contain ids, with the table and the column of the name. */
const REFERENCES: Readonly<Record<string, readonly [table: string, name: string]>> = {
  role_id: ['core.role', 'name'],
  permission_id: ['core.permission', 'name'],
  project_id: ['core.project', 'name'],
  user_id: ['core.app_user', 'email'],
};

/** SQL of the current names of the rows that a record refers to: by field, then by id. */
export function labelsOf(record: string): string {
  const entries = Object.entries(REFERENCES).map(([field, [table, name]]) => {
    const own = field === 'project_id' ? [`${record}.project_id`] : [];
    const ids = [...own, idIn(`${record}.before`, field), idIn(`${record}.after`, field)];
    return sql`'${field}', (
      SELECT jsonb_object_agg(named.id, named.${name}) FROM ${table} AS named
      WHERE named.id IN (${ids.join(', ')}))`;
  });
  return sql`jsonb_strip_nulls(jsonb_build_object(${entries.join(', ')}))`;
}

function idIn(values: string, field: string): string {
  return `(${values} ->> '${field}')::bigint`;
}
