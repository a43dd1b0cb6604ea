import { isDatabaseAway } from '@portal/persistence/database-away';

/** SQLSTATE classes of a connection or server that is gone, and of a transaction to be repeated. */
const TRANSIENT_CLASSES = ['08', '57', '40'];
/** A project of the file was deleted under the import; read anew, its rows are in error. */
const FOREIGN_KEY_VIOLATION = '23503';

/** Whether the same work may succeed a little later: a lost connection, a database restart. */
export function isTransient(error: unknown): boolean {
  if (isDatabaseAway(error)) return true;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return false;
  const { code } = error;
  return (
    code === FOREIGN_KEY_VIOLATION ||
    (code.length === 5 && TRANSIENT_CLASSES.includes(code.slice(0, 2)))
  );
}
