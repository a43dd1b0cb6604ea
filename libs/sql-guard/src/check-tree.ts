import { isObject } from '@portal/contracts/objects';
import { checkColumn, checkIndirection } from './check-columns.js';
import {
  checkCollation,
  checkFunction,
  checkOperator,
  checkType,
  checkValueFunction,
} from './check-names.js';
import type { Inspection } from './inspection.js';
import { notKnown, type Placeholder, TYPE_OF, written } from './placeholders.js';
import type { Scope } from './scope.js';
import { fieldsOf, refusalOf } from './syntax.js';
import { type Body, bodyOf, firstLocation, listOf, locationOf, nodeOf, unwrap } from './tree.js';

type Check = (body: Body, scope: Scope, inspection: Inspection) => void;

/** Additional checks by node type. */
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['ColumnRef', checkColumn],
  ['A_Indirection', checkIndirection],
  ['FuncCall', (body, _, inspection) => checkFunction(body, inspection)],
  ['A_Expr', (body, _, inspection) => checkOperator(body, 'name', inspection)],
  ['SubLink', (body, _, inspection) => checkOperator(body, 'operName', inspection)],
  ['SortBy', (body, _, inspection) => checkOperator(body, 'useOp', inspection)],
  ['TypeName', (body, _, inspection) => checkType(body, inspection)],
  ['CollateClause', (body, _, inspection) => checkCollation(body, inspection)],
  ['SQLValueFunction', (body, _, inspection) => checkValueFunction(body, inspection)],
  ['ParamRef', (body, _, inspection) => checkParameter(body, inspection)],
  ['TypeCast', (body, _, inspection) => checkCast(body, inspection)],
]);

function checkParameter(body: Body, inspection: Inspection): void {
  if (placeholderAt(body, inspection) !== undefined) return;
  const number = typeof body['number'] === 'number' ? body['number'] : 0;
  inspection.refuse(notKnown(`The parameter $${number}`, 'not available'));
}

/** Brackets after a placeholder would belong to the type of its parameter: `$1::int8[]  [1]`. */
function checkCast(body: Body, inspection: Inspection): void {
  const value = nodeOf(body, 'arg');
  if (value?.type !== 'ParamRef') return;
  const name = placeholderAt(value.body, inspection);
  const type = bodyOf(body, 'typeName');
  if (name === undefined || type === undefined) return;
  const dimensions = TYPE_OF[name].endsWith('[]') ? 1 : 0;
  const isOurs =
    listOf(type, 'arrayBounds').length === dimensions && listOf(type, 'typmods').length === 0;
  if (isOurs) return;
  // The placeholder begins before its parameter.
  const offset = (locationOf(value.body) ?? 1) - 1;
  inspection.refuse(`Write (${written(name)}) before brackets`, offset);
}

function placeholderAt({ location }: Body, inspection: Inspection): Placeholder | undefined {
  return typeof location === 'number' ? inspection.parameters.get(location) : undefined;
}

export function checkNode(value: unknown, scope: Scope, inspection: Inspection): void {
  const node = unwrap(value);
  if (node !== undefined) checkInside(node.type, node.body, scope, inspection);
}

/** Checks a node and everything inside: node types and fields must be on the allow list. */
export function checkInside(type: string, body: Body, scope: Scope, inspection: Inspection): void {
  if (type === 'SelectStmt') {
    inspection.select(body, scope, inspection);
    return;
  }
  inspection.within(body, () => {
    CHECKS.get(type)?.(body, scope, inspection);
    checkFields(type, body, Object.keys(body), scope, inspection);
  });
}

/** Checks the named fields of a node in this order. */
export function checkFields(
  type: string,
  body: Body,
  keys: readonly string[],
  scope: Scope,
  inspection: Inspection,
): void {
  const fields = fieldsOf(type);
  if (fields === undefined) {
    inspection.refuse(refusalOf(type));
    return;
  }
  for (const key of keys) {
    const kind = fields.get(key);
    const value = body[key];
    if (kind === undefined) {
      inspection.refuse(refusalOf(type, key), firstLocation(value) ?? firstLocation(body));
    } else if (kind === 'node') checkNode(value, scope, inspection);
    else if (kind === 'nodes') checkNodes(value, scope, inspection);
    else if (kind !== 'data' && isObject(value)) checkInside(kind.inside, value, scope, inspection);
  }
}

function checkNodes(value: unknown, scope: Scope, inspection: Inspection): void {
  if (!Array.isArray(value)) return;
  for (const item of value) checkNode(item, scope, inspection);
}
