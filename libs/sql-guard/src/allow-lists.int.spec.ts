import { HONEST } from '@portal/testing/honest-queries';
import { REPORTING } from '@portal/testing/reporting-views';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkQuery } from './check-query.js';
import { columnsOfFunction, FUNCTIONS } from './functions.js';
import { NONDETERMINISTIC_FUNCTIONS } from './determinism.js';
import { COLLATIONS, OPERATORS, TYPES } from './types.js';

/** Functions whose result differs per call, without side effects. */
const CHANCE_AND_CLOCK = [
  ...['array_sample', 'array_shuffle', 'clock_timestamp', 'random', 'timeofday'],
];

/**
 * Functions that depend on the time zone, the encoding or the output format. A run fixes all three.
 */
const OF_SETTINGS = `
  age array_to_json array_to_string concat concat_ws convert_from convert_to date date_add date_part
  date_subtract date_trunc extract format generate_series json_agg json_agg_strict
  json_build_array json_build_object json_object_agg json_object_agg_strict json_object_agg_unique
  json_object_agg_unique_strict json_to_record json_to_recordset jsonb_agg jsonb_agg_strict
  jsonb_build_array jsonb_build_object jsonb_path_exists_tz jsonb_path_match_tz
  jsonb_path_query_array_tz jsonb_path_query_first_tz jsonb_path_query_tz jsonb_to_record
  jsonb_to_recordset length make_timestamptz numeric overlaps quote_literal quote_nullable
  row_to_json time timestamp timestamptz timezone to_char to_date to_json to_jsonb to_number
  to_timestamp`.split(/\s+/);

let database: TestDatabase;
let client: pg.Client;
const names: string[] = Object.values(FUNCTIONS).flat();

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('SET search_path TO pg_catalog, reporting');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function column(sql: string, values: unknown[]): Promise<unknown[]> {
  const { rows } = await client.query<Record<string, unknown>>(sql, values);
  return rows.map((row) => Object.values(row)[0]);
}

describe('the corpus of permitted queries', () => {
  it('GUARD-1 uses the columns of the views', async () => {
    for (const [name, columns] of Object.entries(REPORTING)) {
      const actual = await column(
        `SELECT attname::text FROM pg_attribute
         WHERE attrelid = to_regclass('reporting.' || $1) AND attnum > 0`,
        [name],
      );
      expect([name, actual]).toEqual([name, expect.arrayContaining([...columns])]);
    }
  });

  it('GUARD-1 runs in PostgreSQL', async () => {
    const failed: unknown[] = [];
    for (const text of HONEST) {
      const check = checkQuery(text, REPORTING);
      if (!check.ok) throw new Error(text);
      await client
        .query(
          check.sql,
          check.placeholders.map((name) => (name === 'project_id' ? 1 : null)),
        )
        .catch((error: unknown) => failed.push([text, String(error)]));
    }
    expect(failed).toEqual([]);
  });
});

describe('the allow lists', () => {
  const newest = async (): Promise<boolean> => {
    const [version] = await column('SHOW server_version_num', []);
    return Number(version) >= 180_000;
  };

  it('GUARD-9 name functions, types, operators and collations that exist', async () => {
    if (!(await newest())) return;
    const missing = (list: readonly string[], from: string): Promise<unknown[]> =>
      column(`SELECT unnest($1::text[]) EXCEPT ${from}`, [list]);
    const ours = `'pg_catalog'::regnamespace`;
    expect(
      await missing(names, `SELECT proname FROM pg_proc WHERE pronamespace = ${ours}`),
    ).toEqual([]);
    expect(
      await missing(TYPES, `SELECT typname FROM pg_type WHERE typnamespace = ${ours}`),
    ).toEqual([]);
    const symbols = OPERATORS.filter((name) => !name.includes('BETWEEN'));
    expect(
      await missing(symbols, `SELECT oprname FROM pg_operator WHERE oprnamespace = ${ours}`),
    ).toEqual([]);
    expect(await missing(COLLATIONS, 'SELECT collname FROM pg_collation')).toEqual([]);
  });

  it('GUARD-9 contain no function with side effects', async () => {
    const volatile = await column(
      `SELECT DISTINCT proname::text FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
       AND proname = ANY($1) AND (provolatile = 'v' OR prosecdef) ORDER BY 1`,
      [names],
    );
    expect(CHANCE_AND_CLOCK).toEqual(expect.arrayContaining(volatile));
    const takesNames = await column(
      `SELECT proname::text FROM pg_proc, unnest(proargtypes) AS argument
       WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY($1)
         AND argument::regtype::text ~ '^reg'`,
      [names],
    );
    expect(takesNames).toEqual([]);
  });

  it('GUARD-11 record for each function that is not immutable whether it depends on more than settings', async () => {
    const changing = await column(
      `SELECT DISTINCT proname::text FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
       AND proname = ANY($1) AND provolatile <> 'i' ORDER BY 1`,
      [names],
    );
    const unknown = changing.filter(
      (name) =>
        !NONDETERMINISTIC_FUNCTIONS.has(String(name)) && !OF_SETTINGS.includes(String(name)),
    );
    expect(unknown).toEqual([]);
  });

  it('GUARD-6 contain the columns of functions', async () => {
    const { rows } = await client.query<{ name: string; columns: string[] | null }>(
      `SELECT proname::text AS name,
         array_agg(proargnames[i] ORDER BY i) FILTER (WHERE proargmodes[i] IN ('o', 't')) AS columns
       FROM pg_proc, generate_subscripts(proargmodes, 1) AS i
       WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY($1)
         AND NOT 'tsvector'::regtype = ANY (proargtypes)
       GROUP BY pg_proc.oid, proname`,
      [names],
    );
    for (const { name, columns } of rows) {
      expect([name, columnsOfFunction(name)]).toEqual([name, columns ?? undefined]);
    }
    expect(rows.length).toBeGreaterThan(7);
  });
});
