/** A query around an expression over a column of `view`, which has the alias `t`. */
export interface Shape {
  readonly name: string;
  /** Whether the result depends on the order in which rows are read. */
  readonly dependsOnOrder: boolean;
  sql(place: Place): string;
}

export interface Place {
  readonly view: string;
  readonly column: string;
  readonly expression: string;
  /** A condition with a value that another project has in this column. */
  readonly foreign: string;
}

type Template = readonly [name: string, text: string];

/** `E` the expression, `V` the view, `C` the column, `F` a condition that finds a foreign row. */
const SCALAR: readonly Template[] = [
  ['WHERE', 'SELECT count(*) FROM V t WHERE (E)::text IS NOT NULL'],
  [
    'WHERE with a condition that finds a foreign row',
    'SELECT count(*) FROM V t WHERE F AND (E)::text <> $$q$$',
  ],
  ['WHERE beside all rows', 'SELECT count(*) FROM V t WHERE t IS NOT NULL AND (E)::text <> $$q$$'],
  ['WHERE OR', 'SELECT count(*) FROM V t WHERE (E)::text = $$q$$ OR F'],
  ['WHERE NOT', 'SELECT count(*) FROM V t WHERE NOT ((E)::text = $$q$$)'],
  ['JOIN ON', 'SELECT count(*) FROM V t JOIN V u ON t.C = u.C AND (E)::text <> $$q$$'],
  ['JOIN ON the expression', 'SELECT count(*) FROM V t JOIN V u ON u.C::text = (E)::text'],
  [
    'LEFT JOIN',
    'SELECT count(u) FROM projects p LEFT JOIN V u ON true LEFT JOIN V t ON (E)::text = u.C::text',
  ],
  ['JOIN of views', 'SELECT count(*) FROM V t JOIN projects p ON F WHERE (E)::text <> $$q$$'],
  [
    'EXISTS',
    'SELECT count(*) FROM projects p WHERE EXISTS (SELECT 1 FROM V t WHERE (E)::text <> $$q$$)',
  ],
  [
    'NOT EXISTS',
    'SELECT count(*) FROM V u WHERE NOT EXISTS (SELECT 1 FROM V t WHERE t.C = u.C AND (E)::text = $$q$$)',
  ],
  ['IN', 'SELECT count(*) FROM V u WHERE u.C::text IN (SELECT (E)::text FROM V t)'],
  ['FILTER', 'SELECT count(*) FILTER (WHERE (E)::text <> $$q$$) FROM V t'],
  ['ORDER BY', 'SELECT count(*) OVER () FROM V t ORDER BY (E)::text'],
  ['CASE', 'SELECT sum(CASE WHEN (E)::text <> $$q$$ THEN 1 ELSE 2 END) FROM V t'],
  [
    'LATERAL',
    'SELECT count(l.x) FROM V t, LATERAL (SELECT (E)::text AS x) AS l WHERE l.x <> $$q$$',
  ],
  [
    'LATERAL of the view',
    'SELECT count(l.x) FROM projects p, LATERAL (SELECT (E)::text AS x FROM V t WHERE F) AS l',
  ],
  ['window', 'SELECT rank() OVER (PARTITION BY (E)::text ORDER BY (E)::text) FROM V t'],
  ['GROUP BY', 'SELECT (E)::text, count(*) FROM V t GROUP BY 1'],
  ['GROUPING SETS', 'SELECT (E)::text, count(*) FROM V t GROUP BY GROUPING SETS ((1), ())'],
  ['HAVING', 'SELECT count(*) FROM V t GROUP BY t.C HAVING bool_or((E)::text <> $$q$$)'],
  ['LIMIT below', 'SELECT count(s.x) FROM (SELECT (E)::text AS x FROM V t LIMIT 1) AS s'],
  ['OFFSET 0', 'SELECT count(*) FROM (SELECT * FROM V OFFSET 0) AS t WHERE (E)::text <> $$q$$'],
  ['DISTINCT', 'SELECT DISTINCT (E)::text FROM V t'],
  ['max', 'SELECT max((E)::text) FROM V t'],
  ['scalar subquery', 'SELECT (SELECT max((E)::text) FROM V t WHERE F)'],
  ['WITH', 'WITH c AS (SELECT * FROM V t WHERE (E)::text <> $$q$$) SELECT count(*) FROM c'],
  [
    'WITH MATERIALIZED',
    'WITH c AS MATERIALIZED (SELECT * FROM V) SELECT count(*) FROM c AS t WHERE (E)::text <> $$q$$',
  ],
  [
    'WITH NOT MATERIALIZED',
    'WITH c AS NOT MATERIALIZED (SELECT * FROM V) SELECT count(*) FROM c AS t, c AS u WHERE t.C = u.C AND (E)::text <> $$q$$',
  ],
  ['UNION', 'SELECT (E)::text FROM V t WHERE F UNION SELECT (E)::text FROM V t'],
  [
    'UNION ALL below',
    'SELECT count(*) FROM (SELECT * FROM V UNION ALL SELECT * FROM V) AS t WHERE (E)::text <> $$q$$',
  ],
  ['EXCEPT', 'SELECT (E)::text FROM V t EXCEPT SELECT $$q$$'],
  ['of a row', 'SELECT count(*) FROM V t WHERE ROW((E)::text, 1) > ROW($$q$$, 0)'],
  [
    'RECURSIVE',
    'WITH RECURSIVE r AS (SELECT 1 AS n UNION SELECT n + 1 FROM r, V t WHERE n < 2 AND (E)::text <> $$q$$) SELECT count(*) FROM r',
  ],
];

const AGGREGATE: readonly Template[] = [
  ['aggregate', 'SELECT E IS NULL FROM V t'],
  ['aggregate of foreign rows', 'SELECT E IS NULL FROM V t WHERE F'],
  ['aggregate by group', 'SELECT E IS NULL FROM V t GROUP BY t.C'],
  ['aggregate in HAVING', 'SELECT count(*) FROM V t GROUP BY t.C HAVING E IS NOT NULL'],
];

const WINDOW: readonly Template[] = [
  ['window function', 'SELECT E IS NULL FROM V t'],
  ['window function below', 'SELECT count(*) FROM (SELECT E AS x, t.* FROM V t) AS t WHERE F'],
];

const ROWS: readonly Template[] = [
  ['rows', 'SELECT count(*) FROM (SELECT E FROM V t LIMIT 1000) AS s'],
  ['rows of a lateral function', 'SELECT count(*) FROM V t, LATERAL (SELECT E LIMIT 9) AS l'],
  ['rows of foreign rows', 'SELECT count(*) FROM (SELECT E FROM V t WHERE F LIMIT 1000) AS s'],
];

export const SHAPES = {
  scalar: SCALAR.map(shape),
  aggregate: AGGREGATE.map(shape),
  window: WINDOW.map(shape),
  rows: ROWS.map(shape),
} as const;

function shape([name, text]: Template): Shape {
  return {
    name,
    dependsOnOrder: text.includes('LIMIT'),
    sql: ({ view, column, expression, foreign }) =>
      text.replaceAll(
        /\b[EVCF]\b/g,
        (letter) => ({ E: expression, V: view, C: column, F: foreign })[letter] ?? letter,
      ),
  };
}
