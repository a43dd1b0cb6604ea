import { expect } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { query } from '../../support/world.js';
import type { Importer, SentFile } from '../load/importer.js';
import type { Load } from '../load/load.js';

interface StoredImport {
  id: string;
  file: string;
  state: string;
  failure: string | null;
  changed: number;
  ended: string;
  undoes: string | null;
  /** Records of its end in the audit. */
  records: number;
}

/** Waits until no import waits or runs. */
export async function importsEnd(databaseUrl: string): Promise<void> {
  await eventually('every import to end', async () => {
    const open = await query<{ file: string; state: string }>(
      databaseUrl,
      `SELECT file_name AS file, state FROM core.task_import WHERE finished_at IS NULL`,
    );
    if (open.length > 0) throw new Error(JSON.stringify(open));
    return true;
  });
}

/**
 * Every acknowledged import has completed, once and exactly; one that was not acknowledged is whole or absent.
 * @param failures the codes with which imports may fail
 */
export async function checkImports(
  databaseUrl: string,
  { importers }: Load,
  failures: readonly string[],
): Promise<void> {
  const stored = await query<StoredImport>(
    databaseUrl,
    `SELECT id, file_name AS file, state, failure_code AS failure, undoes,
       (coalesce(inserted, 0) + coalesce(updated, 0))::int AS changed,
       to_char(finished_at, 'YYYYMMDDHH24MISSUS') AS ended,
       (SELECT count(*)::int FROM core.audit
        WHERE entity = 'task_import' AND entity_id = task_import.id::text AND action = 'update') AS records
     FROM core.task_import`,
  );
  for (const importer of importers) {
    for (const sent of importer.files) checkImport(sent, stored, failures);
    if (importer.makesTasks) await checkNewTasks(databaseUrl, importer, stored);
    else await checkKnownTasks(databaseUrl, importer, stored);
  }
}

function checkImport(sent: SentFile, stored: StoredImport[], failures: readonly string[]): void {
  const own = stored.filter(({ file, undoes }) => file === sent.fileName && undoes === null);
  expect(own.length).toBeLessThanOrEqual(1);
  const [found] = own;
  if (sent.importId !== undefined) expect(found?.id).toBe(sent.importId);
  if (found === undefined) return;
  const undos = stored.filter(({ undoes }) => undoes === found.id);
  expect(undos.length).toBeLessThanOrEqual(sent.wasUndoAsked ? 1 : 0);
  if (sent.undoId !== undefined) expect(undos[0]?.id).toBe(sent.undoId);
  for (const each of [found, ...undos]) {
    const hasFailed = each.failure !== null && failures.includes(each.failure);
    expect([sent.fileName, hasFailed ? 'completed' : each.state]).toEqual([
      sent.fileName,
      'completed',
    ]);
    expect([sent.fileName, each.records]).toEqual([sent.fileName, hasFailed ? 0 : 1]);
  }
  if (found.state === 'completed') expect(found.changed).toBe(sent.rows);
}

async function checkNewTasks(
  databaseUrl: string,
  { files }: Importer,
  stored: StoredImport[],
): Promise<void> {
  const isDone = (each: StoredImport): boolean => each.state === 'completed';
  for (const sent of files) {
    const done = stored.find((each) => each.file === sent.fileName && !each.undoes && isDone(each));
    const isUndone = stored.some((each) => each.undoes === done?.id && isDone(each));
    const wanted = done !== undefined && !isUndone ? sent.rows : 0;
    expect([sent.fileName, await turnsOf(databaseUrl, sent)]).toEqual([
      sent.fileName,
      wanted === 0 ? {} : { [sent.number]: wanted },
    ]);
  }
}

/** All of these files change the same tasks: the last one counts, as a whole. */
async function checkKnownTasks(
  databaseUrl: string,
  { files }: Importer,
  stored: StoredImport[],
): Promise<void> {
  const ends = files.flatMap((sent) =>
    stored
      .filter(({ file, state }) => file === sent.fileName && state === 'completed')
      .map(({ ended }) => ({ sent, ended })),
  );
  const last = ends.sort((a, b) => (a.ended < b.ended ? -1 : 1)).at(-1)?.sent;
  const [first] = files;
  if (first === undefined) return;
  expect(await turnsOf(databaseUrl, first)).toEqual({ [last?.number ?? 0]: first.rows });
}

/** Number of tasks of the file by their turns. */
async function turnsOf(databaseUrl: string, sent: SentFile): Promise<Record<string, number>> {
  const rows = await query<{ turns: number; tasks: number }>(
    databaseUrl,
    `SELECT number_of_turns AS turns, count(*)::int AS tasks FROM core.task
     WHERE turing_task_id >= $1 AND turing_task_id < $1 + $2 GROUP BY 1`,
    [sent.firstTaskId, sent.rows],
  );
  return Object.fromEntries(rows.map(({ turns, tasks }) => [turns, tasks]));
}
