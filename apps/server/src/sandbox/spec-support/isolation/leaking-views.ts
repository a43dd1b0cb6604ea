import { REPORTING_VIEWS } from '@portal/persistence/reporting/views';
import type pg from 'pg';

const BOUND = '(SELECT binding.project_id FROM reporting.binding)';

/** Views that declare `security_barrier` but leak. */
const WAYS = {
  plain: (select: string, project: string) => `${select} ${project} = ${BOUND}`,
  'UNION ALL': (select: string, project: string) =>
    `${select} ${project} = ${BOUND} UNION ALL ${select} ${BOUND} = 0`,
};

/** Replaces the reporting views with views that return the same but leak rows of other projects. */
export async function makeViewsLeak(admin: pg.Client, way: keyof typeof WAYS): Promise<void> {
  for (const { name, columns, from, project } of REPORTING_VIEWS) {
    const select = `SELECT ${columns.join(', ')} FROM ${from.replace('OFFSET 0', '')} WHERE`;
    await admin.query(
      `CREATE OR REPLACE VIEW reporting.${name} WITH (security_barrier) AS ${WAYS[way](select, project)}`,
    );
  }
}
