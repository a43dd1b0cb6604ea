import { isObject } from '@portal/contracts/objects';
import { isColumn, type Relations } from './columns.js';
import {
  type Body,
  constantText,
  listOf,
  namesOf,
  nodeOf,
  textOf,
  type TreeNode,
  unwrap,
} from './tree.js';
import { words } from './words.js';

/** Functions whose result can differ between calls with the same arguments. */
export const NONDETERMINISTIC_FUNCTIONS: ReadonlySet<string> = new Set(
  words(`now clock_timestamp statement_timestamp transaction_timestamp timeofday random
    array_sample array_shuffle`),
);

/** Functions whose result is a date or time and whose text arguments are never read as one. */
const TIME_FUNCTIONS: ReadonlySet<string> = new Set(
  words(`date_trunc date_bin date_add date_subtract make_date make_time make_timestamp
    make_timestamptz timezone to_date to_timestamp`),
);

const TIME_TYPES: ReadonlySet<string> = new Set(
  words(`date time timetz timestamp timestamptz tsrange tstzrange daterange tsmultirange
    tstzmultirange datemultirange`),
);

/** Words that PostgreSQL reads as the current date or time, anywhere in a string. */
const MOMENT = /now|today|tomorrow|yesterday/i;

/**
 * Whether a query returns the same rows while the data is unchanged. False if in doubt: a string
 * that becomes a date may be 'today', so only values that are surely no strings can be cast to a
 * date.
 * @param query its parse tree, which the guard has accepted
 */
export function isDeterministic(query: unknown, relations: Relations): boolean {
  const times = new Times(query, relations);
  const castsOfTimes = new Set<unknown>();
  for (const { type, body } of nodesOf(query)) {
    // The cast is visited before its type name, which is inside.
    if (type === 'TypeCast' && times.isTime(body['arg'])) castsOfTimes.add(body['typeName']);
    if (type === 'SQLValueFunction') return false;
    if (type === 'A_Const' && MOMENT.test(constantText({ A_Const: body }) ?? '')) return false;
    if (type === 'FuncCall' && !isDeterministicCall(body, times)) return false;
    const isType = type === 'typeName' || type === 'TypeName';
    if (isType && isTimeType(body) && !castsOfTimes.has(body)) return false;
  }
  return true;
}

/** `age(x)` counts from today, `age(x, y)` does not; `date(x)` is a cast. */
function isDeterministicCall(call: Body, times: Times): boolean {
  const name = namesOf(call, 'funcname').at(-1) ?? '';
  const args = listOf(call, 'args');
  if (name === 'age') return args.length > 1;
  if (TIME_TYPES.has(name)) return args.every((arg) => times.isTime(arg));
  return !NONDETERMINISTIC_FUNCTIONS.has(name);
}

/** Finds the values of a query that are dates, times or constants, whatever the data is. */
class Times {
  private readonly given: ReadonlySet<string>;
  /** A cache: nested casts check the same inner value again. */
  private readonly known = new Map<unknown, boolean>();

  constructor(
    query: unknown,
    private readonly relations: Relations,
  ) {
    this.given = namesGiven(query);
  }

  /**
   * True for dates, times and constants, whose text is checked elsewhere; false for possible
   * strings.
   */
  isTime(value: unknown): boolean {
    const known = this.known.get(value);
    if (known !== undefined) return known;
    const node = unwrap(value);
    const isTime = node !== undefined && this.isTimeNode(node);
    this.known.set(value, isTime);
    return isTime;
  }

  private isTimeNode({ type, body }: TreeNode): boolean {
    switch (type) {
      case 'A_Const':
      // A parameter is ours: a day as it is written, never 'today'.
      case 'ParamRef':
        return true;
      case 'ColumnRef':
        return this.isTimeColumn(namesOf(body, 'fields').at(-1) ?? '');
      case 'FuncCall': {
        const name = namesOf(body, 'funcname').at(-1) ?? '';
        return TIME_FUNCTIONS.has(name) || (/^(?:min|max)$/.test(name) && this.areTimes(body));
      }
      case 'CoalesceExpr':
        return this.areTimes(body);
      case 'A_Expr':
        // A sum is never a string.
        return /^[-+]$/.test(namesOf(body, 'name').at(-1) ?? '');
      case 'TypeCast':
        return isTimeType(body['typeName']) && this.isTime(body['arg']);
      default:
        return false;
    }
  }

  private areTimes(body: Body): boolean {
    return listOf(body, 'args').every((arg) => this.isTime(arg));
  }

  private isTimeColumn(name: string): boolean {
    if (!/_(?:at|date)$/.test(name) || this.given.has(name)) return false;
    return isColumn(this.relations, name);
  }
}

function isTimeType(typeName: unknown): boolean {
  return isObject(typeName) && TIME_TYPES.has(namesOf(typeName, 'names').at(-1) ?? '');
}

/**
 * Every name that the query defines, and the names of CASE and casts: a column with such a name may
 * not be a view's column.
 */
function namesGiven(query: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { type, body } of nodesOf(query)) {
    for (const name of namesGivenBy(type, body)) names.add(name);
  }
  return names;
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

/** The name that PostgreSQL derives for a column, through the casts around it. */
function nameOf(value: unknown): string {
  const node = unwrap(value);
  if (node?.type === 'TypeCast' || node?.type === 'CollateClause') return nameOf(node.body['arg']);
  return node?.type === 'ColumnRef' ? (namesOf(node.body, 'fields').at(-1) ?? '') : '';
}

/** Every object of the tree with its node type or field name; parents before children. */
function* nodesOf(tree: unknown): Generator<TreeNode> {
  const open: unknown[] = [tree];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isObject(value)) {
      for (const type in value) {
        const inner = value[type];
        if (isObject(inner)) yield { type, body: inner };
        if (typeof inner === 'object') open.push(inner);
      }
    }
  }
}
