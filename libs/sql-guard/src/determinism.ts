import { isColumn, type Relations } from './columns.js';
import {
  type Body,
  constantText,
  isBody,
  listOf,
  namesOf,
  nodeOf,
  textOf,
  type TreeNode,
  unwrap,
} from './tree.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Functions that may answer otherwise the next time, whatever they are given. */
export const NONDETERMINISTIC_FUNCTIONS: ReadonlySet<string> = new Set(
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
export function isDeterministic(query: unknown, relations: Relations): boolean {
  const times = new Times(query, relations);
  const castsOfTimes = new Set<unknown>();
  for (const { type, body } of nodesOf(query)) {
    // A cast comes before the name of its type, which is within it.
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

/** Which values of a query are dates and times whatever the data, or constants. */
class Times {
  private readonly given: ReadonlySet<string>;
  /** Casts around casts ask again for what is within. */
  private readonly known = new Map<unknown, boolean>();

  constructor(
    query: unknown,
    private readonly relations: Relations,
  ) {
    this.given = namesGiven(query);
  }

  /** A constant, whose text is looked at elsewhere, or what can be anything but a text. */
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
        // No text is the result of a sum.
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
  return isBody(typeName) && TIME_TYPES.has(namesOf(typeName, 'names').at(-1) ?? '');
}

/**
 * Every name that the query itself gives to something, and those that a CASE or a cast is called
 * by: a column of such a name need not be a view's.
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

/** What PostgreSQL calls a column after, through the casts around it. */
function nameOf(value: unknown): string {
  const node = unwrap(value);
  if (node?.type === 'TypeCast' || node?.type === 'CollateClause') return nameOf(node.body['arg']);
  return node?.type === 'ColumnRef' ? (namesOf(node.body, 'fields').at(-1) ?? '') : '';
}

/**
 * Every object of the tree by the name it stands under, a node's type or the field of a bare one;
 * each before what is within it.
 */
function* nodesOf(tree: unknown): Generator<TreeNode> {
  const open: unknown[] = [tree];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isBody(value)) {
      for (const type in value) {
        const inner = value[type];
        if (isBody(inner)) yield { type, body: inner };
        if (typeof inner === 'object') open.push(inner);
      }
    }
  }
}
