import { sql } from '../sql.js';

/** One view of the schema `reporting`, and the source of its rows. */
export interface ReportingView {
  readonly name: string;
  /** `alias.column` of the tables in `from`; each is a column of the view. */
  readonly columns: readonly string[];
  readonly from: string;
  /** Column with the project id of a row. */
  readonly project: string;
  /**
   * Column whose index serves conditions of a query; without it a condition filters all rows of the
   * project.
   */
  readonly id?: string;
}

const BOUND = 'reporting.planned_project()';

/**
 * One SELECT per view, never a UNION ALL: PostgreSQL 18 flattens a UNION ALL in spite of
 * `security_barrier`, and conditions of the query then run on rows that the view hides.
 */
export function createView(view: ReportingView): string {
  return sql`
CREATE VIEW reporting.${view.name} WITH (security_barrier) AS
${view.id === undefined ? readWhole(view) : foundById(view, view.id)};
`;
}

/**
 * The rows of another table that belong to a row and so to its project. With OFFSET 0 no condition
 * of a query is pushed below, and a join does not read rows of other projects.
 */
export function itsRows(table: string, condition: string): string {
  return sql`CROSS JOIN LATERAL (
    SELECT * FROM core.${table} WHERE ${table}.${condition} OFFSET 0) AS ${table}`;
}

/** OFFSET 0 keeps every condition of a query above the filter on the project. */
function readWhole({ columns, from, project }: ReportingView): string {
  return sql`SELECT ${columns.join(', ')} FROM ${from} WHERE ${isPlanned(project)} OFFSET 0`;
}

/**
 * PostgreSQL pushes conditions with leakproof operators down to the table, where an index serves
 * them. That leaks: the error of `CASE WHEN feedback < 'm' THEN 1 / 0 = 1 END` reveals a value, and
 * the planner's estimate reveals which values are frequent in all projects. So every value except
 * the id reads as null unless the row is of the bound project, and the check of the project runs
 * before any other condition.
 */
function foundById({ columns, from, project }: ReportingView, id: string): string {
  const values = columns.map((column) => {
    if (column === id) return column;
    const [, name = ''] = column.split('.');
    if (column === project) return sql`coalesce(nullif(${BOUND}, 0), ${project}) AS ${name}`;
    return sql`CASE WHEN ${isOwn(project)} THEN ${column} END AS ${name}`;
  });
  return sql`SELECT ${values.join(', ')} FROM ${from} WHERE ${isOwn(project)} AND ${isPlanned(project)}`;
}

/** An index serves this condition. If a plan outlives its binding, the view shows no rows. */
function isPlanned(project: string): string {
  return sql`${project} = ANY (reporting.planned_projects())
    AND reporting.planned_projects() = (SELECT binding.project_ids FROM reporting.binding)`;
}

/**
 * An array subscript, which PostgreSQL plans at no cost: of the conditions on a row the cheapest
 * runs first, and among equals the view's.
 */
function isOwn(project: string): string {
  return sql`(${BOUND} = 0 OR
    (CASE WHEN ${BOUND} > 0 THEN array_fill(true, ARRAY[1], ARRAY[${BOUND}]) END)[${project}] IS NOT NULL)`;
}
