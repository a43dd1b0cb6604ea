import type { Caller } from '@portal/domain/caller';
import { maySeeImport } from '@portal/domain/uploads';
import type { UnfinishedImport } from '@portal/persistence/imports/import-models';
import { ProblemException } from '../../problems/problem.js';

/**
 * Refuses a move that makes an import wait behind more others than before, unless the caller may
 * cancel that import. A caller may cancel the imports that the caller sees. The error names only the
 * place of an import that the caller does not see.
 * @param before all unfinished imports in the order of their turns, and `after` the same ones moved
 * @throws {ProblemException} `forbidden`
 */
export function refuseDelays(
  caller: Caller,
  before: readonly UnfinishedImport[],
  after: readonly UnfinishedImport[],
): void {
  // One that began, ended or came meanwhile was not moved.
  const later = queuedAmong(after, before).map(({ id }) => id);
  const delayed = queuedAmong(before, after).flatMap((one, place) =>
    later.indexOf(one.id) > place && !maySeeImport(caller, one) ? [place + 1] : [],
  );
  if (delayed.length === 0) return;
  throw new ProblemException(
    'forbidden',
    'Imports of others would wait longer; only users who may cancel them may decide this',
    delayed.map((place) => ({
      pointer: '/to',
      detail: `would delay the import at place ${place} of the queue, which you may not cancel; with {"among":"own"} only those of one uploader change places`,
    })),
  );
}

function queuedAmong(
  imports: readonly UnfinishedImport[],
  others: readonly UnfinishedImport[],
): readonly UnfinishedImport[] {
  const queued = new Set(others.filter(isQueued).map(({ id }) => id));
  return imports.filter((one) => isQueued(one) && queued.has(one.id));
}

const isQueued = ({ state }: UnfinishedImport): boolean => state === 'queued';
