import { overviewSchema } from '@portal/contracts/dashboard';
import type { Stamp } from '@portal/contracts/stamp';
import type { Tools } from './tools.js';

/** Reads the dashboard and a list, again and again. One server never shows an older state after a newer one. */
export function reads({ api, journal, project, pod }: Tools): () => Promise<void> {
  let turn = 0;
  const pages = ['/tasks/tasks-crud/?size=20', `/pods/${pod}/weekly-progress`, '/projects/'];
  let last: Stamp | undefined;
  return async () => {
    turn += 1;
    const answer = await journal.call('read', () => api.get(`/projects/${project}/overview`));
    if (answer !== undefined) {
      const { epoch, revision } = overviewSchema.parse(answer.body);
      if (last?.epoch === epoch && last.revision > revision)
        journal.surprises.push(`read: revision ${revision} after ${last.revision}`);
      last = { epoch, revision };
    }
    await journal.call('read', () => api.get(pages[turn % pages.length] ?? '/projects/'));
  };
}
