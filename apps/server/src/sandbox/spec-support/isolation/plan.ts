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

/** Number of table rows that the query reads, including filtered ones; 0 if it fails. */
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

/** The plan nodes with a view's project filter, each with its subtree. */
export async function barriersOf(client: pg.Client, sql: string): Promise<string[]> {
  return barriersIn(await planOf(client, sql, 'COSTS OFF'));
}

function barriersIn(plan: PlanNode): string[] {
  const filter = plan['One-Time Filter'];
  const isBarrier = typeof filter === 'string' && filter.includes('InitPlan');
  return isBarrier ? [JSON.stringify(plan)] : (plan.Plans ?? []).flatMap(barriersIn);
}

/** The conditions by which the plan's nodes search an index. */
export async function indexConditionsOf(client: pg.Client, sql: string): Promise<string[]> {
  return indexConditionsIn(await planOf(client, sql, 'COSTS OFF'));
}

function indexConditionsIn(plan: PlanNode): string[] {
  const own = [plan['Index Cond'], plan['Recheck Cond']].filter((one) => typeof one === 'string');
  return [...own, ...(plan.Plans ?? []).flatMap(indexConditionsIn)];
}

/** Node type, index, estimated rows and cost of each plan node. */
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
