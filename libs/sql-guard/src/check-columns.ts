import { columnsOfFunction } from './functions.js';
import type { Inspection } from './inspection.js';
import { nearest } from './nearest.js';
import { type Columns, findTable, mayBeColumn, type Scope } from './scope.js';
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
 * `t.x` is the column x of t, or, where t has none, the call x(t). The parser cannot tell them
 * apart, so the column has to be one we know of. A name alone is never a call.
 */
export function checkColumn(reference: Body, scope: Scope, inspection: Inspection): void {
  const fields = listOf(reference, 'fields');
  if (fields.length < 2) return;
  const names = namesOf(reference, 'fields');
  const last = names.at(-1) ?? '';
  const qualifier = names.slice(0, -1);
  if (qualifier.length === 2 && qualifier[0] === inspection.schema) qualifier.shift();
  const [alias] = qualifier;
  const table = qualifier.length === 1 && alias !== undefined ? findTable(scope, alias) : undefined;
  if (table === undefined) {
    const written = names.slice(0, -1).join('.');
    inspection.refuse(`There is no table or alias ${written} here`);
  } else if (!isStar(fields.at(-1))) {
    checkField(table.columns, last, table.alias, inspection);
  }
}

/** `(expression).x` and `(expression).*`. */
export function checkIndirection(body: Body, scope: Scope, inspection: Inspection): void {
  let columns = columnsOfValue(nodeOf(body, 'arg'), scope);
  for (const step of listOf(body, 'indirection')) {
    const field = unwrap(step);
    if (field?.type !== 'String') continue;
    checkField(columns, textOf(field.body, 'sval'), 'that value', inspection);
    columns = undefined;
  }
}

function checkField(columns: Columns, name: string, of: string, inspection: Inspection): void {
  if (columns === undefined ? inspection.isColumn(name) : columns.includes(name)) return;
  const better = columns && nearest(name, columns);
  const hint = better === undefined ? '' : `; use ${better}`;
  inspection.refuse(`The column ${name} is not available in ${of}${hint}`);
}

/** The fields of a composite value, where they can be told from the text. */
export function columnsOfValue(value: TreeNode | undefined, scope: Scope): Columns {
  if (value?.type === 'FuncCall') {
    return columnsOfFunction(namesOf(value.body, 'funcname').at(-1) ?? '');
  }
  if (value?.type === 'ColumnRef') {
    const names = namesOf(value.body, 'fields');
    const name = names.length === 1 ? (names[0] ?? '') : '';
    // The name of a column goes before that of a table.
    return mayBeColumn(scope, name) ? undefined : findTable(scope, name)?.columns;
  }
  return undefined;
}
