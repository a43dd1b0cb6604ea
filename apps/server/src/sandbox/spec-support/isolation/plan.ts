import type pg from 'pg';
import { z } from 'zod';

interface PlanNode {
  readonly [key: string]: unknown;
  readonly Plans?: readonly PlanNode[] | undefined;
}
const node: z.ZodType<PlanNode> = z.looseObject({
  get Plans() {
    return z.array(node).optional();
  },
});
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.looseObject({ Plan: node })]) })]);

/** How many rows of tables the query reads, whether it shows them or not; 0 when it fails. */
export async function rowsRead(client: pg.Client, sql: string): Promise<number> {
  const plan = await planOf(client, sql, 'ANALYZE, TIMING OFF, SUMMARY OFF').catch(() => undefined);
  return plan === undefined ? 0 : rowsReadBy(plan);
}

function rowsReadBy(plan: PlanNode): number {
  const below = (plan.Plans ?? []).reduce((sum, inner) => sum + rowsReadBy(inner), 0);
  const table = plan['Relation Name'];
  if (table === undefined || table === 'sandbox_role') return below;
  const rows = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'];
  const each = rows.reduce((sum, key) => sum + Number(plan[key] ?? 0), 0);
  return below + each * Number(plan['Actual Loops'] ?? 1);
}

/** The parts of the plan at which a view lets rows through, each with all that is below it. */
export async function barriersOf(client: pg.Client, sql: string): Promise<string[]> {
  return barriersIn(await planOf(client, sql, 'COSTS OFF'));
}

function barriersIn(plan: PlanNode): string[] {
  const filter = plan['One-Time Filter'];
  const isBarrier = typeof filter === 'string' && filter.includes('InitPlan');
  return isBarrier ? [JSON.stringify(plan)] : (plan.Plans ?? []).flatMap(barriersIn);
}

/** What the planner expects of each part of the plan. */
export async function expectationsOf(client: pg.Client, sql: string): Promise<string[]> {
  return expectationsIn(await planOf(client, sql, 'COSTS ON'));
}

function expectationsIn(plan: PlanNode): string[] {
  const own = ['Node Type', 'Index Name', 'Plan Rows', 'Total Cost'].map((key) => plan[key]);
  return [own.join(' '), ...(plan.Plans ?? []).flatMap(expectationsIn)];
}

async function planOf(client: pg.Client, sql: string, options: string): Promise<PlanNode> {
  const { rows } = await client.query(`EXPLAIN (${options}, FORMAT JSON) ${sql}`);
  return explained.parse(rows)[0]['QUERY PLAN'][0].Plan;
}
