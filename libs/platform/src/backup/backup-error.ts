/** A backup or restore that is refused or fails; the message says everything. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
