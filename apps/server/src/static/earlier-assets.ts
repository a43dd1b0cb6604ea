import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';

/** Builds besides this one whose files are kept, and for how long after their last start. */
const KEPT_BUILDS = 3;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Keeps the hashed files of this build of the client in `store`, and returns the folders of the builds before,
 * the latest first: a tab that was opened before a release loads its parts from there. Old and surplus
 * builds are removed.
 * @param build names this build
 * @throws if the store cannot be written
 */
export function keepAssets(
  store: string,
  build: string,
  assets: string,
  now = Date.now(),
): string[] {
  const own = join(store, build);
  if (!existsSync(own)) {
    // A copy that was cut off has another name and is replaced.
    const part = `${own}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    cpSync(assets, part, { recursive: true, filter: (path) => !path.endsWith('.map') });
    renameSync(part, own);
  }
  utimesSync(own, now / 1000, now / 1000);
  const others = readdirSync(store)
    .filter((name) => name !== build)
    .map((name) => ({ path: join(store, name), at: statSync(join(store, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at);
  const kept = others.slice(0, KEPT_BUILDS).filter(({ at }) => now - at < KEPT_MS);
  for (const { path } of others) {
    if (!kept.some((one) => one.path === path)) rmSync(path, { recursive: true, force: true });
  }
  return kept.map(({ path }) => path);
}
