import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root directory of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.portal', 'coverage']);

/** The text of one file of the repository. */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Paths of all files in a folder, relative to the root, with slashes. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (NOT_OURS.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [relative('.', path).split(sep).join('/')] : [];
  });
}

/** Whether a file contains tests of the portal, or what only they use. */
export function isTestFile(path: string): boolean {
  return path.startsWith('test/') || /\.spec\.tsx?$/.test(path);
}

/** Runs an installed tool; resolves with its output, whatever the exit code is. */
export function runTool(
  script: string,
  args: string[],
  cwd = ROOT,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const tool = join(ROOT, 'node_modules', script);
    // Outside the repository the linter does not find its type-aware part.
    const tsgolint = join(ROOT, 'node_modules', '.bin', 'tsgolint');
    const env = { ...process.env, OXLINT_TSGOLINT_PATH: tsgolint };
    execFile(
      process.execPath,
      [tool, ...args],
      { cwd, env, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ code, output: stdout === '' ? stderr : stdout });
      },
    );
  });
}

/** Whether the image contains the file: what a library or program has in `dist` is built from `src`. */
export function isInImage(path: string): boolean {
  const [, folder = '', file = ''] = /^((?:apps|libs)\/[\w-]+)\/dist\/(.+)\.js$/.exec(path) ?? [];
  return (
    existsSync(join(ROOT, folder, 'src', `${file}.ts`)) &&
    read('Dockerfile').includes(`COPY --from=build /portal/${folder}/dist `)
  );
}

/** The variables that the image sets. */
export function imageEnvironment(): Record<string, string> {
  const runtime =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const [, variables = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(runtime) ?? [];
  return Object.fromEntries(
    [...variables.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
