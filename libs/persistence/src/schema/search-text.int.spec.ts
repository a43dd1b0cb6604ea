import { searchText } from '@portal/domain/search-text';
import { NAUGHTY_STRINGS } from '@portal/testing/naughty-strings';
import { testDatabase } from '@portal/testing/postgres';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Db } from '../db.js';

let db: Db;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  ({ drop } = database);
  db = Db.open({ url: database.url, applicationName: 'spec', poolSize: 1 });
});
afterAll(async () => {
  await db.end();
  await drop();
});

const stored = async (texts: readonly string[]) => {
  const rows = await db.query<{ text: string }>(
    'SELECT core.search_text(text) AS text FROM unnest($1::text[]) WITH ORDINALITY AS of (text, at) ORDER BY at',
    [texts],
  );
  return rows.map(({ text }) => text);
};

it.each([
  ['Zoë Ångström', 'zoe angstrom'],
  ['Łukasz GROẞ', 'lukasz gross'],
  ['Æsop ﬁne ２', 'aesop fine 2'],
  ['İstanbul ΑΣ', 'istanbul ασ'],
  ['Ёлка 각 が', 'елка 각 が'.normalize('NFKD')],
  ['plain 100%_', 'plain 100%_'],
])('CRUD-134 compares %j as %j', async (text, compared) => {
  expect(searchText(text)).toBe(compared);
  expect(await stored([text])).toEqual([compared]);
});

it('CRUD-134 is the same in the database and in the browser', async () => {
  const LAST = 0x2fff;
  const letters = Array.from({ length: LAST }, (_, at) => String.fromCodePoint(at + 1));
  const storable = (text: string) => !/[\0\p{Surrogate}]/u.test(text);
  const texts = [...letters, ...NAUGHTY_STRINGS.filter(storable)];
  expect(await stored(texts)).toEqual(texts.map(searchText));
  // Latin, Greek and Cyrillic with all accents. Of later scripts, one side may know a newer Unicode, and so put
  // several combining characters in another order.
  const text = fc.string({ unit: fc.constantFrom(...letters.slice(0, 0x52f)) });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 20 }), async (some) => {
      expect(await stored(some)).toEqual(some.map(searchText));
    }),
    { numRuns: 50 },
  );
});
