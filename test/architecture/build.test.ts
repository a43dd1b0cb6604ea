import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { filesBelow, read } from './repository.js';

/** The libraries that are compiled with a project. */
function compiledWith(project: string): string[] {
  const own = project.startsWith('libs/') ? [project.slice('libs/'.length)] : [];
  const references = [...read(`${project}/tsconfig.json`).matchAll(/"path": "([^"]+)"/g)];
  return [...own, ...references.flatMap(([, path = '']) => compiledWith(join(project, path)))];
}

it('ARCH-39 npm start, backup and restore build each library that they import', () => {
  const [, projects = ''] =
    /portal: \{[^}]*compile\(([^)]*)\)/.exec(read('scripts/lib/build.mjs')) ?? [];
  const built = projects
    .split(', ')
    .flatMap((project) => compiledWith(project.replaceAll("'", '')));
  const scripts = filesBelow('scripts').filter((path) =>
    /^scripts\/(lib\/)?[\w-]+\.mjs$/.test(path),
  );
  const imported = scripts.flatMap((path) =>
    [...read(path).matchAll(/(?:from|import\()\s*'@portal\/([\w-]+)\//g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(imported).toContain('launcher');
  // What tests and benches share is a part of its own.
  const missing = imported.filter((name) => name !== 'testing' && !built.includes(name));
  expect(missing).toEqual([]);
});
