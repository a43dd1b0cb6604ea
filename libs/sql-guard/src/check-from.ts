import { checkFields, checkInside, checkNode } from './check-tree.js';
import { type Columns, common, joined, renamed, UNKNOWN } from './columns.js';
import { columnsOfFunction } from './functions.js';
import type { Inspection } from './inspection.js';
import { nearest } from './nearest.js';
import {
  addTable,
  findQuery,
  type Scope,
  scopeOfCondition,
  scopeOfJoin,
  scopeWithoutTables,
} from './scope.js';
import { type Body, bodyOf, listOf, namesOf, nodeOf, textOf, unwrap } from './tree.js';

/**
 * Checks one item of FROM and adds its name to the names of its level.
 * @returns the columns that it adds to `*`
 */
export function checkFrom(item: unknown, scope: Scope, inspection: Inspection): Columns {
  const node = unwrap(item);
  if (node === undefined) return UNKNOWN;
  const { type, body } = node;
  switch (type) {
    case 'JoinExpr':
      return inspection.within(body, () => checkJoin(body, scope, inspection));
    case 'RangeVar':
      return inspection.within(body, () => checkRelation(body, scope, inspection));
    case 'RangeSubselect':
      return checkSubquery(body, scope, inspection);
    case 'RangeFunction':
      return checkTableFunction(body, scope, inspection);
    default:
      checkInside(type, body, scope, inspection);
      return UNKNOWN;
  }
}

interface Named {
  /** Name without an alias; undefined if the item has none. */
  name?: string;
  columns: Columns;
}

function add(scope: Scope, body: Body, { name, columns }: Named, inspection: Inspection): Columns {
  const alias = bodyOf(body, 'alias');
  if (alias === undefined) {
    if (name !== undefined) addTable(scope, name, columns);
    return columns;
  }
  const aliased = renamed(columns, namesOf(alias, 'colnames'), inspection);
  addTable(scope, textOf(alias, 'aliasname'), aliased);
  return aliased;
}

function checkRelation(body: Body, scope: Scope, inspection: Inspection): Columns {
  const name = textOf(body, 'relname');
  const qualifiers = ['catalogname', 'schemaname'].map((key) => textOf(body, key)).filter(Boolean);
  const query = qualifiers.length === 0 ? findQuery(scope, name, inspection) : undefined;
  const isOurs = qualifiers.length === 0 || qualifiers.join('.') === inspection.schema;
  const columns = query ?? (isOurs ? inspection.columnsOfRelation(name) : undefined);
  if (columns === undefined) {
    const written = [...qualifiers, name].join('.');
    inspection.refuse(`The table ${written} is not available; ${alternative(name, inspection)}`);
  }
  checkFields('RangeVar', body, Object.keys(body), scope, inspection);
  return add(scope, body, { name, columns: columns ?? UNKNOWN }, inspection);
}

function alternative(name: string, inspection: Inspection): string {
  const names = Object.keys(inspection.relations);
  const better = names.find((each) => each === name || each === `${name}s`) ?? nearest(name, names);
  return better === undefined ? `available are ${names.join(', ')}` : `use ${better}`;
}

function checkSubquery(body: Body, scope: Scope, inspection: Inspection): Columns {
  const query = nodeOf(body, 'subquery');
  if (query?.type !== 'SelectStmt') {
    checkInside('RangeSubselect', body, scope, inspection);
    return UNKNOWN;
  }
  const visible = body['lateral'] === true ? scope : scopeWithoutTables(scope);
  const columns = inspection.select(query.body, visible, inspection);
  const rest = Object.keys(body).filter((key) => key !== 'subquery');
  checkFields('RangeSubselect', body, rest, scope, inspection);
  return add(scope, body, { columns }, inspection);
}

function checkTableFunction(body: Body, scope: Scope, inspection: Inspection): Columns {
  checkInside('RangeFunction', body, scope, inspection);
  const alias = bodyOf(body, 'alias');
  const calls = listOf(body, 'functions').map((item) => {
    const [call, columns] = listOf(unwrap(item)?.body ?? {}, 'items');
    return { name: functionName(call), columns: definedColumns(unwrap(columns)?.body, 'items') };
  });
  const called = alias && calls.length === 1 ? textOf(alias, 'aliasname') : undefined;
  const defined = definedColumns(body, 'coldeflist');
  const parts = calls.map(({ name, columns }) => {
    if (columns.length > 0) return columns;
    return defined.length > 0 ? defined : (columnsOfFunction(name) ?? [called ?? name]);
  });
  const ordinality = body['ordinality'] === true ? [['ordinality']] : [];
  // The elements of an array can be rows of a table.
  const isOpen = calls.some(({ name }) => name === 'unnest');
  const columns = inspection.columns([...parts, ...ordinality], isOpen);
  return add(scope, body, { name: calls[0]?.name ?? '', columns }, inspection);
}

function functionName(call: unknown): string {
  const node = unwrap(call);
  return node?.type === 'FuncCall' ? (namesOf(node.body, 'funcname').at(-1) ?? '') : '';
}

function definedColumns(body: Body | undefined, key: string): string[] {
  return listOf(body ?? {}, key).flatMap((item) => {
    const definition = unwrap(item);
    return definition?.type === 'ColumnDef' ? [textOf(definition.body, 'colname')] : [];
  });
}

const HANDLED_IN_JOIN = new Set(['larg', 'rarg', 'quals']);

function checkJoin(body: Body, scope: Scope, inspection: Inspection): Columns {
  const join = scopeOfJoin(scope);
  const left = checkFrom(body['larg'], join, inspection);
  const right = checkFrom(body['rarg'], join, inspection);
  const names = namesOf(body, 'usingClause');
  const using = bodyOf(body, 'join_using_alias');
  if (using !== undefined) {
    addTable(join, textOf(using, 'aliasname'), inspection.columns([names], false));
  }
  checkNode(body['quals'], scopeOfCondition(join), inspection);
  const rest = Object.keys(body).filter((key) => !HANDLED_IN_JOIN.has(key));
  checkFields('JoinExpr', body, rest, scope, inspection);
  const by = body['isNatural'] === true ? common(left, right) : names;
  const columns = by === undefined ? UNKNOWN : joined(left, right, by, inspection);
  // `(a JOIN b …) AS c` hides the names a and b.
  if (bodyOf(body, 'alias') === undefined) {
    inspection.spend(join.tables.size);
    for (const [alias, table] of join.tables) addTable(scope, alias, table);
  }
  return add(scope, body, { columns }, inspection);
}
