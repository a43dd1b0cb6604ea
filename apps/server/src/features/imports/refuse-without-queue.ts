import type { QueueHandle } from '@portal/platform/queue';
import { withTimeout } from '@portal/platform/with-timeout';
import { ProblemException } from '../../http/problems/problem.js';

const TIMEOUT_MS = 2_000;

/**
 * Without Redis a job waits until Redis is back, and with it the request.
 * @throws {ProblemException} `unavailable` if the queue does not respond
 */
export async function refuseWithoutQueue(queue: QueueHandle): Promise<void> {
  try {
    await withTimeout(queue.ping(), TIMEOUT_MS);
  } catch {
    throw new ProblemException(
      'unavailable',
      'Imports are not possible at the moment: their queue cannot be reached. Everything else works.',
    );
  }
}
