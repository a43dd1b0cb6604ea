import { createHash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { CODE, type CodeObject } from '../database-code.js';
import { sql } from '../sql.js';

/**
 * Locks, for a transaction that replaces code: no change of tasks is under way when it commits. One that had queued
 * its differences for a former function would be counted by the present one. First of all locks, as an edit locks a
 * task before the read models.
 */
export const withoutChanges = sql`LOCK TABLE core.task, agg.touched IN SHARE ROW EXCLUSIVE MODE`;

/** Whether the functions, views and triggers of a migrated database are not those of today. */
export async function isCodeOutdated(runner: QueryRunner): Promise<boolean> {
  const { changed, gone } = await changesOfCode(runner);
  return changed.length + gone.length > 0;
}

/**
 * Makes the functions, views and triggers of the database those of today, under `withoutChanges`.
 * @returns how many were replaced, created or dropped
 */
export async function replaceCode(runner: QueryRunner): Promise<number> {
  const { changed, gone } = await changesOfCode(runner);
  const names = changed.map(({ name }) => name);
  await runner.query(storeCode, [names, changed.map(hashOf)]);
  await runner.query(sql`DELETE FROM core.code WHERE name <> ALL ($1)`, [
    CODE.map(({ name }) => name),
  ]);
  const statements = [
    ...gone.filter((name) => name.startsWith('TRIGGER ')).map((name) => `DROP ${name}`),
    ...changed.filter((object) => !isDeferred(object)).map(replacement),
    ...deferredTriggers(changed.filter(isDeferred)),
    ...['VIEW', 'FUNCTION'].flatMap((kind) => dropping(kind, gone)),
  ];
  // One message, so that the locks are short.
  await runner.query(statements.join(';\n'));
  return changed.length + gone.length;
}

/** All of a kind at once: they can depend on each other. */
function dropping(kind: string, gone: readonly string[]): string[] {
  const names = gone
    .filter((name) => name.startsWith(`${kind} `))
    .map((name) => name.slice(kind.length + 1));
  return names.length === 0 ? [] : [`DROP ${kind} ${names.join(', ')}`];
}

interface StoredObject {
  readonly name: string;
  readonly text_hash: string;
  readonly is_there: boolean;
}

/** The objects with another text or none, and the names of those that today's code does not have. */
async function changesOfCode(runner: QueryRunner) {
  const stored = await runner.manager.query<StoredObject[]>(storedCode);
  const present = stored.filter(({ is_there: isThere }) => isThere);
  const hashes = new Map(present.map(({ name, text_hash: hash }) => [name, hash]));
  const names = new Set(CODE.map(({ name }) => name));
  return {
    changed: CODE.filter((object) => hashes.get(object.name) !== hashOf(object)),
    gone: present.map(({ name }) => name).filter((name) => !names.has(name)),
  };
}

const storedCode = sql`
SELECT name, text_hash, CASE split_part(name, ' ', 1)
  WHEN 'FUNCTION' THEN to_regprocedure(substr(name, 10)) IS NOT NULL
  WHEN 'VIEW' THEN to_regclass(substr(name, 6)) IS NOT NULL
  ELSE EXISTS (
    SELECT FROM pg_trigger
    WHERE 'TRIGGER ' || quote_ident(tgname) || ' ON ' || tgrelid::regclass = code.name)
END AS is_there
FROM core.code`;

const storeCode = sql`
INSERT INTO core.code (name, text_hash) SELECT * FROM unnest($1::text[], $2::text[])
ON CONFLICT (name) DO UPDATE SET text_hash = excluded.text_hash`;

const isDeferred = ({ kind }: CodeObject): boolean => kind === 'CONSTRAINT TRIGGER';

const replacement = ({ text }: CodeObject): string => text.replace('CREATE', 'CREATE OR REPLACE');

/**
 * PostgreSQL cannot replace a constraint trigger, and one that is dropped does nothing at the commit: what the
 * migrations queued for it is done before, by today's functions.
 */
function deferredTriggers(changed: readonly CodeObject[]): string[] {
  if (changed.length === 0) return [];
  return [
    'SET CONSTRAINTS ALL IMMEDIATE',
    ...changed.map(({ name, text }) => `DROP ${name.replace(' ', ' IF EXISTS ')};\n${text}`),
    'SET CONSTRAINTS ALL DEFERRED',
  ];
}

function hashOf({ text }: CodeObject): string {
  return createHash('sha256').update(text).digest('hex');
}
