import { type Columns, UNKNOWN } from './columns.js';
import { columnsOfFunction } from './functions.js';
import type { Inspection } from './inspection.js';
import { nearest } from './nearest.js';
import { findTable, mayBeColumn, type Scope } from './scope.js';
import {
  type Body,
  isStar,
  listOf,
  namesOf,
  nodeOf,
  textOf,
  type TreeNode,
  unwrap,
} from './tree.js';

/**
 * `t.x` is column x of t or, if t has no such column, the call x(t). The parser cannot tell them
 * apart, so the column must be a known one. A name without a qualifier is never a call.
 */
export function checkColumn(reference: Body, scope: Scope, inspection: Inspection): void {
  const fields = listOf(reference, 'fields');
  if (fields.length < 2) return;
  const names = namesOf(reference, 'fields');
  const qualifier = names.slice(0, -1);
  const columns = findQualified(qualifier, scope, inspection);
  if (columns === undefined) {
    inspection.refuse(`There is no table or alias ${qualifier.join('.')} here`);
  } else if (!isStar(fields.at(-1))) {
    checkField(columns, names.at(-1) ?? '', qualifier.at(-1) ?? '', inspection);
  }
}

/** `t` is the table with that alias in the query; `reporting.t` is always the view. */
export function findQualified(
  [first = '', second, ...rest]: readonly string[],
  scope: Scope,
  inspection: Inspection,
): Columns | undefined {
  if (second === undefined) return findTable(scope, first, inspection);
  if (rest.length > 0 || first !== inspection.schema) return undefined;
  return findTable(scope, second, inspection) && inspection.columnsOfRelation(second);
}

/** `(expression).x` and `(expression).*`. */
export function checkIndirection(body: Body, scope: Scope, inspection: Inspection): void {
  let columns = columnsOfValue(nodeOf(body, 'arg'), scope, inspection);
  for (const step of listOf(body, 'indirection')) {
    const field = unwrap(step);
    if (field?.type !== 'String') continue;
    checkField(columns, textOf(field.body, 'sval'), 'that value', inspection);
    columns = UNKNOWN;
  }
}

function checkField(columns: Columns, name: string, of: string, inspection: Inspection): void {
  if (columns.has(name) || (columns.isOpen && inspection.isColumn(name))) return;
  const better = nearest(name, columns.names);
  const hint = better === undefined ? '' : `; use ${better}`;
  inspection.refuse(`The column ${name} is not available in ${of}${hint}`);
}

/** The fields of a composite value, if the text of the query determines them. */
export function columnsOfValue(
  value: TreeNode | undefined,
  scope: Scope,
  inspection: Inspection,
): Columns {
  if (value?.type === 'FuncCall') {
    const names = columnsOfFunction(namesOf(value.body, 'funcname').at(-1) ?? '');
    return names === undefined ? UNKNOWN : inspection.columns([names], false);
  }
  if (value?.type === 'ColumnRef') {
    const names = namesOf(value.body, 'fields');
    const name = names.length === 1 ? (names[0] ?? '') : '';
    // A column name takes precedence over a table name.
    if (mayBeColumn(scope, name, inspection)) return UNKNOWN;
    return findTable(scope, name, inspection) ?? UNKNOWN;
  }
  return UNKNOWN;
}
