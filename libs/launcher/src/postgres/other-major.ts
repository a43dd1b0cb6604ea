import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresBinaries } from './binaries.js';
import type { ClusterHome } from './home.js';

/** The cluster is of another major version of PostgreSQL, whose files this one cannot read. */
class OtherMajorError extends Error {
  constructor(dir: string, cluster: string, own: string) {
    super(
      `The database in ${dir} is of PostgreSQL ${cluster}, and this version of the portal has ${own}. ` +
        'Nothing was changed. Start the version of the portal that used it last; ' +
        'docs/operations.md says under "Upgrades" how its data come here.',
    );
    this.name = 'OtherMajorError';
  }
}

/** @throws {OtherMajorError} */
export function refuseOtherMajor(home: ClusterHome, { version }: PostgresBinaries): void {
  const cluster = readFileSync(join(home.data, 'PG_VERSION'), 'utf8').trim();
  const own = version.split('.')[0] ?? '';
  if (cluster !== own) throw new OtherMajorError(home.dir, cluster, own);
}
