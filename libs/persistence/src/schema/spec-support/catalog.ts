import pg from 'pg';
import { sql } from '../../sql.js';

/**
 * Everything that defines the schema of the database at `url`, one text per object, sorted. Ids of
 * the cluster are left out: the names of reporting roles contain that of their database.
 */
export async function catalogOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ object: string }>(selectObjects);
    return rows.map(({ object }) => object).sort();
  } finally {
    await client.end();
  }
}

const inSchemas = sql`IN ('core', 'agg', 'reporting', 'live', 'sign_in')`;

const selectObjects = sql`
SELECT regexp_replace(object, '(portal_(reporting_owner|sandbox_role)_)\d+', '\1{oid}', 'g') AS object
FROM (
  SELECT concat_ws(' ', 'relation', relation.oid::regclass, relkind, relpersistence, reloptions,
    pg_get_userbyid(relowner), (
      SELECT array_agg(grantee::regrole || ' ' || privilege_type ORDER BY grantee::regrole::text, privilege_type)
      FROM aclexplode(relacl) WHERE grantee <> 0 AND grantee <> relowner
    ), obj_description(relation.oid, 'pg_class'),
    CASE WHEN relkind = 'v' THEN pg_get_viewdef(relation.oid) END) AS object
  FROM pg_class AS relation
  WHERE relnamespace::regnamespace::text ${inSchemas}
  UNION ALL
  -- The order of the columns of a table means nothing: a migration adds its column at the end.
  SELECT concat_ws(' ', 'column', attrelid::regclass,
    CASE WHEN relkind = 'v' THEN row_number() OVER (PARTITION BY attrelid ORDER BY attnum) END, attname,
    format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attcollation,
    pg_get_expr(adbin, adrelid), attacl, col_description(attrelid, attnum))
  FROM pg_attribute
  JOIN pg_class ON pg_class.oid = attrelid
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relnamespace::regnamespace::text ${inSchemas} AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated,
    pg_get_constraintdef(oid))
  FROM pg_constraint
  WHERE connamespace::regnamespace::text ${inSchemas}
  UNION ALL
  SELECT concat_ws(' ', 'index', indexrelid::regclass, indisvalid, pg_get_indexdef(indexrelid))
  FROM pg_index
  JOIN pg_class ON pg_class.oid = indrelid
  WHERE relnamespace::regnamespace::text ${inSchemas}
  UNION ALL
  SELECT concat_ws(' ', 'function', pg_get_functiondef(oid), proacl,
    obj_description(oid, 'pg_proc'))
  FROM pg_proc
  WHERE pronamespace::regnamespace::text ${inSchemas} AND prokind IN ('f', 'p')
  UNION ALL
  SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(oid), tgenabled)
  FROM pg_trigger
  WHERE NOT tgisinternal
  UNION ALL
  SELECT concat_ws(' ', 'type', oid::regtype, typtype)
  FROM pg_type
  WHERE typnamespace::regnamespace::text ${inSchemas} AND typtype IN ('e', 'd')
  UNION ALL
  SELECT concat_ws(' ', 'role', role.name, role.description,
    (SELECT array_agg(permission.name ORDER BY permission.name) FROM core.role_permission AS held
      JOIN core.permission ON permission.id = held.permission_id WHERE held.role_id = role.id))
  FROM core.role
  UNION ALL
  SELECT concat_ws(' ', 'permission', name, description) FROM core.permission
) AS found`;
