import { COUNT, type AttackClasses } from './attack-classes.js';

/** Attacks with permitted syntax: revealing errors, odd shapes, excessive size. */
export const STRAIN: AttackClasses = {
  'errors that tell': [
    [
      'a cast in WHERE',
      'SELECT 1 FROM tasks WHERE target_model::int > 0',
      'SELECT 1 FROM tasks WHERE turing_task_id::int > 0',
    ],
    [
      'a cast in a join',
      'SELECT 1 FROM tasks t JOIN task_reviews r ON r.feedback::int = t.turing_task_id',
      'SELECT 1 FROM tasks t JOIN task_reviews r USING (turing_task_id)',
    ],
    [
      'a division',
      'SELECT 1 FROM tasks WHERE 1 / (turing_task_id - 7777001) > -1',
      'SELECT 1 FROM tasks WHERE 1 / (turing_task_id + 1) > -1',
    ],
    [
      'a subquery of many rows',
      'SELECT (SELECT user_email FROM tasks)::int',
      'SELECT (SELECT max(user_email) FROM tasks)',
    ],
    [
      'a cast of JSON',
      `SELECT 1 FROM tasks WHERE (metadata ->> 'note')::int > 0`,
      `SELECT 1 FROM tasks WHERE metadata ->> 'note' > ''`,
    ],
    [
      'a regular expression from a row',
      'SELECT 1 FROM tasks WHERE NOT (user_email ~ (user_email || $a$($a$))',
      'SELECT 1 FROM tasks WHERE user_email ~ user_email',
    ],
    ['a plan', `EXPLAIN (ANALYZE, VERBOSE) SELECT * FROM tasks WHERE target_model::int > 0`, COUNT],
    ['a constraint', 'INSERT INTO core.task SELECT * FROM core.task', COUNT],
  ],
  shapes: [
    [
      'the row as a function',
      'SELECT t.pg_relation_filepath FROM core.task AS t',
      'SELECT t.status FROM tasks AS t',
    ],
    [
      't.func notation',
      `SELECT ('core.task'::regclass).pg_total_relation_size`,
      'SELECT (t).status FROM tasks AS t',
    ],
    [
      'a lateral join',
      'SELECT * FROM tasks t, LATERAL (SELECT * FROM core.task c WHERE c.project_id <> t.project_id) o',
      'SELECT * FROM tasks t, LATERAL (SELECT * FROM batches b WHERE b.project_id = t.project_id) o',
    ],
    [
      'every other project',
      'SELECT * FROM tasks WHERE project_id <> 1 OR true',
      'SELECT * FROM tasks WHERE project_id = 1 OR true',
    ],
    [
      'an outer join',
      'SELECT * FROM projects p FULL JOIN core.project o ON o.id <> p.id',
      'SELECT * FROM projects p FULL JOIN pods o ON o.project_id = p.id',
    ],
    [
      'a union',
      'SELECT user_email FROM tasks UNION ALL SELECT email FROM core.app_user',
      'SELECT user_email FROM tasks UNION ALL SELECT user_email FROM pod_members',
    ],
    [
      'a wide row',
      `SELECT row_to_json(t) FROM core.task AS t`,
      'SELECT row_to_json(t) FROM tasks AS t',
    ],
    ['quoted names', 'SELECT * FROM "core"."task"', 'SELECT * FROM "reporting"."tasks"'],
    ['escaped names', `SELECT * FROM U&"\\0063ore".U&"t\\0061sk"`, `SELECT * FROM U&"t\\0061sks"`],
    [
      'a sample',
      'SELECT * FROM core.task TABLESAMPLE system (100)',
      'SELECT * FROM tasks ORDER BY random()',
    ],
  ],
  'too much': [
    [
      'endless rows',
      'SELECT count(*) FROM generate_series(1, 100000000000)',
      'SELECT count(*) FROM generate_series(1, 1000)',
    ],
    [
      'endless recursion',
      'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r) SELECT count(*) FROM r',
      'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 9) SELECT count(*) FROM r',
    ],
    [
      'doubling recursion',
      `WITH RECURSIVE r AS (SELECT 'x' AS t UNION ALL SELECT t || t FROM r) SELECT max(length(t)) FROM r`,
      `WITH RECURSIVE r AS (SELECT 'x' AS t UNION ALL SELECT t || 'x' FROM r WHERE length(t) < 9) SELECT max(length(t)) FROM r`,
    ],
    [
      'a product of products',
      'SELECT count(*) FROM tasks a, tasks b, tasks c, tasks d, tasks e, tasks f, tasks g, generate_series(1, 1000000)',
      'SELECT count(*) FROM tasks a, tasks b, tasks c',
    ],
    ['a huge value', `SELECT repeat(repeat('x', 10000), 5000)`, `SELECT repeat('x', 10000)`],
    ['a value too huge', `SELECT repeat('x', 2000000000)`, `SELECT repeat('x', 10000)`],
    [
      'many large values',
      `SELECT repeat('x', 1000000) FROM generate_series(1, 10000)`,
      `SELECT repeat('x', 1000) FROM generate_series(1, 10)`,
    ],
    [
      'a huge array',
      'SELECT array_agg(n) FROM generate_series(1, 1000000000) AS n',
      'SELECT array_agg(n) FROM generate_series(1, 10) AS n',
    ],
    [
      'a huge string',
      `SELECT length(string_agg(repeat('x', 1000), '')) FROM generate_series(1, 100000000)`,
      `SELECT length(string_agg('x', '')) FROM generate_series(1, 10)`,
    ],
    [
      'a large sort',
      `SELECT n FROM generate_series(1, 100000000) AS n ORDER BY repeat(n::text, 100)`,
      'SELECT n FROM generate_series(1, 10) AS n ORDER BY n::text',
    ],
    [
      'a slow regular expression',
      `SELECT repeat('a', 40000) ~ '(a*)*(a*)*(a*)*b\\1'`,
      `SELECT repeat('a', 40) ~ 'a*b?'`,
    ],
    [
      'many regular expressions',
      `SELECT count(*) FROM generate_series(1, 100000000) AS n WHERE repeat('a', 200) ~ ('(a|' || n || ')*b')`,
      `SELECT count(*) FROM generate_series(1, 10) AS n WHERE repeat('a', 20) ~ ('a|' || n)`,
    ],
    ['a long number', 'SELECT 9.9999 ^ 100000 * factorial(20000)', 'SELECT 9.9 ^ 3 * factorial(5)'],
    [
      'deep JSON',
      `SELECT (repeat('[', 5000000) || repeat(']', 5000000))::jsonb`,
      `SELECT (repeat('[', 5) || repeat(']', 5))::jsonb`,
    ],
    [
      'deep parentheses',
      `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
      `SELECT ${'('.repeat(20)}1${')'.repeat(20)}`,
    ],
    [
      'a long list',
      `SELECT 1 WHERE 1 IN (${'1,'.repeat(20_000)}1)`,
      `SELECT 1 WHERE 1 IN (${'1,'.repeat(20)}1)`,
    ],
    ['waiting', 'SELECT pg_sleep(100)', 'SELECT clock_timestamp()'],
    [
      'waiting in every row',
      `SELECT pg_sleep_for('1 minute') FROM tasks`,
      'SELECT clock_timestamp() FROM tasks',
    ],
  ],
};
