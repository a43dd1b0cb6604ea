import type { DeliveryQuery, DeliveryStats, ModelStats } from '@portal/contracts/dashboard';
import type { TaskNumber } from '@portal/contracts/constants';
import { percent } from '@portal/domain/rates';
import type { Queryable } from '../queryable.js';
import { sql } from '../sql.js';
import { isDated, readOne } from './dashboard.js';
import { inDates, inScope, parameters } from './dashboard-sql.js';
import { NUMBER_CONDITIONS } from './number-conditions.js';
import { stampEntries } from '../stamp-sql.js';

/**
 * The numbers of delivered, ready, reviewed and rework tasks among the selected ones, by model if
 * requested. One statement over `agg.task_cell` and `agg.duration_day`: the cost does not depend on the tasks.
 */
export async function readDeliveryStats(
  db: Queryable,
  projectId: number,
  query: DeliveryQuery,
): Promise<DeliveryStats> {
  const { by_model, ...answer } = await readOne<DeliveryRow>(
    db,
    sql`
    WITH ${parameters}, ${cells(isDated(query))}
    SELECT json_build_object(${stampEntries},
      'total_delivered', ${numberOf('delivered')},
      'ready_for_delivery', ${numberOf('ready')},
      'reviewed_ready_for_delivery', ${numberOf('reviewed_ready')},
      'total_rework', ${numberOf('rework')},
      'total_reviewed', ${numberOf('reviewed')},
      'by_model', ${query.include_model_breakdown ? byModel : 'NULL'}) AS answer
    FROM cell`,
    projectId,
    query,
  );
  return {
    ...answer,
    review_coverage: percent(answer.reviewed_ready_for_delivery, answer.ready_for_delivery),
    ...(by_model && { by_model }),
  };
}

type DeliveryRow = Omit<DeliveryStats, 'review_coverage' | 'by_model'> & {
  readonly by_model: ModelStats[] | null;
};

/** The number of tasks that a number counts, from rows of `cell`. */
const numberOf = (number: Exclude<TaskNumber, 'with_duration'>): string => {
  const { condition, counter } = NUMBER_CONDITIONS[number];
  return sql`coalesce(sum(${counter}) FILTER (WHERE ${condition}), 0)`;
};

/** Selected tasks by model, status and validation. A task without a timestamp is in no range. */
const cells = (hasDates: boolean): string => sql`
  cell AS MATERIALIZED (
    SELECT target_model, status, validation_status,
      sum(tasks) AS tasks, sum(reviewed_tasks) AS reviewed_tasks
    FROM agg.task_cell
    WHERE ${inScope} ${hasDates ? `AND ${inDates}` : ''}
    GROUP BY 1, 2, 3
    HAVING sum(tasks) > 0
  ),
  duration AS (
    SELECT target_model, sum(duration_count) AS number, sum(duration_sum) AS total,
      min(duration_min) AS minimum, max(duration_max) AS maximum
    FROM agg.duration_day
    WHERE ${inScope} ${hasDates ? `AND ${inDates}` : ''}
    GROUP BY 1
  )`;

/** The number of tasks of each model by a column of `cell`. */
const countsBy = (column: string): string => sql`
  SELECT target_model, json_object_agg(name, tasks ORDER BY name) AS counts
  FROM (
    SELECT target_model, coalesce(nullif(${column}, ''), 'none') AS name, sum(tasks) AS tasks
    FROM cell
    GROUP BY 1, 2
  ) AS counted
  GROUP BY 1`;

const byModel = sql`
  (SELECT coalesce(json_agg(entry ORDER BY target_model = '', target_model), '[]')
    FROM (
      SELECT target_model, json_build_object(
        'target_model', nullif(target_model, ''),
        'total_delivered', ${numberOf('delivered')},
        'ready_for_delivery', ${numberOf('ready')},
        'reviewed_count', ${numberOf('reviewed')},
        'rework_count', ${numberOf('rework')},
        'by_status', (array_agg(of_status.counts))[1],
        'by_validation_status', (array_agg(of_validation.counts))[1],
        'aht_stats', json_build_object(
          'num_tasks', coalesce(max(duration.number), 0),
          'avg_duration_minutes', round(max(duration.total) / max(duration.number), 6),
          'min_duration_minutes', max(duration.minimum),
          'max_duration_minutes', max(duration.maximum),
          'total_duration_minutes', coalesce(max(duration.total), 0))) AS entry
      FROM cell
      LEFT JOIN duration USING (target_model)
      JOIN (${countsBy('status')}) AS of_status USING (target_model)
      JOIN (${countsBy('validation_status')}) AS of_validation USING (target_model)
      GROUP BY target_model
    ) AS model)`;
