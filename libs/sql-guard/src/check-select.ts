import { columnsOfValue, findQualified } from './check-columns.js';
import { checkFrom } from './check-from.js';
import { checkFields } from './check-tree.js';
import { columnName } from './column-names.js';
import { type Columns, MOST_COLUMNS, renamed, together, UNKNOWN } from './columns.js';
import type { Inspection } from './inspection.js';
import { innerScope, type Scope } from './scope.js';
import {
  type Body,
  bodyOf,
  isStar,
  listOf,
  locationOf,
  namesOf,
  nodeOf,
  textOf,
  unwrap,
} from './tree.js';

const HANDLED_HERE = new Set(['withClause', 'fromClause', 'larg', 'rarg']);

/** A query under WITH RECURSIVE, which can read itself. */
interface Recursion {
  /** Called as soon as the columns are known: after the first branch of a UNION. */
  columns(columns: Columns): void;
}

/** Checks a SELECT, VALUES or UNION with everything inside, and returns its columns. */
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
    const from = listOf(body, 'fromClause').map((item) => checkFrom(item, scope, inspection));
    const rest = Object.keys(body).filter((key) => !HANDLED_HERE.has(key));
    checkFields('SelectStmt', body, rest, scope, inspection);
    return columns ?? columnsOf(body, { scope, from, inspection });
  });
}

/** Both branches of a UNION, INTERSECT or EXCEPT; the first one determines the columns. */
function checkParts(
  body: Body,
  scope: Scope,
  inspection: Inspection,
  recursion: Recursion | undefined,
): Columns | undefined {
  const [left, right] = [bodyOf(body, 'larg'), bodyOf(body, 'rarg')];
  const columns = left && checkSelect(left, scope, inspection, recursion);
  if (columns !== undefined) recursion?.columns(columns);
  if (right !== undefined) checkSelect(right, scope, inspection);
  return columns;
}

function checkWith(clause: Body, scope: Scope, inspection: Inspection): void {
  const recursive = clause['recursive'] === true;
  const queries = listOf(clause, 'ctes').flatMap((item) => unwrap(item) ?? []);
  // Under RECURSIVE a query can read itself and later ones.
  for (const { body } of recursive ? queries : []) {
    scope.queries.set(textOf(body, 'ctename'), UNKNOWN);
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
    inspection.refuse(`The WITH query ${name} can only read: SELECT or VALUES`);
    scope.queries.set(name, UNKNOWN);
    return;
  }
  const define = (columns: Columns): void => {
    const named = renamed(columns, namesOf(body, 'aliascolnames'), inspection);
    const added = addedColumns(body);
    const all = added.length === 0 ? named : inspection.columns([named.names, added], named.isOpen);
    scope.queries.set(name, all);
  };
  const recursion = recursive ? { columns: define } : undefined;
  define(checkSelect(query.body, scope, inspection, recursion));
  const rest = Object.keys(body).filter((key) => key !== 'ctequery');
  checkFields('CommonTableExpr', body, rest, scope, inspection);
}

/** Columns added by SEARCH and CYCLE. */
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

/** The sources of a SELECT's columns. */
interface Source {
  scope: Scope;
  /** The columns of each item of FROM. */
  from: readonly Columns[];
  inspection: Inspection;
}

function columnsOf(body: Body, source: Source): Columns {
  const { inspection } = source;
  const [row] = listOf(body, 'valuesLists');
  if (row !== undefined) {
    const values = listOf(unwrap(row)?.body ?? {}, 'items');
    return inspection.columns([values.map((_, index) => `column${index + 1}`)], false);
  }
  const names: string[] = [];
  let isOpen = false;
  for (const item of listOf(body, 'targetList')) {
    const target = unwrap(item)?.body ?? {};
    const added = starColumns(target, source);
    isOpen ||= added?.isOpen ?? false;
    for (const name of added?.names ?? [columnName(target)]) names.push(name);
    if (names.length > MOST_COLUMNS) return inspection.tooManyColumns(locationOf(target));
  }
  return inspection.columns([names], isOpen);
}

/**
 * The columns of `*`, `t.*` and `(value).*`; undefined for any other expression, which is one
 * column.
 */
function starColumns(target: Body, { scope, from, inspection }: Source): Columns | undefined {
  const value = nodeOf(target, 'val');
  if (value === undefined || !endsWithStar(value.body)) return undefined;
  const { type, body } = value;
  if (type !== 'ColumnRef') return columnsOfValue(nodeOf(body, 'arg'), scope, inspection);
  const qualifier = namesOf(body, 'fields').slice(0, -1);
  if (qualifier.length === 0) return together(from, inspection);
  return findQualified(qualifier, scope, inspection) ?? UNKNOWN;
}

function endsWithStar(body: Body): boolean {
  return isStar(listOf(body, 'fields').at(-1)) || isStar(listOf(body, 'indirection').at(-1));
}
