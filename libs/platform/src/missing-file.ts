/** Whether an error of the upload store means that the file does not exist, on disk or in S3. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause ? cause.code : undefined;
  return code === 'ENOENT' || cause.name === 'NotFound' || cause.name === 'NoSuchKey';
}
