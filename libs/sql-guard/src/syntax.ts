/**
 * The allow list of syntax: every permitted node of the parse tree and its fields. Anything else is
 * refused, so that new syntax of a later PostgreSQL version is refused, too.
 *
 * A field contains `data` (numbers, names and flags that are harmless or have their own check), a
 * `node`, a list of `nodes`, or the fields of one node whose type is known.
 */
export type FieldKind = 'data' | 'node' | 'nodes' | { inside: string };

const inside = (type: string): FieldKind => ({ inside: type });
const data = (...names: string[]): Record<string, FieldKind> =>
  Object.fromEntries(names.map((name) => [name, 'data']));
const node = (...names: string[]): Record<string, FieldKind> =>
  Object.fromEntries(names.map((name) => [name, 'node']));
const nodes = (...names: string[]): Record<string, FieldKind> =>
  Object.fromEntries(names.map((name) => [name, 'nodes']));

const VALUE = inside('JsonValueExpr');
const OUTPUT = { output: inside('JsonOutput') };

const QUERIES: Record<string, Record<string, FieldKind>> = {
  SelectStmt: {
    ...data('groupDistinct', 'limitOption', 'op', 'all'),
    ...nodes('distinctClause', 'targetList', 'groupClause', 'windowClause', 'valuesLists'),
    ...nodes('fromClause', 'sortClause'),
    ...node('whereClause', 'havingClause', 'limitOffset', 'limitCount'),
    withClause: inside('WithClause'),
    larg: inside('SelectStmt'),
    rarg: inside('SelectStmt'),
  },
  WithClause: { ...data('recursive'), ...nodes('ctes') },
  CommonTableExpr: {
    ...data('ctename', 'aliascolnames', 'ctematerialized', 'search_clause'),
    ...node('ctequery'),
    cycle_clause: inside('CTECycleClause'),
  },
  CTECycleClause: {
    ...data('cycle_col_list', 'cycle_mark_column', 'cycle_path_column'),
    ...node('cycle_mark_value', 'cycle_mark_default'),
  },
  ResTarget: { ...data('name'), ...node('val') },
  SortBy: { ...data('sortby_dir', 'sortby_nulls', 'useOp'), ...node('node') },
  GroupingSet: { ...data('kind'), ...nodes('content') },
  WindowDef: {
    ...data('name', 'refname', 'frameOptions'),
    ...nodes('partitionClause', 'orderClause'),
    ...node('startOffset', 'endOffset'),
  },
};

const TABLES: Record<string, Record<string, FieldKind>> = {
  RangeVar: data('catalogname', 'schemaname', 'relname', 'inh', 'relpersistence', 'alias'),
  RangeSubselect: { ...data('lateral', 'alias'), ...node('subquery') },
  RangeFunction: {
    ...data('lateral', 'ordinality', 'is_rowsfrom', 'alias'),
    ...nodes('functions', 'coldeflist'),
  },
  ColumnDef: {
    ...data('colname', 'is_local'),
    typeName: inside('TypeName'),
    collClause: inside('CollateClause'),
  },
  JoinExpr: {
    ...data('jointype', 'isNatural', 'usingClause', 'join_using_alias', 'alias'),
    ...node('larg', 'rarg', 'quals'),
  },
};

const EXPRESSIONS: Record<string, Record<string, FieldKind>> = {
  A_Const: data('ival', 'fval', 'boolval', 'sval', 'bsval', 'isnull'),
  ColumnRef: data('fields'),
  ParamRef: data('number'),
  A_Star: {},
  String: data('sval'),
  List: nodes('items'),
  A_Expr: {
    ...data('kind', 'name', 'rexpr_list_start', 'rexpr_list_end'),
    ...node('lexpr', 'rexpr'),
  },
  BoolExpr: { ...data('boolop'), ...nodes('args') },
  NullTest: { ...data('nulltesttype'), ...node('arg') },
  BooleanTest: { ...data('booltesttype'), ...node('arg') },
  TypeCast: { ...node('arg'), typeName: inside('TypeName') },
  TypeName: { ...data('names', 'typemod', 'arrayBounds'), ...nodes('typmods') },
  CollateClause: { ...data('collname'), ...node('arg') },
  FuncCall: {
    ...data('funcname', 'agg_within_group', 'agg_star', 'agg_distinct', 'func_variadic'),
    ...data('funcformat'),
    ...nodes('args', 'agg_order'),
    ...node('agg_filter'),
    over: inside('WindowDef'),
  },
  NamedArgExpr: { ...data('name', 'argnumber'), ...node('arg') },
  SQLValueFunction: data('op', 'typmod'),
  CoalesceExpr: nodes('args'),
  MinMaxExpr: { ...data('op'), ...nodes('args') },
  GroupingFunc: nodes('args'),
  CaseExpr: { ...node('arg', 'defresult'), ...nodes('args') },
  CaseWhen: node('expr', 'result'),
  SubLink: { ...data('subLinkType', 'operName'), ...node('testexpr', 'subselect') },
  A_Indirection: { ...node('arg'), ...nodes('indirection') },
  A_Indices: { ...data('is_slice'), ...node('lidx', 'uidx') },
  A_ArrayExpr: { ...data('list_start', 'list_end'), ...nodes('elements') },
  RowExpr: { ...data('row_format'), ...nodes('args') },
};

const JSON_SYNTAX: Record<string, Record<string, FieldKind>> = {
  JsonObjectConstructor: { ...data('absent_on_null', 'unique'), ...nodes('exprs'), ...OUTPUT },
  JsonArrayConstructor: { ...data('absent_on_null'), ...nodes('exprs'), ...OUTPUT },
  JsonArrayQueryConstructor: { ...data('absent_on_null', 'format'), ...node('query'), ...OUTPUT },
  JsonObjectAgg: {
    ...data('absent_on_null', 'unique'),
    constructor: inside('JsonAggConstructor'),
    arg: inside('JsonKeyValue'),
  },
  JsonArrayAgg: {
    ...data('absent_on_null'),
    constructor: inside('JsonAggConstructor'),
    arg: VALUE,
  },
  JsonAggConstructor: {
    ...node('agg_filter'),
    ...nodes('agg_order'),
    over: inside('WindowDef'),
    ...OUTPUT,
  },
  JsonKeyValue: { ...node('key'), value: VALUE },
  JsonValueExpr: { ...data('format'), ...node('raw_expr') },
  JsonOutput: { ...data('returning'), typeName: inside('TypeName') },
  JsonIsPredicate: { ...data('format', 'item_type', 'unique_keys'), ...node('expr') },
  JsonFuncExpr: {
    ...data('op', 'wrapper', 'quotes'),
    ...node('pathspec'),
    ...nodes('passing'),
    ...OUTPUT,
    context_item: VALUE,
    on_empty: inside('JsonBehavior'),
    on_error: inside('JsonBehavior'),
  },
  JsonArgument: { ...data('name'), val: VALUE },
  JsonBehavior: { ...data('btype', 'coerce'), ...node('expr') },
};

const SYNTAX: ReadonlyMap<string, ReadonlyMap<string, FieldKind>> = new Map(
  Object.entries({ ...QUERIES, ...TABLES, ...EXPRESSIONS, ...JSON_SYNTAX }).map(
    ([type, fields]) => [type, new Map(Object.entries({ ...fields, ...data('location') }))],
  ),
);

/** The permitted fields of a node type; undefined if the type is not permitted. */
export function fieldsOf(type: string): ReadonlyMap<string, FieldKind> | undefined {
  return SYNTAX.get(type);
}

const NAMES: Record<string, string> = {
  'SelectStmt.intoClause': 'SELECT INTO is not available: a query can only read',
  'SelectStmt.lockingClause': 'FOR UPDATE and FOR SHARE are not available: a query can only read',
  'TypeName.setof': 'SETOF is not available',
  'TypeName.pct_type': '%TYPE is not available',
  XmlExpr: 'XML is not available; use JSON',
  XmlSerialize: 'XML is not available; use JSON',
  RangeTableFunc: 'XMLTABLE is not available; use jsonb_to_recordset',
  JsonTable: 'JSON_TABLE is not available; use jsonb_to_recordset',
  RangeTableSample: 'TABLESAMPLE is not available; use ORDER BY random() LIMIT …',
  CurrentOfExpr: 'CURRENT OF is not available',
  SetToDefault: 'DEFAULT is not available in a query',
  MergeSupportFunc: 'MERGE_ACTION is not available',
};

/** The message for a node or a field that is not permitted. */
export function refusalOf(type: string, field?: string): string {
  const key = field === undefined ? type : `${type}.${field}`;
  return NAMES[key] ?? `This syntax is not available in custom SQL (${key})`;
}
