import { isDeepStrictEqual } from 'node:util';
import { customStatResultSchema, customStatSchema } from '@portal/contracts/custom-stats';
import { NAUGHTY_STRINGS } from '@portal/testing/naughty-strings';
import { share } from '@portal/testing/runs';
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

/** The error, if the text was not handled correctly in these fields; each that is refused is left out. */
async function faultOf(
  text: string,
  fields: readonly ('name' | 'description')[] = ['name', 'description'],
): Promise<string | null> {
  const texts = Object.fromEntries(fields.map((field) => [field, text]));
  const answer = await world.call('POST', '', { ...STAT, name: `A name ${++last}`, ...texts });
  const fault = (what: string) => `${fields.join(' and ')} ${JSON.stringify(text)} ${what}`;
  if (answer.status === 400) {
    const pointers = (await problemIn(answer)).errors?.map(({ pointer }) => pointer) ?? [];
    const others = fields.filter((field) => !pointers.includes(`/${field}`));
    if (others.length === fields.length) return fault('refused without its field');
    return others.length === 0 ? null : faultOf(text, others);
  }
  // Equal after normalization.
  if (answer.status === 409 && fields.includes('name')) return null;
  if (answer.status !== 201) return fault(`is answered ${answer.status}`);
  const stat = customStatSchema.parse(await answer.json());
  await world.call('DELETE', String(stat.id));
  const stored = text.normalize('NFC').trim();
  const wanted = stored === '' ? null : stored;
  return fields.every((field) => stat[field] === wanted) ? null : fault('is stored differently');
}

/** The texts that one query returns together: alone, each of them can be sent. */
async function faultInColumns(texts: readonly string[]): Promise<string | null> {
  const literals = texts.map((text) => `'${text.replaceAll("'", "''")}'`);
  const sql_query = `SELECT ${literals.join(', ')}`;
  const answer = await world.call('POST', 'preview', { sql_query });
  const result = customStatResultSchema.safeParse(await answer.json());
  return isDeepStrictEqual(result.data?.data, [texts]) ? null : `returned others: ${sql_query}`;
}

async function faultInQuery(text: string): Promise<string | null> {
  const sql_query = `SELECT '${text.replaceAll("'", "''")}' AS text`;
  const answer = await world.call('POST', 'preview', { sql_query });
  if (answer.status === 400) {
    const { errors } = await problemIn(answer);
    return isReadable(text) || errors?.[0]?.pointer !== '/sql_query'
      ? `refused ${sql_query}`
      : null;
  }
  const result = customStatResultSchema.safeParse(await answer.json());
  return result.data?.data[0]?.[0] === text ? null : `returned another text: ${sql_query}`;
}

const isReadable = (text: string): boolean =>
  !/\0|\p{Surrogate}/u.test(text) && Buffer.byteLength(text) < MAX_QUERY_BYTES - 100;

describe('text of any kind', () => {
  it('CST-8 is returned as sent in a name and a description', async () => {
    const texts = share(NAUGHTY_STRINGS, 5, 0);
    const faults = await fourAtOnce.map(texts, (text) => faultOf(text));
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });

  it('CST-8 stays unchanged in a query', async () => {
    const short = NAUGHTY_STRINGS.filter((text) => isReadable(text) && text.length < 1_000);
    const others = NAUGHTY_STRINGS.filter((text) => !short.includes(text));
    const faults = [
      ...(await fourAtOnce.map(chunksOf(short, 20), faultInColumns)),
      ...(await fourAtOnce.map(others, faultInQuery)),
    ];
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
  });
});

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
