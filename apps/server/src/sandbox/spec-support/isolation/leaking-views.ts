import { REPORTING_VIEWS } from '@portal/persistence/reporting/views';
import type pg from 'pg';

const BOUND = '(SELECT binding.project_id FROM reporting.binding)';

/** Ways to write a view that keep the promise of `security_barrier` by their looks alone. */
const WAYS = {
  plain: (select: string, project: string) => `${select} ${project} = ${BOUND}`,
  'UNION ALL': (select: string, project: string) =>
    `${select} ${project} = ${BOUND} UNION ALL ${select} ${BOUND} = 0`,
};

/** Puts views in place of the reporting views that show the same and leak rows of other projects. */
export async function makeViewsLeak(admin: pg.Client, way: keyof typeof WAYS): Promise<void> {
  for (const { name, columns, from, project } of REPORTING_VIEWS) {
    const select = `SELECT ${columns.join(', ')} FROM ${from.replace('OFFSET 0', '')} WHERE`;
    await admin.query(
      `CREATE OR REPLACE VIEW reporting.${name} WITH (security_barrier) AS ${WAYS[way](select, project)}`,
    );
  }
}
