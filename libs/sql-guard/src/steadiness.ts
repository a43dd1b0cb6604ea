import type { Relations } from './scope.js';
import {
  type Body,
  constantText,
  isBody,
  listOf,
  namesOf,
  nodeOf,
  textOf,
  unwrap,
} from './tree.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Functions that may answer otherwise the next time, whatever they are given. */
export const UNSTEADY_FUNCTIONS: ReadonlySet<string> = new Set(
  words(`now clock_timestamp statement_timestamp transaction_timestamp timeofday random
    array_sample array_shuffle`),
);

/** Functions of a date or time, and of nothing that is read as one. */
const TIME_FUNCTIONS: ReadonlySet<string> = new Set(
  words(`date_trunc date_bin date_add date_subtract make_date make_time make_timestamp
    make_timestamptz timezone to_date to_timestamp`),
);

const TIME_TYPES: ReadonlySet<string> = new Set(
  words(`date time timetz timestamp timestamptz tsrange tstzrange daterange tsmultirange
    tstzmultirange datemultirange`),
);

/** What PostgreSQL reads as a moment of today, wherever it stands in a text. */
const MOMENT = /now|today|tomorrow|yesterday/i;

/**
 * Whether a query gives the same rows as long as the data is the same. It says no when in doubt: a
 * text that becomes a date may be 'today', so only what surely is no text may be cast to one.
 * @param query its parse tree, which the guard has found harmless
 */
export function isSteady(query: unknown, relations: Relations): boolean {
  const nodes = [...nodesOf(query)];
  const given = namesGiven(nodes);
  const columns = new Set(Object.values(relations).flat());
  const isTimeColumn = (name: string): boolean =>
    /_(?:at|date)$/.test(name) && columns.has(name) && !given.has(name);
  const castsOfTimes = new Set(
    nodes
      .filter(({ type, body }) => type === 'TypeCast' && isTime(body['arg'], isTimeColumn))
      .map(({ body }) => body['typeName']),
  );
  return nodes.every(({ type, body }) => {
    switch (type) {
      case 'SQLValueFunction':
        return false;
      case 'A_Const':
        return !MOMENT.test(constantText({ A_Const: body }) ?? '');
      case 'FuncCall':
        return isSteadyCall(body, isTimeColumn);
      case 'typeName':
      case 'TypeName':
        return !isTimeType(body) || castsOfTimes.has(body);
      default:
        return true;
    }
  });
}

type ColumnTest = (name: string) => boolean;

/** `age(x)` counts from today, `age(x, y)` does not; `date(x)` is a cast. */
function isSteadyCall(call: Body, isTimeColumn: ColumnTest): boolean {
  const name = namesOf(call, 'funcname').at(-1) ?? '';
  const args = listOf(call, 'args');
  if (name === 'age') return args.length > 1;
  if (TIME_TYPES.has(name)) return args.every((arg) => isTime(arg, isTimeColumn));
  return !UNSTEADY_FUNCTIONS.has(name);
}

/** A constant, whose text is looked at elsewhere, or what can be anything but a text. */
function isTime(value: unknown, isTimeColumn: ColumnTest): boolean {
  const node = unwrap(value);
  if (node === undefined) return false;
  const areTimes = (key: string): boolean =>
    listOf(node.body, key).every((item) => isTime(item, isTimeColumn));
  switch (node.type) {
    case 'A_Const':
      return true;
    case 'ColumnRef':
      return isTimeColumn(namesOf(node.body, 'fields').at(-1) ?? '');
    case 'FuncCall': {
      const name = namesOf(node.body, 'funcname').at(-1) ?? '';
      return TIME_FUNCTIONS.has(name) || (/^(?:min|max)$/.test(name) && areTimes('args'));
    }
    case 'CoalesceExpr':
      return areTimes('args');
    case 'A_Expr':
      // No text is the result of a sum.
      return /^[-+]$/.test(namesOf(node.body, 'name').at(-1) ?? '');
    case 'TypeCast':
      return isTimeType(node.body['typeName']) && isTime(node.body['arg'], isTimeColumn);
    default:
      return false;
  }
}

function isTimeType(typeName: unknown): boolean {
  return isBody(typeName) && TIME_TYPES.has(namesOf(typeName, 'names').at(-1) ?? '');
}

/**
 * Every name that the query itself gives to something, and those that a CASE or a cast is called
 * by: a column of such a name need not be a view's.
 */
function namesGiven(nodes: readonly { type: string; body: Body }[]): ReadonlySet<string> {
  return new Set(nodes.flatMap(({ type, body }) => namesGivenBy(type, body)));
}

function namesGivenBy(type: string, body: Body): string[] {
  switch (type) {
    case 'ResTarget': {
      const value = nodeOf(body, 'val');
      const isItself = value?.type === 'ColumnRef' || isTimeType(value?.body['typeName']);
      return [textOf(body, 'name'), ...(isItself ? [] : [nameOf(body['val'])])];
    }
    case 'CaseExpr':
      return [nameOf(body['defresult'])];
    case 'ColumnDef':
      return [textOf(body, 'colname')];
    case 'CommonTableExpr':
      return namesOf(body, 'aliascolnames');
    case 'alias':
    case 'join_using_alias':
      return [textOf(body, 'aliasname'), ...namesOf(body, 'colnames')];
    default:
      return [];
  }
}

/** What PostgreSQL calls a column after, through the casts around it. */
function nameOf(value: unknown): string {
  const node = unwrap(value);
  if (node?.type === 'TypeCast' || node?.type === 'CollateClause') return nameOf(node.body['arg']);
  return node?.type === 'ColumnRef' ? (namesOf(node.body, 'fields').at(-1) ?? '') : '';
}

/** Every object of the tree by the name it stands under: a node's type, or the field of a bare one. */
function* nodesOf(value: unknown): Generator<{ type: string; body: Body }> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item);
  else if (isBody(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (isBody(inner)) yield { type: key, body: inner };
      yield* nodesOf(inner);
    }
  }
}
