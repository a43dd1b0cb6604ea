import { functionNames } from '@portal/sql-guard/functions';
import { OPERATORS, TYPES } from '@portal/sql-guard/types';
import type pg from 'pg';
import { z } from 'zod';

/** One column of one reporting view. */
export interface ViewColumn {
  readonly view: string;
  readonly name: string;
  readonly type: string;
}

/** One overload of a function of the allow-list. */
export interface AvailableFunction {
  readonly name: string;
  readonly kind: 'function' | 'aggregate' | 'window';
  /** An aggregate whose last argument is in WITHIN GROUP. */
  readonly isOrderedSet: boolean;
  readonly isVariadic: boolean;
  readonly givesRows: boolean;
  readonly types: readonly string[];
}

/** One operator of the allow-list for one pair of types; a prefix operator has no left type. */
export interface AvailableOperator {
  readonly name: string;
  readonly left: string | null;
  readonly right: string;
}

/** The parts of generated queries, from the database and the allow-lists. */
export interface Catalog {
  readonly columns: readonly ViewColumn[];
  readonly functions: readonly AvailableFunction[];
  readonly operators: readonly AvailableOperator[];
  readonly types: readonly string[];
}

/** Reads the reporting schema and the allow-lists, so that new entries are included. */
export async function readCatalog(db: pg.Client): Promise<Catalog> {
  const columns = await db.query(COLUMNS);
  const functions = await db.query(FUNCTIONS, [[...functionNames()]]);
  const operators = await db.query(OPERATORS_OF_TYPES, [OPERATORS]);
  return {
    columns: z
      .array(z.object({ view: z.string(), name: z.string(), type: z.string() }))
      .parse(columns.rows),
    functions: z
      .array(
        z.object({
          name: z.string(),
          kind: z.enum(['function', 'aggregate', 'window']),
          isOrderedSet: z.boolean(),
          isVariadic: z.boolean(),
          givesRows: z.boolean(),
          types: z.array(z.string()),
        }),
      )
      .parse(functions.rows),
    operators: z
      .array(z.object({ name: z.string(), left: z.string().nullable(), right: z.string() }))
      .parse(operators.rows),
    types: TYPES,
  };
}

const COLUMNS = `
SELECT view.relname::text AS view, attname::text AS name,
  format_type(atttypid, NULL) AS type
FROM pg_class AS view
JOIN pg_attribute ON attrelid = view.oid AND attnum > 0
WHERE view.relnamespace = 'reporting'::regnamespace AND relkind = 'v' AND relname <> 'binding'
ORDER BY 1, attnum`;

const FUNCTIONS = `
SELECT proname::text AS name,
  CASE prokind WHEN 'a' THEN 'aggregate' WHEN 'w' THEN 'window' ELSE 'function' END AS kind,
  coalesce(aggkind <> 'n', false) AS "isOrderedSet", provariadic <> 0 AS "isVariadic", proretset AS "givesRows",
  ARRAY(SELECT format_type(type, NULL) FROM unnest(proargtypes) WITH ORDINALITY AS a (type, at)
        ORDER BY at) AS types
FROM pg_proc
LEFT JOIN pg_aggregate ON aggfnoid = pg_proc.oid
WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY ($1)
ORDER BY 1, pg_proc.oid`;

const OPERATORS_OF_TYPES = `
SELECT oprname::text AS name, format_type(nullif(oprleft, 0), NULL) AS left,
  format_type(oprright, NULL) AS right
FROM pg_operator
WHERE oprnamespace = 'pg_catalog'::regnamespace AND oprname = ANY ($1)
ORDER BY 1, pg_operator.oid`;
