import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { filesBelow, isTestFile, read } from './repository.js';

/** Below these, each folder is a part of its own. */
const GROUPS = new Set(['features', 'entities']);
const BESIDE = './';
const SOURCES = ['apps/server', 'apps/worker', 'apps/web', 'libs'].flatMap((folder) =>
  folder === 'libs'
    ? ['contracts', 'domain', 'launcher', 'persistence', 'platform', 'sql-guard'].map((name) =>
        join(folder, name),
      )
    : [folder],
);

/** The engines of lists, undo and custom SQL build statements; all other SQL is in libs/persistence. */
const WITH_SQL = ['features/audit', 'features/projects', 'features/tasks', 'lists', 'sandbox'];
/** A tagged text, or one that begins as a statement does. */
const SQL = /(?<!`)\bsql`|[`'(]\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH) [a-z$"(*]/;

/**
 * The folder of a file, or the file itself if it stands beside the folders and brings them together: without
 * its extension, as an import has another one or none.
 */
function folderOf(root: string, path: string): string {
  const [first = '', second = '', ...rest] = path.slice(root.length + 1).split('/');
  if (second === '') return `${BESIDE}${first.replace(/\.\w+$/, '')}`;
  return GROUPS.has(first) && rest.length > 0 ? `${first}/${second}` : first;
}

/** The folders in the root that each of them imports from. */
function arrowsBelow(root: string): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  for (const file of filesBelow(root).filter(isProduct)) {
    const from = folderOf(root, file);
    for (const [, target = ''] of read(file).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      const path = normalize(join(dirname(file), target));
      const to = folderOf(root, path);
      if (to !== from && path.startsWith(`${root}/`))
        arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  return arrows;
}

/** All folders below the root that have product files below them. */
function foldersIn(root: string): string[] {
  const folders = filesBelow(root)
    .filter(isProduct)
    .flatMap((file) => {
      const [, ...parts] = dirname(file).slice(root.length).split('/');
      return parts.map((_, depth) => join(root, ...parts.slice(0, depth + 1)));
    });
  return [...new Set(folders)];
}

/** The arrows between folders alone. */
function withoutFiles(arrows: Map<string, Set<string>>): Map<string, Set<string>> {
  const isFolder = (name: string): boolean => !name.startsWith(BESIDE);
  return new Map(
    [...arrows]
      .filter(([from]) => isFolder(from))
      .map(([from, to]) => [from, new Set([...to].filter(isFolder))]),
  );
}

function isProduct(file: string): boolean {
  return /\.tsx?$/.test(file) && !isTestFile(file) && !/\/(testing|spec-support)\//.test(file);
}

/** A way along the arrows from a folder back to it. */
function circleFrom(start: string, arrows: Map<string, Set<string>>): string[] | undefined {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of arrows.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, start];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}

function circlesOf(arrows: Map<string, Set<string>>): string[] {
  const folders = [...arrows.keys()].filter((from) => !from.startsWith(BESIDE));
  return folders.flatMap((folder) => circleFrom(folder, arrows)?.join(' → ') ?? []);
}

describe('the folders', () => {
  it.each(SOURCES)('ARCH-34 %s: no folder imports from one that imports from it', (source) => {
    const root = `${source}/src`;
    const arrows = arrowsBelow(root);
    expect(arrows.size).toBeGreaterThan(0);
    expect(circlesOf(arrows)).toEqual([]);
    const inside = foldersIn(root).map((folder) => withoutFiles(arrowsBelow(folder)));
    expect(inside.flatMap(circlesOf)).toEqual([]);
  });

  it('ARCH-34 a circle through three folders is found', () => {
    const arrows = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a', 'd'])],
    ]);
    expect(circlesOf(arrows)).toEqual(['a → b → c → a', 'b → c → a → b', 'c → a → b → c']);
  });

  it('ARCH-34 a circle through a file beside the folders is found', () => {
    const [file = '', target = ''] = ['pages.ts', 'pages'].map((path) =>
      folderOf('src', `src/${path}`),
    );
    const arrows = new Map([
      ['features/users', new Set([target])],
      [file, new Set(['features/users'])],
    ]);
    expect(circlesOf(arrows)).toEqual(['features/users → ./pages → features/users']);
  });

  it('ARCH-36 of the server, only these have SQL of their own', () => {
    const withSql = filesBelow('apps/server/src')
      .filter((file) => isProduct(file) && SQL.test(read(file)))
      .map((file) => folderOf('apps/server/src', file));
    expect([...new Set(withSql)].sort()).toEqual(WITH_SQL);
  });
});
