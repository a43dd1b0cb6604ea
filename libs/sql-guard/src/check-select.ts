import { columnsOfValue } from './check-columns.js';
import { checkFrom } from './check-from.js';
import { checkFields } from './check-tree.js';
import { columnName } from './column-names.js';
import type { Inspection } from './inspection.js';
import { type Columns, findTable, innerScope, renamed, type Scope } from './scope.js';
import { type Body, bodyOf, isStar, listOf, namesOf, nodeOf, textOf, unwrap } from './tree.js';

const HANDLED_HERE = new Set(['withClause', 'fromClause', 'larg', 'rarg']);

/** A query under WITH RECURSIVE, which may read itself. */
interface Recursion {
  /** Called as soon as the columns are known: after the first part of a UNION. */
  columns(columns: Columns): void;
}

/** Checks a SELECT, VALUES or UNION with all that is in it, and tells its columns. */
export function checkSelect(
  body: Body,
  outer: Scope,
  inspection: Inspection,
  recursion?: Recursion,
): Columns {
  return inspection.within(body, () => {
    const scope = innerScope(outer);
    const clause = bodyOf(body, 'withClause');
    if (clause !== undefined) checkWith(clause, scope, inspection);
    const columns = checkParts(body, scope, inspection, recursion);
    for (const item of listOf(body, 'fromClause')) checkFrom(item, scope, inspection);
    const rest = Object.keys(body).filter((key) => !HANDLED_HERE.has(key));
    checkFields('SelectStmt', body, rest, scope, inspection);
    return columns ?? columnsOf(body, scope);
  });
}

/** Both sides of a UNION, INTERSECT or EXCEPT; its columns are those of the first. */
function checkParts(
  body: Body,
  scope: Scope,
  inspection: Inspection,
  recursion: Recursion | undefined,
): Columns {
  const [left, right] = [bodyOf(body, 'larg'), bodyOf(body, 'rarg')];
  const columns = left && checkSelect(left, scope, inspection, recursion);
  if (left !== undefined) recursion?.columns(columns);
  if (right !== undefined) checkSelect(right, scope, inspection);
  return columns;
}

function checkWith(clause: Body, scope: Scope, inspection: Inspection): void {
  const recursive = clause['recursive'] === true;
  const queries = listOf(clause, 'ctes').flatMap((item) => unwrap(item) ?? []);
  // Under RECURSIVE a query may read itself and those after it.
  for (const { body } of recursive ? queries : []) {
    scope.queries.set(textOf(body, 'ctename'), { columns: undefined });
  }
  for (const { body } of queries) {
    inspection.within(body, () => checkWithQuery(body, scope, recursive, inspection));
  }
  checkFields('WithClause', clause, ['recursive', 'location'], scope, inspection);
}

function checkWithQuery(
  body: Body,
  scope: Scope,
  recursive: boolean,
  inspection: Inspection,
): void {
  const name = textOf(body, 'ctename');
  const query = nodeOf(body, 'ctequery');
  if (query?.type !== 'SelectStmt') {
    inspection.refuse(`The WITH query ${name} may only read: SELECT or VALUES`);
    scope.queries.set(name, { columns: undefined });
    return;
  }
  const define = (columns: Columns): void => {
    const named = renamed(columns, namesOf(body, 'aliascolnames'));
    scope.queries.set(name, { columns: named && [...named, ...addedColumns(body)] });
  };
  const recursion = recursive ? { columns: define } : undefined;
  define(checkSelect(query.body, scope, inspection, recursion));
  const rest = Object.keys(body).filter((key) => key !== 'ctequery');
  checkFields('CommonTableExpr', body, rest, scope, inspection);
}

/** Those of SEARCH and CYCLE. */
function addedColumns(query: Body): string[] {
  const search = bodyOf(query, 'search_clause');
  const cycle = bodyOf(query, 'cycle_clause');
  return [
    ...(search === undefined ? [] : [textOf(search, 'search_seq_column')]),
    ...(cycle === undefined
      ? []
      : [textOf(cycle, 'cycle_mark_column'), textOf(cycle, 'cycle_path_column')]),
  ];
}

function columnsOf(body: Body, scope: Scope): Columns {
  const [row] = listOf(body, 'valuesLists').map(unwrap);
  if (row !== undefined) return listOf(row.body, 'items').map((_, index) => `column${index + 1}`);

  const columns: string[] = [];
  for (const target of listOf(body, 'targetList').map(unwrap)) {
    const value = target && nodeOf(target.body, 'val');
    const added =
      value !== undefined && endsWithStar(value.body)
        ? starColumns(value.type, value.body, scope)
        : [columnName(target?.body ?? {})];
    if (added === undefined) return undefined;
    columns.push(...added);
  }
  return columns;
}

function endsWithStar(body: Body): boolean {
  return isStar(listOf(body, 'fields').at(-1)) || isStar(listOf(body, 'indirection').at(-1));
}

/** `*`, `t.*` and `(value).*`. */
function starColumns(type: string, body: Body, scope: Scope): Columns {
  if (type !== 'ColumnRef') return columnsOfValue(nodeOf(body, 'arg'), scope);
  const alias = namesOf(body, 'fields').at(-2);
  if (alias !== undefined) return findTable(scope, alias)?.columns;
  const all = scope.tables.map(({ columns }) => columns);
  return all.some((columns) => columns === undefined)
    ? undefined
    : all.flatMap((each) => each ?? []);
}
