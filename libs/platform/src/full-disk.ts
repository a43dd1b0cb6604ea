/** SQLSTATE `disk_full`. */
const DATABASE = '53100';
/** A full disk, and a used-up quota. */
const FILES = ['ENOSPC', 'EDQUOT'];

/** What an error says about a full disk, for users; undefined if it is about something else. */
export function fullDiskOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (code === DATABASE) return 'The disk of the database is full; nothing was changed';
  if (typeof code === 'string' && FILES.includes(code)) {
    return 'The disk of the portal is full; nothing was stored';
  }
  return fullDiskOf(error.cause);
}
