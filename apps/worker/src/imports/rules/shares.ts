import type { ImportShare } from '@portal/contracts/imports';
import { isAbove } from '@portal/domain/import-shares';
import type { ImportResult, ProjectRules } from '@portal/persistence/imports/import-models';
import { sql } from '@portal/persistence/sql';
import type { Client } from 'pg';

/** The stored tasks of a project that an import changes, and those of them that it sends back. */
interface StoredChanges {
  readonly changed: number;
  readonly sent_back: number;
}

/** The rules that limit how much of a project a file changes. */
export function shareLimitsOf(all: readonly ProjectRules[]): readonly ProjectRules[] {
  return all.filter(
    ({ rules }) => rules.max_changed_percent !== null || rules.max_sent_back_percent !== null,
  );
}

/**
 * The shares of the projects of the file that have a limit, by project, after the comparison.
 * @returns nothing if none of the projects has one
 */
export async function measureShares(
  db: Client,
  limits: readonly ProjectRules[],
): Promise<Pick<ImportResult, 'shares' | 'projects'>> {
  if (limits.length === 0) return {};
  const found = await db.query<StoredChanges & { project_id: number }>(storedChanges);
  const changes = new Map(found.rows.map(({ project_id, ...change }) => [project_id, change]));
  const staged = await db.query<{ project_id: number }>(stagedProjects);
  const projects = [
    ...new Set([...staged.rows.map(({ project_id }) => project_id), ...changes.keys()]),
  ];
  const limited = limits.filter(({ project_id }) => projects.includes(project_id));
  if (limited.length === 0) return {};
  const counted = await db.query<{ project_id: number; tasks: number }>(storedTasks, [
    limited.map(({ project_id }) => project_id),
  ]);
  const tasks = new Map(counted.rows.map((row) => [row.project_id, row.tasks]));
  const shares = limited.map((one) =>
    shareOf(one, tasks.get(one.project_id) ?? 0, changes.get(one.project_id)),
  );
  return { shares: shares.toSorted((a, b) => a.project_id - b.project_id), projects };
}

function shareOf(
  { project_id, project, rules }: ProjectRules,
  tasks: number,
  { changed, sent_back }: StoredChanges = { changed: 0, sent_back: 0 },
): ImportShare {
  const { max_changed_percent, max_sent_back_percent } = rules;
  const share = {
    ...{ project_id, project, tasks, changed, sent_back },
    ...{ max_changed_percent, max_sent_back_percent },
  };
  return { ...share, is_above: isAbove(share) };
}

const stagedProjects = sql`SELECT DISTINCT project_id FROM stage_task`;

/** By the project in which the tasks are stored. */
const storedChanges = sql`
SELECT from_project AS project_id, count(*) AS changed, count(*) FILTER (WHERE sends_back) AS sent_back
FROM merge_change
WHERE NOT is_new
GROUP BY from_project
`;

const storedTasks = sql`
SELECT project_id, sum(tasks)::bigint AS tasks
FROM agg.batch_total
WHERE project_id = ANY ($1::int[])
GROUP BY project_id
`;
