import {
  type Body,
  bodyOf,
  isStar,
  listOf,
  namesOf,
  nodeOf,
  textOf,
  type TreeNode,
  unwrap,
} from './tree.js';

const FIXED: ReadonlyMap<string, string> = new Map([
  ['A_ArrayExpr', 'array'],
  ['CoalesceExpr', 'coalesce'],
  ['GroupingFunc', 'grouping'],
  ['JsonArrayAgg', 'json_arrayagg'],
  ['JsonArrayConstructor', 'json_array'],
  ['JsonArrayQueryConstructor', 'json_array'],
  ['JsonObjectAgg', 'json_objectagg'],
  ['JsonObjectConstructor', 'json_object'],
  ['RowExpr', 'row'],
]);

const UNNAMED = '?column?';

/**
 * A weak name is replaced with the name of the enclosing expression: `(CASE … END)::int` is int4.
 */
interface Name {
  text: string;
  weak?: true;
}

/** The name that PostgreSQL gives to a result column (FigureColname in parse_target.c). */
export function columnName(target: Body): string {
  const name = textOf(target, 'name');
  if (name !== '') return name;
  const value = nodeOf(target, 'val');
  return (value && nameOf(value)?.text) ?? UNNAMED;
}

/** Undefined: PostgreSQL has no name for it. */
function nameOf({ type, body }: TreeNode): Name | undefined {
  switch (type) {
    case 'ColumnRef':
      return strong(lastName(listOf(body, 'fields')));
    case 'A_Indirection':
      return strong(lastName(listOf(body, 'indirection'))) ?? nameOfField(body, 'arg');
    case 'FuncCall':
      return strong(namesOf(body, 'funcname').at(-1));
    case 'A_Expr':
      return strong(textOf(body, 'kind') === 'AEXPR_NULLIF' ? 'nullif' : undefined);
    case 'TypeCast':
      return strongName(body, 'arg') ?? nameOfType(body);
    case 'CollateClause':
      return nameOfField(body, 'arg');
    case 'CaseExpr':
      return strongName(body, 'defresult') ?? { text: 'case', weak: true };
    case 'MinMaxExpr':
      return strong(textOf(body, 'op') === 'IS_LEAST' ? 'least' : 'greatest');
    case 'SQLValueFunction':
      return strong(textOf(body, 'op').toLowerCase().replace('svfop_', '').replace(/_n$/, ''));
    case 'JsonFuncExpr':
      return strong(textOf(body, 'op').toLowerCase().replace(/_op$/, ''));
    case 'SubLink':
      return strong(nameOfSubquery(body));
    default:
      return strong(FIXED.get(type));
  }
}

function strong(text: string | undefined): Name | undefined {
  return text === undefined ? undefined : { text };
}

function lastName(fields: readonly unknown[]): string | undefined {
  if (isStar(fields.at(-1))) return undefined;
  const named = unwrap(fields.findLast((field) => unwrap(field)?.type === 'String'));
  return named && textOf(named.body, 'sval');
}

function nameOfField(body: Body, key: string): Name | undefined {
  const node = nodeOf(body, key);
  return node && nameOf(node);
}

function strongName(body: Body, key: string): Name | undefined {
  const name = nameOfField(body, key);
  return name?.weak === true ? undefined : name;
}

function nameOfType(cast: Body): Name | undefined {
  const text = namesOf(bodyOf(cast, 'typeName') ?? {}, 'names').at(-1);
  return text === undefined ? undefined : { text, weak: true };
}

function nameOfSubquery(link: Body): string | undefined {
  const kind = textOf(link, 'subLinkType');
  if (kind === 'EXISTS_SUBLINK') return 'exists';
  if (kind === 'ARRAY_SUBLINK') return 'array';
  const select = kind === 'EXPR_SUBLINK' ? nodeOf(link, 'subselect') : undefined;
  const first = select && unwrap(listOf(select.body, 'targetList')[0]);
  return first && columnName(first.body);
}
