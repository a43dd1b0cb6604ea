import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PREFIX = 'portal-tests-';

/**
 * Gives this process and its children a temporary directory of their own and removes it at exit, so
 * that a test run leaves no files. Does nothing inside an enclosing run.
 */
export default function ownTemporaryFolder(): void {
  if (basename(tmpdir()).startsWith(PREFIX)) return;
  const dir = mkdtempSync(join(tmpdir(), PREFIX));
  // The database can run as another user than this process.
  chmodSync(dir, 0o755);
  process.env['TMPDIR'] = dir;
  process.once('exit', () => rmSync(dir, { recursive: true, force: true, maxRetries: 10 }));
}
