import { isObject } from '@portal/contracts/objects';
import { parse } from '@portal/sql-guard/parser';
import { bodyOf, listOf, nodeOf, textOf, type TreeNode, unwrap } from '@portal/sql-guard/tree';

/** What a migration runs. */
export interface Script {
  readonly texts: readonly string[];
  readonly inTransaction: boolean;
}

/**
 * Tables that stay small, however many tasks there are, or are empty outside of transactions. Every other table counts
 * as large.
 */
const SMALL =
  /^(?:core\.(?:alert|alert_run|alert_state|api_token|app_user|batch|chore|custom_stat|file_format|meta|permission|pod|pod_member|pod_weekly_target|project|review_claim|review_reason|role|role_permission|task_import|task_user|user_role|webhook|webhook_secret)|agg\.(?:pending_\w+|project_revision|touched)|live\.\w+|sign_in\.\w+|reporting\.\w+|queue\.\w+)$/;

/** Sentences about what in a migration would hold up the users of a large table, and what to do instead. */
export function longLocks({ texts, inTransaction }: Script): string[] {
  const statements = texts.flatMap(statementsOf);
  const made = new Set(
    statements
      .filter(({ type }) => type === 'CreateStmt')
      .map(({ body }) => nameOf(bodyOf(body, 'relation'))),
  );
  const isLarge = (name: string): boolean => name !== '' && !SMALL.test(name) && !made.has(name);
  const found = statements.flatMap((statement) => problemsOf(statement, isLarge, inTransaction));
  if (!inTransaction) return found;
  const locked = statements.map(lockedBy).find(isLarge);
  const filled = statements
    .filter(({ type }) => READS.includes(type))
    .flatMap(({ body }) => tablesIn(body))
    .find(isLarge);
  if (locked === undefined || filled === undefined) return found;
  return [
    ...found,
    `It reads ${filled} while it has the lock of ${locked}: do that in a migration of its own.`,
  ];
}

/**
 * Sentences about what in a migration would break servers of the version before, which run on while it does and until
 * they are replaced. A comment `-- Unused since version x` says that they do not use it.
 */
export function breaks({ texts }: Script): string[] {
  return texts
    .filter((text) => !/-- unused since version \d/i.test(text))
    .flatMap(statementsOf)
    .filter(({ type, body }) => {
      if (type === 'RenameStmt') return true;
      if (type === 'DropStmt') return textOf(body, 'removeType') !== 'OBJECT_INDEX';
      // Only the functions of the database use the tables of pending changes.
      if (type !== 'AlterTableStmt' || nameOf(bodyOf(body, 'relation')).startsWith('agg.pending_'))
        return false;
      return listOf(body, 'cmds').some(
        (cmd) => textOf(unwrap(cmd)?.body ?? {}, 'subtype') === 'AT_DropColumn',
      );
    })
    .map(
      ({ type }) =>
        `${type}: servers of the version before use it. Stop using it now, and drop it in a later version.`,
    );
}

const READS = ['SelectStmt', 'InsertStmt', 'CreateTableAsStmt', 'DeleteStmt', 'UpdateStmt'];
const BATCHES =
  'do it in batches, each a transaction of its own that a second run continues, in a migration with `transaction = false`';

function problemsOf(
  { type, body }: TreeNode,
  isLarge: (name: string) => boolean,
  inTransaction: boolean,
): string[] {
  switch (type) {
    case 'IndexStmt':
      return indexProblems(body, isLarge, inTransaction);
    case 'AlterTableStmt': {
      const table = nameOf(bodyOf(body, 'relation'));
      if (!isLarge(table)) return [];
      return listOf(body, 'cmds').flatMap((cmd) => commandProblems(table, unwrap(cmd)?.body ?? {}));
    }
    case 'TruncateStmt':
      return listOf(body, 'relations')
        .map((item) => nameOf(unwrap(item)?.body))
        .filter(isLarge)
        .map((table) => `It empties ${table}, and its rows with it.`);
    case 'ClusterStmt':
    case 'ReindexStmt':
      return [`${type} rewrites a table or an index under a lock: leave it out.`];
    case 'CreateFunctionStmt':
    case 'CreateTrigStmt':
    case 'ViewStmt':
      return [`${type} belongs to schema/: each run of the migrations replaces it there.`];
    case 'DoStmt':
      return ['A DO block hides its statements from this check: write them out.'];
    default:
      return changesIn({ type, body }).flatMap((change) => {
        const table = nameOf(bodyOf(change.body, 'relation'));
        if (!isLarge(table)) return [];
        if (!inTransaction && nodeOf(change.body, 'whereClause') !== undefined) return [];
        return [`It changes the rows of ${table} in one transaction: ${BATCHES}.`];
      });
  }
}

function indexProblems(
  body: Readonly<Record<string, unknown>>,
  isLarge: (name: string) => boolean,
  inTransaction: boolean,
): string[] {
  const table = nameOf(bodyOf(body, 'relation'));
  if (!isLarge(table)) return [];
  if (body['concurrent'] !== true) {
    return [
      `CREATE INDEX on ${table} refuses changes while it reads the table: use CREATE INDEX CONCURRENTLY, after ` +
        'DROP INDEX CONCURRENTLY IF EXISTS, in a migration with `transaction = false`.',
    ];
  }
  return inTransaction
    ? ['CREATE INDEX CONCURRENTLY works only in a migration with `transaction = false`.']
    : [];
}

const REWRITES: Readonly<Record<string, string>> = {
  AT_AlterColumnType: 'A new type rewrites',
  AT_SetLogged: 'SET LOGGED rewrites',
  AT_SetUnLogged: 'SET UNLOGGED rewrites',
  AT_SetTableSpace: 'SET TABLESPACE copies',
  AT_SetAccessMethod: 'SET ACCESS METHOD rewrites',
  AT_AddIdentity: 'An identity rewrites',
};
const EXPAND =
  'add a column beside it, fill it in batches, and let a later version drop the old one';

function commandProblems(table: string, cmd: Readonly<Record<string, unknown>>): string[] {
  const subtype = textOf(cmd, 'subtype');
  const definition = unwrap(cmd['def']);
  const rewrite = REWRITES[subtype];
  if (rewrite !== undefined) return [`${rewrite} ${table} under a lock: ${EXPAND}.`];
  if (subtype === 'AT_SetNotNull') {
    return [
      `SET NOT NULL reads ${table} under a lock: add CHECK (… IS NOT NULL) NOT VALID, and validate it in a ` +
        'migration of its own first.',
    ];
  }
  if (subtype === 'AT_AddConstraint' && definition)
    return constraintProblems(table, definition.body);
  if (subtype === 'AT_AddColumn' && definition) return columnProblems(table, definition.body);
  return [];
}

function constraintProblems(table: string, body: Readonly<Record<string, unknown>>): string[] {
  const kind = textOf(body, 'contype');
  if (kind === 'CONSTR_UNIQUE' || kind === 'CONSTR_PRIMARY' || kind === 'CONSTR_EXCLUSION') {
    return textOf(body, 'indexname') === ''
      ? [
          `A new key of ${table} builds its index under a lock: make the index CONCURRENTLY, then ADD CONSTRAINT … ` +
            'USING INDEX.',
        ]
      : [];
  }
  return body['skip_validation'] === true
    ? []
    : [
        `A new constraint reads ${table} under a lock: add it NOT VALID, and VALIDATE it in a migration of its own.`,
      ];
}

function columnProblems(table: string, body: Readonly<Record<string, unknown>>): string[] {
  const type = textOf(
    unwrap(listOf(bodyOf(body, 'typeName') ?? {}, 'names').at(-1))?.body ?? {},
    'sval',
  );
  const found = type.endsWith('serial')
    ? [`A serial column rewrites ${table} under a lock: ${EXPAND}.`]
    : [];
  for (const item of listOf(body, 'constraints')) {
    const constraint = unwrap(item)?.body ?? {};
    const kind = textOf(constraint, 'contype');
    if (kind === 'CONSTR_NOTNULL' || kind === 'CONSTR_NULL') continue;
    if (kind === 'CONSTR_DEFAULT') {
      if (!isConstant(nodeOf(constraint, 'raw_expr'))) {
        found.push(
          `A default that is computed for each row rewrites ${table} under a lock: add the column with a constant ` +
            'default, and set the other one afterwards.',
        );
      }
    } else if (kind === 'CONSTR_GENERATED' || kind === 'CONSTR_IDENTITY') {
      found.push(`A generated column rewrites ${table} under a lock: ${EXPAND}.`);
    } else {
      found.push(...constraintProblems(table, constraint));
    }
  }
  return found;
}

/** PostgreSQL stores such a default once, and not in each row. */
function isConstant(node: TreeNode | undefined): boolean {
  if (node === undefined || node.type === 'A_Const' || node.type === 'SQLValueFunction')
    return true;
  if (node.type === 'TypeCast') return isConstant(nodeOf(node.body, 'arg'));
  return (
    node.type === 'FuncCall' &&
    textOf(unwrap(listOf(node.body, 'funcname').at(-1))?.body ?? {}, 'sval') === 'now'
  );
}

/** The large lock that a statement takes and the migration keeps. */
function lockedBy({ type, body }: TreeNode): string {
  if (type === 'AlterTableStmt') return nameOf(bodyOf(body, 'relation'));
  return type === 'LockStmt' ? nameOf(unwrap(listOf(body, 'relations')[0])?.body) : '';
}

function statementsOf(text: string): TreeNode[] {
  const result = parse(text);
  if (result.kind === 'wrong') throw new Error(`${result.error.message}: ${text}`);
  return result.statements.map(({ tree }) => {
    const node = unwrap(tree);
    if (node === undefined) throw new Error(`not a statement: ${text}`);
    return node;
  });
}

/** The statement itself, and those in its WITH, if they change rows. */
function changesIn(statement: TreeNode): TreeNode[] {
  return [statement, ...nodesIn(statement.body)].filter(({ type }) =>
    ['UpdateStmt', 'DeleteStmt', 'MergeStmt'].includes(type),
  );
}

function tablesIn(value: unknown): string[] {
  return nodesIn(value)
    .filter(({ type }) => type === 'RangeVar')
    .map(({ body }) => nameOf(body));
}

function nodesIn(value: unknown): TreeNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([type, body]) => [
    ...(isObject(body) ? [{ type, body }] : []),
    ...nodesIn(body),
  ]);
}

function nameOf(relation: Readonly<Record<string, unknown>> | undefined): string {
  return relation === undefined
    ? ''
    : `${textOf(relation, 'schemaname')}.${textOf(relation, 'relname')}`;
}
