import { expect, it } from 'vitest';
import { type ToldAlert, type ToldFacts, wordsOf } from './telling.js';

const NONE = { targets: [], joined: [], changed: [], left: [], behind: [], led: [] };
const ALERT: ToldAlert = {
  ...{ id: 4, project_id: 2, name: 'Rework', problem: null },
  ...{ fired: 0, still: 0, recovered: 0, lost: 0, more: 0, keys: [] },
};
const FACTS: ToldFacts = {
  ...{ kind: 'alert', things: 1, task_ids: [], by: null, project: 'Alpha', import: null },
  ...{ pods: NONE, roles: { given: [], taken: [] }, alert: ALERT, webhook: null, digest: null },
};
const said = (alert: Partial<ToldAlert>, more: Partial<ToldFacts> = {}) =>
  wordsOf({ ...FACTS, alert: { ...ALERT, ...alert }, ...more }).text;

it('TELL-29 says of an alert how many keys are new, still and recovered, and after what', () => {
  expect(said({ fired: 3, still: 2, recovered: 1, keys: ['4', '5'] })).toBe(
    'Alert "Rework" in Alpha has 3 new, 2 still, 1 recovered (4, 5).',
  );
  const file = { id: 'x', file_name: 'tasks.json', state: null };
  expect(said({ fired: 1 }, { import: file })).toBe(
    'Alert "Rework" in Alpha fires, after the import of tasks.json.',
  );
  expect(said({ recovered: 1 }, { by: 'Ann' })).toBe(
    'Alert "Rework" in Alpha has recovered, after a change by Ann.',
  );
  expect(said({ fired: 1, more: 2 }, { import: file })).toBe(
    'Alert "Rework" in Alpha fires, after the import of tasks.json and 2 more changes.',
  );
  expect(said({ fired: 1, more: 1 }, { by: 'Ann' })).toContain('by Ann and one more change.');
  expect(said({ fired: 1, more: 1 })).toBe('Alert "Rework" in Alpha fires.');
  expect(said({ problem: 'channel' })).toContain('could not write to its Slack channel');
  expect(said({ lost: 1 })).toBe('Alert "Rework" in Alpha has no data.');
  expect(said({ name: null, fired: 1 }, { project: null })).toBe('An alert fires.');
  expect(said({ problem: 'failing' })).toContain('failed three times in a row');
  expect(said({ problem: 'suspended' })).toContain('is suspended');
  expect(wordsOf(FACTS).link).toBe('/projects/2/alerts?alert=4');
});
