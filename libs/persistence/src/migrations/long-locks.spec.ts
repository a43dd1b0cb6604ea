import { describe, expect, it, vi } from 'vitest';
import { createMigrator } from '../data-source.js';
import { MIGRATIONS } from './all.js';
import { breaks, longLocks } from './spec-support/long-locks.js';

describe('a migration', () => {
  // The baseline makes all tables itself.
  it.each(MIGRATIONS.slice(1).map((Migration) => ({ of: Migration.name, Migration })))(
    'DATA-14 and DATA-15 $of holds up nobody and breaks no server',
    async ({ Migration }) => {
      const migration = new Migration();
      const runner = createMigrator('postgresql://unused', {}).createQueryRunner();
      const texts: string[] = [];
      vi.spyOn(runner, 'query').mockImplementation((text) => {
        texts.push(text);
        return Promise.resolve([]);
      });
      await migration.up(runner);
      expect(texts).not.toEqual([]);
      const inTransaction = !('transaction' in migration && migration.transaction === false);
      expect(longLocks({ texts, inTransaction })).toEqual([]);
      expect(breaks({ texts, inTransaction })).toEqual([]);
    },
  );

  it.each([
    [
      'CREATE INDEX i ON core.task (status)',
      'CREATE INDEX i ON core.project (name)',
      'use CREATE INDEX CONCURRENTLY',
    ],
    [
      'CREATE INDEX CONCURRENTLY i ON core.task (status)',
      'CREATE TABLE core.noted (id int); CREATE INDEX i ON core.noted (id)',
      'only in a migration with `transaction = false`',
    ],
    [
      'ALTER TABLE core.task ADD COLUMN part uuid DEFAULT gen_random_uuid()',
      'ALTER TABLE core.task ADD COLUMN part timestamptz NOT NULL DEFAULT now()',
      'A default that is computed for each row',
    ],
    [
      'ALTER TABLE core.task ADD COLUMN part int GENERATED ALWAYS AS (number_of_turns * 2) STORED',
      "ALTER TABLE core.task ADD COLUMN part xid8 NOT NULL DEFAULT '0'::xid8",
      'A generated column rewrites',
    ],
    [
      'ALTER TABLE core.task ADD COLUMN part bigserial',
      'ALTER TABLE core.task ADD COLUMN part bigint',
      'A serial column rewrites',
    ],
    [
      'ALTER TABLE core.task ADD COLUMN part int CHECK (part > 0)',
      'ALTER TABLE core.task_import ADD COLUMN part int CHECK (part > 0)',
      'add it NOT VALID',
    ],
    [
      'ALTER TABLE core.task_review ALTER COLUMN score TYPE float8',
      'ALTER TABLE core.task_review ALTER COLUMN score SET DEFAULT 1',
      'add a column beside it',
    ],
    [
      'ALTER TABLE core.task ALTER COLUMN user_email SET NOT NULL',
      'ALTER TABLE core.task ALTER COLUMN user_email DROP NOT NULL',
      'SET NOT NULL reads core.task',
    ],
    [
      'ALTER TABLE core.task ADD CONSTRAINT part CHECK (status > $$a$$)',
      'ALTER TABLE core.task ADD CONSTRAINT part CHECK (status > $$a$$) NOT VALID',
      'VALIDATE it in a migration of its own',
    ],
    [
      'ALTER TABLE core.task ADD CONSTRAINT part UNIQUE (colab_link)',
      'ALTER TABLE core.task ADD CONSTRAINT part UNIQUE USING INDEX part',
      'USING INDEX',
    ],
    ['UPDATE core.task SET number_of_turns = 0', "UPDATE core.chore SET name = 'x'", 'in batches'],
    [
      'WITH gone AS (DELETE FROM core.task_review RETURNING *) SELECT count(*) FROM gone',
      'WITH gone AS (DELETE FROM core.chore RETURNING *) SELECT count(*) FROM gone',
      'in batches',
    ],
    ['TRUNCATE core.project, core.audit', 'TRUNCATE core.project', 'It empties core.audit'],
    [
      'CREATE FUNCTION core.one() RETURNS int LANGUAGE sql RETURN 1',
      'SELECT core.epoch()',
      'belongs to schema/',
    ],
    [
      'CREATE OR REPLACE TRIGGER t AFTER INSERT ON core.pod EXECUTE FUNCTION core.f()',
      'CREATE TABLE core.noted (id int)',
      'belongs to schema/',
    ],
    ['CREATE VIEW core.v AS SELECT 1', 'CREATE TABLE core.v (id int)', 'belongs to schema/'],
    [
      'LOCK TABLE core.task; INSERT INTO core.pod SELECT * FROM core.task',
      'LOCK TABLE core.task; INSERT INTO core.pod DEFAULT VALUES',
      'It reads core.task while it has the lock of core.task',
    ],
    ['DO $$ BEGIN UPDATE core.task SET status = $t$x$t$; END $$', 'SELECT 1', 'A DO block hides'],
    ['REINDEX TABLE core.task', 'ANALYZE core.task', 'ReindexStmt'],
  ])('DATA-14 may not say %s, but %s', (long, short, advice) => {
    expect(longLocks({ texts: [long], inTransaction: true })).toEqual([
      expect.stringContaining(advice),
    ]);
    expect(longLocks({ texts: [short], inTransaction: true })).toEqual([]);
  });

  it.each([
    [
      'ALTER TABLE core.pod DROP COLUMN description',
      'ALTER TABLE agg.pending_cell DROP COLUMN turns',
    ],
    [
      'ALTER TABLE core.pod RENAME COLUMN name TO title',
      'ALTER TABLE core.pod ADD COLUMN title text',
    ],
    ['DROP TABLE core.chore', '-- Unused since version 0.9.0.\nDROP TABLE core.chore'],
    ['DROP VIEW core.user_grant', 'DROP INDEX core.task_changed'],
  ])('DATA-15 may not say %s, but %s', (breaking, kind) => {
    expect(breaks({ texts: [breaking], inTransaction: true })).toEqual([
      expect.stringContaining('drop it in a later version'),
    ]);
    expect(breaks({ texts: [kind], inTransaction: true })).toEqual([]);
  });

  it('DATA-14 may build an index and fill a column outside of a transaction, in parts', () => {
    const check = (text: string) => longLocks({ texts: [text], inTransaction: false });
    expect(check('CREATE INDEX CONCURRENTLY i ON core.task (status)')).toEqual([]);
    expect(check('UPDATE core.task SET status = status WHERE turing_task_id < 1000')).toEqual([]);
    expect(check('UPDATE core.task SET status = status')).toEqual([
      expect.stringContaining('in batches'),
    ]);
  });
});
