import { expect } from '@jest/globals';
import { connectTo } from '@portal/testing/query-client';
import type { Fault } from '../fault.js';

/** More than all pools of both servers have connections. */
const REQUESTS = 120;
const CONFLICT = 409;
/** Custom SQL that takes too long, here behind the lock. */
const TOO_LONG = 422;

/** Somebody holds the table of tasks, so that every edit and every list of tasks waits. */
export const poolExhausted: Fault = {
  name: 'more requests wait for the database than it has connections',
  refusals: [CONFLICT, TOO_LONG],
  async break({ cluster, load }) {
    const holder = await connectTo(cluster.database.url);
    try {
      await holder.query('BEGIN; LOCK TABLE core.task IN ACCESS EXCLUSIVE MODE');
      const answers = await Promise.all(
        Array.from({ length: REQUESTS }, (_, n) =>
          n % 2 === 0
            ? load.api.patch(`/tasks/tasks-crud/${load.firstTaskId}`, { status: 'rework' })
            : load.api.get('/tasks/tasks-crud/?size=20'),
        ),
      );
      // Each one has its answer while the table is still held.
      const statuses = new Set(answers.map(({ status }) => status));
      expect([...statuses].filter((status) => ![CONFLICT, 429, 503, 504].includes(status))).toEqual(
        [],
      );
    } finally {
      await holder.close();
    }
  },
  mend: () => Promise.resolve(),
};
