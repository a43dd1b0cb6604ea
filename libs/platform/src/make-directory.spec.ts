import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadOrCreateSecret } from './load-or-create-secret.js';
import { makeDirectory, UnusableDirectoryError } from './make-directory.js';
import { openUploadStore } from './open-upload-store.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portal-directory-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('a directory of the configuration', () => {
  it('RUN-46 is created with its parents, also if it exists', () => {
    const dir = join(root, 'a', 'b');
    for (let n = 0; n < 2; n += 1) makeDirectory(dir, 0o700);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
  });

  it.runIf(existsSync('/proc/self'))('RUN-46 is refused by name where nobody can create it', () => {
    for (const use of [
      (dir: string) => makeDirectory(dir),
      (dir: string) => loadOrCreateSecret(dir, 'jwt-secret'),
      (dir: string) => openUploadStore({ kind: 'file', dir }),
    ]) {
      expect(() => use('/proc/nope')).toThrow(UnusableDirectoryError);
      expect(() => use('/proc/nope/below')).toThrow(
        /^The directory \/proc\/nope\/below cannot be used/,
      );
      expect(() => use(join(root, 'fine'))).not.toThrow();
    }
  });

  it('RUN-46 is refused by name where a file is in the way', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    for (const dir of [file, join(file, 'below')]) {
      expect(() => makeDirectory(dir)).toThrow(`The directory ${dir} cannot be used`);
    }
  });
});
