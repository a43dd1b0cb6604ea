import { sql } from '../sql.js';

/** One view of the schema `reporting`, and where its rows come from. */
export interface ReportingView {
  readonly name: string;
  /** `alias.column` of the tables below; each is a column of the view. */
  readonly columns: readonly string[];
  readonly from: string;
  /** The project of a row. */
  readonly project: string;
  /** Conditions find rows by this column; without one they filter all rows of the project. */
  readonly id?: string;
}

const BOUND = 'reporting.planned_project()';

/**
 * One SELECT for each view, never a UNION ALL: PostgreSQL 18 takes a UNION ALL apart in spite of
 * `security_barrier`, and conditions of the query then run on rows that the view does not show.
 */
export function createView(view: ReportingView): string {
  return sql`
CREATE VIEW reporting.${view.name} WITH (security_barrier) AS
${view.id === undefined ? readWhole(view) : foundById(view, view.id)};
`;
}

/**
 * The rows of another table that belong to a row, whose project they have. OFFSET 0 keeps every
 * condition of a query above them, and the rows of other projects are not read for a join.
 */
export function itsRows(table: string, condition: string): string {
  return sql`CROSS JOIN LATERAL (
    SELECT * FROM core.${table} WHERE ${table}.${condition} OFFSET 0) AS ${table}`;
}

/** OFFSET 0 keeps every condition of a query above the rows of the project. */
function readWhole({ columns, from, project }: ReportingView): string {
  return sql`SELECT ${columns.join(', ')} FROM ${from} WHERE ${isPlanned(project)} OFFSET 0`;
}

/**
 * PostgreSQL takes conditions of leakproof operators down to the table, so that an index serves
 * them. Leakproof they are not: `CASE WHEN feedback < 'm' THEN 1 / 0 = 1 END` tells by its error
 * what it saw, and the planner's estimate which values are frequent in all projects. So every value
 * but the id reads as null unless the row is of the bound project, and whether it is runs before
 * anything else.
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

/** By this an index is used; a plan that outlives its binding shows nothing. */
function isPlanned(project: string): string {
  return sql`${project} = ANY (reporting.planned_projects())
    AND reporting.planned_projects() = (SELECT binding.project_ids FROM reporting.binding)`;
}

/**
 * A place in an array, as PostgreSQL counts no cost for that: of the conditions on a row the
 * cheapest runs first, and of equal ones those of the view.
 */
function isOwn(project: string): string {
  return sql`(${BOUND} = 0 OR
    (CASE WHEN ${BOUND} > 0 THEN array_fill(true, ARRAY[1], ARRAY[${BOUND}]) END)[${project}] IS NOT NULL)`;
}
