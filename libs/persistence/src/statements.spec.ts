import { describe, expect, it } from 'vitest';
import { summaryOf } from './statements.js';

describe('the name of a statement in a trace', () => {
  it.each([
    ['SELECT name FROM core.project WHERE id = $1', 'SELECT core.project'],
    ['\n  -- a comment\n  update core.task SET x = 1', 'UPDATE'],
    ['INSERT INTO core.meta (key) VALUES ($1)', 'INSERT core.meta'],
    ['WITH a AS (SELECT 1 FROM agg.batch_total) SELECT * FROM a', 'WITH agg.batch_total'],
    [`SELECT 'ada@example.com' FROM secret`, 'SELECT'],
    ['COMMIT', 'COMMIT'],
    ['', 'SQL'],
  ])('SYS-237 is its verb and a table of the portal, and no value: %s', (text, summary) => {
    expect(summaryOf(text)).toBe(summary);
  });
});
