import type { Queryable } from '@portal/persistence/queryable';
import { z } from 'zod';

/** A statement, and the maximum number of rows that one node of its plan visited in all loops. */
export interface Visit {
  readonly statement: string;
  readonly node: string;
  readonly rows: number;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Index Name'?: string | undefined;
  readonly 'CTE Name'?: string | undefined;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: PlanNode[] | undefined;
  readonly [removed: `Rows Removed by ${string}`]: number | undefined;
}

const count = z.number().optional();
const planSchema: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    'CTE Name': z.string().optional(),
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': count,
    'Rows Removed by Index Recheck': count,
    'Rows Removed by Join Filter': count,
    Plans: z.array(planSchema).optional(),
  }),
);
const explainedSchema = z.object({ 'Query Text': z.string(), Plan: planSchema });

/**
 * Makes PostgreSQL report the plan and the visited rows of every statement in new sessions of the
 * database, including statements of triggers and functions. See `visitOf`.
 */
export async function explainSessions(db: Queryable): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  await db.query("LOAD 'auto_explain'");
  for (const [name, value] of Object.entries(settings)) {
    await db.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${name} = ''${value}''', current_database()); END $$`,
    );
  }
}

/** The plan in a notice of `explainSessions`; undefined for other notices. */
export function visitOf(message: string): Visit | undefined {
  const start = message.indexOf('plan:\n');
  if (start < 0) return undefined;
  const explained = explainedSchema.parse(JSON.parse(message.slice(start + 6)));
  const nodes = flat(explained.Plan).map((node) => ({ node: nameOf(node), rows: visitedBy(node) }));
  const most = nodes.reduce((one, other) => (other.rows > one.rows ? other : one));
  return { statement: explained['Query Text'].trim(), ...most };
}

function flat(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}

function nameOf(node: PlanNode): string {
  const of = node['Relation Name'] ?? node['CTE Name'] ?? node['Index Name'] ?? '';
  return `${node['Node Type']} ${of}`.trim();
}

function visitedBy(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0);
  return Math.round((node['Actual Rows'] + removed) * node['Actual Loops']);
}
