import { customStatResultSchema, customStatSchema } from '@portal/contracts/custom-stats';
import { NAUGHTY_STRINGS } from '@portal/testing/naughty-strings';
import { MAX_QUERY_BYTES } from '@portal/contracts/constants';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemIn } from '../../testing/requests.js';
import { openStatsWorld, STAT, type StatsWorld } from './spec-support/stats-world.js';

let world: StatsWorld;
beforeAll(async () => {
  world = await openStatsWorld();
});
afterAll(() => world.server.stop());

let last = 0;
const fourAtOnce = pLimit(4);
/** Some thousand requests, on a busy machine. */
const LONG_MS = 600_000;

/** The error, if the text was not handled correctly. */
async function faultOf(field: 'name' | 'description', text: string): Promise<string | null> {
  const answer = await world.call('POST', '', { ...STAT, name: `A name ${++last}`, [field]: text });
  const fault = (what: string) => `${field} ${JSON.stringify(text)} ${what}`;
  if (answer.status === 400) {
    const { errors } = await problemIn(answer);
    return errors?.[0]?.pointer === `/${field}` ? null : fault('refused without its field');
  }
  // Equal after normalization.
  if (answer.status === 409 && field === 'name') return null;
  if (answer.status !== 201) return fault(`is answered ${answer.status}`);
  const stat = customStatSchema.parse(await answer.json());
  await world.call('DELETE', String(stat.id));
  const stored = text.normalize('NFC').trim();
  return stat[field] === (stored === '' ? null : stored) ? null : fault('is stored differently');
}

async function faultInQuery(text: string): Promise<string | null> {
  const sql_query = `SELECT '${text.replaceAll("'", "''")}' AS text`;
  const answer = await world.call('POST', 'preview', { sql_query });
  if (answer.status === 400) {
    const { errors } = await problemIn(answer);
    const isUnreadable =
      /\0|\p{Surrogate}/u.test(text) || Buffer.byteLength(sql_query) > MAX_QUERY_BYTES;
    return isUnreadable && errors?.[0]?.pointer === '/sql_query' ? null : `refused ${sql_query}`;
  }
  const result = customStatResultSchema.safeParse(await answer.json());
  return result.data?.data[0]?.[0] === text ? null : `returned another text: ${sql_query}`;
}

describe('text of any kind', () => {
  it.each(['name', 'description'] as const)(
    'CST-8 is returned as sent: %s',
    { timeout: LONG_MS },
    async (field) => {
      const faults = await fourAtOnce.map(NAUGHTY_STRINGS, (text) => faultOf(field, text));
      expect(faults.filter((fault) => fault !== null)).toEqual([]);
    },
  );

  it('CST-8 stays unchanged in a query', { timeout: LONG_MS }, async () => {
    const faults = await fourAtOnce.map(NAUGHTY_STRINGS, faultInQuery);
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });
});
