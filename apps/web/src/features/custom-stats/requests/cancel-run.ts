import { logError } from '../../../lib/log';
import { api } from '../../../session/api';

/**
 * Ends a run on the server. Closing the connection does so too, but a proxy may keep it open. A run
 * that has ended already is no error.
 */
export async function cancelRun(projectId: number, runId: string): Promise<void> {
  try {
    await api.send(`/projects/${projectId}/custom-stats/runs/${runId}/cancel`, { method: 'POST' });
  } catch (error) {
    logError('A run was not cancelled by its id', error);
  }
}
