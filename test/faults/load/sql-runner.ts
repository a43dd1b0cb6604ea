import { savedCustomStatSchema } from '@portal/contracts/custom-stats';
import type { Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import type { Tools } from './tools.js';

/** A statistic that counts the tasks of the project; returns its id. */
export async function createStatistic(api: Api, project: number, name: string): Promise<number> {
  // A busy portal may ask to come again later.
  const created = await eventually('a statistic', async () => {
    const answer = await api.post(`/projects/${project}/custom-stats/`, {
      name,
      sql_query: 'SELECT count(*) AS tasks, sum(number_of_turns) AS turns FROM tasks',
      supported_chart_types: ['table'],
      default_chart_type: 'table',
    });
    if (answer.status === 201) return answer.body;
    throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  });
  return savedCustomStatSchema.parse(created).id;
}

export function runsSql({ api, journal, project }: Tools, statId: number): () => Promise<void> {
  return async () => {
    await journal.call('sql', () =>
      api.post(`/projects/${project}/custom-stats/${statId}/execute`, {}),
    );
  };
}
