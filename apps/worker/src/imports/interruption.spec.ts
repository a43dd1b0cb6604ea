import { createLogger } from '@portal/platform/logging';
import { expect, it } from 'vitest';
import { Interruption } from './interruption.js';

it('IMP-44 is over only when no cancellation can meet the next statement', async () => {
  const answers: (() => void)[] = [];
  const pool = {
    query: () => new Promise<void>((resolve) => answers.push(resolve)),
  };
  const interruption = new Interruption(pool, 1, createLogger('spec', 'silent'));
  interruption.raise('cancelled');
  const events: string[] = [];
  const over = Promise.resolve(interruption.over()).then(() => events.push('over'));
  await new Promise(setImmediate);
  events.push('the database has sent the signal');
  for (const answer of answers) answer();
  await over;
  expect(answers).toHaveLength(1);
  expect(events).toEqual(['the database has sent the signal', 'over']);
});
