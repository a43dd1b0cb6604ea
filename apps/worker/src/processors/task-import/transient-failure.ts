import { isDatabaseAway } from '@portal/persistence/database-away';

/** SQLSTATE classes of a lost connection or server, and of a transaction that must be repeated. */
const TRANSIENT_CLASSES = ['08', '57', '40'];
/** A project of the file was deleted during the import. In the next attempt its rows are errors. */
const FOREIGN_KEY_VIOLATION = '23503';

/** Whether a later attempt may succeed: after a lost connection or a database restart. */
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
