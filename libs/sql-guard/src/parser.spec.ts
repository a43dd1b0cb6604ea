import { describe, expect, it } from 'vitest';
import { checkQuery } from './check-query.js';
import { REPORTING } from './corpus/reporting.js';
import { parse } from './parser.js';

const deep = `select ${'not '.repeat(9900)}true`;

describe('the parser', () => {
  it('GUARD-10 answers as before, however often a text has overflowed its stack', async () => {
    for (let time = 0; time < 60; time += 1) {
      expect(['crashed', 'parsed']).toContain((await parse(deep)).kind);
    }
    const query = 'select status from tasks';
    expect(await checkQuery(query, REPORTING)).toEqual({
      ...{ ok: true, sql: query, usesProjectId: false, isSteady: true },
    });
    expect(await checkQuery('select from from', REPORTING)).toMatchObject({ ok: false });
  });

  it('GUARD-10 answers texts that come together each for itself', async () => {
    const texts = ['select 1', deep, 'select from', 'select 2', deep, 'select 3'];
    const kinds = (await Promise.all(texts.map(parse))).map(({ kind }) => kind);
    expect(kinds.filter((_, index) => texts[index] !== deep)).toEqual([
      ...['parsed', 'wrong', 'parsed', 'parsed'],
    ]);
  });
});
