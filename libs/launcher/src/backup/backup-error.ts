/** A backup or restore that is refused or fails; the message says everything. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** An error of the system, such as a full disk, as one whose message says everything; else the error. */
export function withoutStack(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error
    ? new BackupError(error.message, { cause: error })
    : error;
}
