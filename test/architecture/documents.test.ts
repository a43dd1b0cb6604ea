import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { environmentSchema } from '@portal/platform/config-variables';
import { filesBelow, isTestFile, read, ROOT } from './repository.js';

describe('the list of migrations', () => {
  it('ARCH-5 contains every migration file, by number', () => {
    const folder = 'libs/persistence/src/migrations/';
    const files = filesBelow(folder)
      .filter((path) => read(path).includes('extends Migration '))
      .map((path) => path.slice(folder.length))
      .sort();
    const list = read(`${folder}all.ts`);
    const imported = [...list.matchAll(/import \{ (\w+) \} from '\.\/(.+)\.js';/g)];
    expect(imported.map((match) => `${match[2]}.ts`)).toEqual(files);

    const listed = /MIGRATIONS = \[([^\]]*)\]/.exec(list)?.[1]?.match(/\w+/g);
    expect(listed).toEqual(imported.map((match) => match[1]));
    // They run in the order of their timestamps.
    const timestamps = imported.map((match) => /\d{13}$/.exec(match[1] ?? '')?.[0]);
    const numbers = files.map((file) => Number(file.slice(0, 4)));
    expect(timestamps).toEqual(numbers.map((number) => String(1_800_000_000_002 + number)));
  });
});

describe('the README', () => {
  const rows = [
    ...read('README.md').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\| ([^|]+?) +\|/gm),
  ];
  const documented = rows.flatMap(([, names = '', fallback = '']) =>
    (names.match(/[A-Z_]+/g) ?? []).map((name) => ({ name, fallback })),
  );

  it('ARCH-6 names every variable of the environment, and no other', () => {
    expect(documented.map(({ name }) => name).sort()).toEqual(
      Object.keys(environmentSchema.shape).sort(),
    );
  });

  it('ARCH-6 has the defaults of the code', () => {
    const defaults = environmentSchema.parse({});
    for (const [name, value] of Object.entries(defaults)) {
      // Disabled or derived defaults are described in words.
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      const row = documented.find((entry) => entry.name === name);
      expect(`${name}: ${row?.fallback}`).toContain(String(value));
    }
  });
});

describe('the list of routes', () => {
  const ROOT_OF_ROUTES = 'apps/server/src/';
  const named = [
    ...read('docs/architecture.md').matchAll(/^\| `(\/\S+)`\*? +\| `(\S+\.ts)` +\|$/gm),
  ].map(([, route = '', file = '']) => ({ route, file }));

  it('ARCH-37 names the file of each controller and declared list, with its path', () => {
    const found = filesBelow(ROOT_OF_ROUTES)
      .filter((path) => path.endsWith('.ts') && !isTestFile(path) && !path.includes('/testing/'))
      .flatMap((path) => {
        const file = path.slice(ROOT_OF_ROUTES.length).replace(/^features\//, '');
        const isList = path.endsWith('.list.ts');
        const text = read(path);
        const pattern = isList ? /^ {2}base: (.+),$/m : /^@Controller\((.+)\)$/m;
        const place = pattern.exec(text)?.[1];
        return place === undefined ? [] : [{ file, place }];
      });
    expect(named.map(({ file }) => file).toSorted()).toEqual(
      found.map(({ file }) => file).toSorted(),
    );
    for (const { file, place } of found) {
      // A constant in its place is not looked up.
      const path = /^'(.+)'$/.exec(place)?.[1]?.replaceAll(/:\w+/g, '{}');
      const route = named.find((row) => row.file === file)?.route.replaceAll(/\{\w+\}/g, '{}');
      expect(`${route} of ${file}`).toContain(path === undefined ? ' of ' : `/${path}`);
    }
    expect(found.length).toBeGreaterThan(40);
  });
});

describe('the recipes of CONTRIBUTING', () => {
  const text = read('CONTRIBUTING.md');
  const recipes = text.split('\n## Where a change goes\n')[1]?.split('\n## ')[0] ?? '';
  const steps = recipes.split(/\n(?=\d+\. )|\n\n/);
  const source = ['apps', 'libs', 'scripts']
    .flatMap(filesBelow)
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !isTestFile(path))
    .map(read)
    .join('\n');

  it('ARCH-38 name paths that exist', () => {
    const paths = pathsIn(text);
    expect(paths.filter((path) => placesOf(path).length === 0)).toEqual([]);
    expect(paths.length).toBeGreaterThan(60);
    expect(placesOf('schema/no-such-file.ts')).toEqual([]);
  });

  /** Those that neither a file of the step nor the source has. */
  const unknownIn = (step: string): string[] => {
    const files = pathsIn(step).flatMap(placesOf).flatMap(filesAt);
    return identifiersIn(step).filter((name) => {
      const word = new RegExp(`\\b${name}\\b`);
      return !word.test(source) && !files.some((file) => word.test(read(file)));
    });
  };

  it('ARCH-38 name identifiers that a file of their step or the source has', () => {
    expect(steps.flatMap(unknownIn)).toEqual([]);
    expect(steps.flatMap(identifiersIn).length).toBeGreaterThan(30);
    expect(
      unknownIn('`libs/contracts/src/tasks.ts`: `taskSchema`, `NO_SUCH_LIST`, `a.noSuchName(…)`'),
    ).toEqual(['NO_SUCH_LIST', 'noSuchName']);
  });
});

/** Folders that the recipes leave out, as their text says. */
const LEFT_OUT = ['', 'libs/persistence/src/', 'apps/server/src/', 'apps/'];

function pathsIn(step: string): string[] {
  return [...step.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, path = '']) =>
    path.replace(/^web\//, 'web/src/'),
  );
}

function placesOf(path: string): string[] {
  return LEFT_OUT.map((folder) => folder + path).filter((place) => existsSync(join(ROOT, place)));
}

function filesAt(place: string): string[] {
  return statSync(join(ROOT, place)).isDirectory() ? filesBelow(place) : [place];
}

/** Names of code in backticks, which are those with a capital. */
function identifiersIn(step: string): string[] {
  return [...step.matchAll(/`@?([A-Za-z]\w*(?:\.[A-Za-z]\w*)*)(?:\(…?\))?`/g)]
    .flatMap(([, names = '']) => names.split('.'))
    .filter((name) => /[A-Z]/.test(name));
}
