import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Plugin, type Rolldown, runnerImport } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = join(ROOT, 'src');

/** The modules of the frames around pages. */
const BARE = ['app/query-scope'];
const SIGNED_IN = [
  ...BARE,
  'app/shell/signed-in-shell',
  'app/shell/connection-badge',
  'app/shell/saving-theme-toggle',
  'app/shell/user-menu',
  'app/palette/palette-button',
  'ui/toaster',
  'live/connection',
];
const WORKSPACE = [...SIGNED_IN, 'app/shell/workspace-layout'];
const GUARD = 'app/guard/require-permission';
const POD = [...SIGNED_IN, GUARD, 'app/pods/pod-layout'];
const ADMIN = [...SIGNED_IN, GUARD, 'app/admin/admin-layout'];
const PARAM = [...WORKSPACE, 'app/guard/project-param'];
const SCOPE = [...WORKSPACE, 'app/guard/project-scope'];

/** The module that a page loads, and a part that is loaded lazily but opens with its page. */
const LOADED = /import\w*\(\s*['"]([^'"]+)/;
const AT_ONCE = /import\(\s*\/\* at once \*\/\s*'([^']+)'/g;

type Pages = typeof import('../src/app/pages.ts');
/** A path as the routes of the client and of the server have it, and the modules of its screen below `src`. */
type Screen = [path: string, modules: readonly string[]];

/**
 * Writes `pages.json`: for the path of each page the files of the build that its screen loads, besides
 * those of every page. The server names them in the page, so that a browser loads all of them at once.
 * `npm run check` weighs them.
 */
export function writePageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
      const ids = [...this.getModuleIds()];
      const idOf = (path: string) =>
        ids.find((id) => id === `${path}.ts` || id === `${path}.tsx`) ??
        this.error(`${path} is not in the build`);
      const pages = (await screens()).map(([path, modules]) => {
        const [page, ...frame] = modules.map((module) => idOf(join(SOURCES, module)));
        const roots = [idOf(join(SOURCES, 'main')), ...frame, ...withParts(page, importsOf, idOf)];
        return [path, filesOf(roots, chunks)];
      });
      const source = JSON.stringify(Object.fromEntries(pages), null, 1);
      this.emitFile({ type: 'asset', fileName: 'pages.json', source });
    },
  };
}

/** The screens of `src/app/pages.ts`, and the two that are no page of it. */
async function screens(): Promise<Screen[]> {
  const { module } = await runnerImport<Pages>(join(SOURCES, 'app/pages.ts'), {
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [withoutIcons()],
  });
  const { ABOUT_PAGE, ADMIN_PAGES, POD_PAGES, TRAINER_PAGE, USER_PAGES, WORKSPACE_PAGES } = module;
  const screen = (base: string, { path, lazy }: Pick<typeof ABOUT_PAGE, 'path' | 'lazy'>) => {
    const loaded = LOADED.exec(lazy.toString())?.[1];
    if (loaded === undefined) throw new Error(`The page ${base}/${path} loads no module`);
    const page = loaded.replace(/^(\.|\/src)\//, '').replace(/\.tsx?$/, '');
    return (frame: readonly string[]): Screen => [join(base, path), [page, ...frame]];
  };
  return [
    ['/', ['main']],
    ['/google-login-callback', ['features/about/google-login-callback-page', ...BARE]],
    screen('/', ABOUT_PAGE)(BARE),
    screen('/', TRAINER_PAGE)([...WORKSPACE, GUARD]),
    ...WORKSPACE_PAGES.map((page) => {
      if (page.project === undefined) return screen('/', page)(WORKSPACE);
      if (page.project === 'in the query') return screen('/', page)(PARAM);
      return screen('/projects/:projectId', page)(SCOPE);
    }),
    ...POD_PAGES.map((page) => screen('/pods/:podName', page)(POD)),
    ...USER_PAGES.map((page) => screen('/admin', page)(ADMIN)),
    ...ADMIN_PAGES.flatMap(({ below = [], ...page }) => [
      screen('/admin', page)(ADMIN),
      ...below.map((sub) => screen(`/admin/${page.path}`, sub)(ADMIN)),
    ]),
  ];
}

/** Drawings say nothing about files. */
function withoutIcons(): Plugin {
  return {
    name: 'without-icons',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('~icons/') ? `\0${id}` : undefined),
    load: (id) => (id.startsWith('\0~icons/') ? 'export default undefined;' : undefined),
  };
}

/** A module with the parts that open with it or with one that it imports. */
function withParts(
  page: string,
  importsOf: (id: string) => readonly string[],
  idOf: (path: string) => string,
): string[] {
  const parts = [page];
  const seen = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id) || !id.startsWith(SOURCES)) return;
    seen.add(id);
    for (const [, path = ''] of readFileSync(id, 'utf8').matchAll(AT_ONCE)) {
      const part = idOf(join(dirname(id), path));
      parts.push(part);
      visit(part);
    }
    for (const imported of importsOf(id)) visit(imported);
  };
  visit(page);
  return parts;
}

/** The files that have the modules, and all that these files import. */
function filesOf(modules: readonly string[], chunks: readonly Rolldown.OutputChunk[]) {
  const files = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported) visit(imported);
    }
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (!chunk) throw new Error(`${module} is in no file of the build`);
    visit(chunk);
  }
  return [...files].sort();
}
