import { checkFields, checkInside, checkNode } from './check-tree.js';
import { columnsOfFunction } from './functions.js';
import type { Inspection } from './inspection.js';
import { nearest } from './nearest.js';
import {
  type Columns,
  findQuery,
  renamed,
  type Scope,
  scopeWithoutTables,
  type Table,
} from './scope.js';
import { type Body, bodyOf, listOf, namesOf, nodeOf, textOf, unwrap } from './tree.js';

/** Checks one item of FROM and adds what it is called to the names of its level. */
export function checkFrom(item: unknown, scope: Scope, inspection: Inspection): void {
  const node = unwrap(item);
  if (node === undefined) return;
  const { type, body } = node;
  if (type === 'JoinExpr') inspection.within(body, () => checkJoin(body, scope, inspection));
  else if (type === 'RangeVar')
    inspection.within(body, () => checkRelation(body, scope, inspection));
  else if (type === 'RangeSubselect') checkSubquery(body, scope, inspection);
  else if (type === 'RangeFunction') checkTableFunction(body, scope, inspection);
  else checkInside(type, body, scope, inspection);
}

function add(scope: Scope, body: Body, name: string, columns: Columns): void {
  const alias = bodyOf(body, 'alias');
  scope.tables.push({
    alias: alias === undefined ? name : textOf(alias, 'aliasname'),
    columns: alias === undefined ? columns : renamed(columns, namesOf(alias, 'colnames')),
  });
}

function checkRelation(body: Body, scope: Scope, inspection: Inspection): void {
  const name = textOf(body, 'relname');
  const qualifiers = ['catalogname', 'schemaname'].map((key) => textOf(body, key)).filter(Boolean);
  const query = qualifiers.length === 0 ? findQuery(scope, name) : undefined;
  const isOurs = qualifiers.length === 0 || qualifiers.join('.') === inspection.schema;
  const columns = isOurs ? inspection.columnsOfRelation(name) : undefined;
  if (query === undefined && columns === undefined) {
    const written = [...qualifiers, name].join('.');
    inspection.refuse(`The table ${written} is not available; ${alternative(name, inspection)}`);
  }
  checkFields('RangeVar', body, Object.keys(body), scope, inspection);
  add(scope, body, name, query === undefined ? columns : query.columns);
}

function alternative(name: string, inspection: Inspection): string {
  const names = Object.keys(inspection.relations);
  const better = names.find((each) => each === name || each === `${name}s`) ?? nearest(name, names);
  return better === undefined ? `available are ${names.join(', ')}` : `use ${better}`;
}

function checkSubquery(body: Body, scope: Scope, inspection: Inspection): void {
  const query = nodeOf(body, 'subquery');
  if (query?.type !== 'SelectStmt') {
    checkInside('RangeSubselect', body, scope, inspection);
    return;
  }
  const visible = body['lateral'] === true ? scope : scopeWithoutTables(scope);
  const columns = inspection.select(query.body, visible, inspection);
  const rest = Object.keys(body).filter((key) => key !== 'subquery');
  checkFields('RangeSubselect', body, rest, scope, inspection);
  add(scope, body, '', columns);
}

function checkTableFunction(body: Body, scope: Scope, inspection: Inspection): void {
  checkInside('RangeFunction', body, scope, inspection);
  const alias = bodyOf(body, 'alias');
  const calls = listOf(body, 'functions').flatMap((item) => {
    const [call, columns] = listOf(unwrap(item)?.body ?? {}, 'items');
    return [{ name: functionName(call), columns: definedColumns(unwrap(columns)?.body, 'items') }];
  });
  const called = alias && calls.length === 1 ? textOf(alias, 'aliasname') : undefined;
  const defined = definedColumns(body, 'coldeflist');
  const columns = calls.flatMap(({ name, columns: own }) => {
    if (own.length > 0 || defined.length > 0) return [...own, ...defined];
    const known = columnsOfFunction(name) ?? [called ?? name];
    // The elements of an array may be rows of a table.
    return name === 'unnest' ? [...known, ...Object.values(inspection.relations).flat()] : known;
  });
  const ordinality = body['ordinality'] === true ? ['ordinality'] : [];
  add(scope, body, calls[0]?.name ?? '', [...columns, ...ordinality]);
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

function checkJoin(body: Body, scope: Scope, inspection: Inspection): void {
  const before = scope.tables.length;
  checkFrom(body['larg'], scope, inspection);
  checkFrom(body['rarg'], scope, inspection);
  const using = bodyOf(body, 'join_using_alias');
  if (using !== undefined) {
    const columns = namesOf(body, 'usingClause');
    scope.tables.push({ alias: textOf(using, 'aliasname'), columns });
  }
  checkNode(body['quals'], scope, inspection);
  const rest = Object.keys(body).filter((key) => !['larg', 'rarg', 'quals'].includes(key));
  checkFields('JoinExpr', body, rest, scope, inspection);
  // `(a JOIN b …) AS c` hides a and b behind c.
  if (bodyOf(body, 'alias') !== undefined)
    add(scope, body, '', joined(scope.tables.splice(before)));
}

function joined(tables: readonly Table[]): Columns {
  const all = tables.map(({ columns }) => columns);
  return all.includes(undefined) ? undefined : all.flatMap((columns) => columns ?? []);
}
