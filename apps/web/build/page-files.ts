import { join, relative, sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { PAGE_MODULES } from './pages.ts';

const SOURCES = join(import.meta.dirname, '..', 'src');

/**
 * Writes `pages.json`: for the path of each page the files of the build that its screen loads, besides
 * those of every page. The server names them in the page, so that a browser loads all of them at once.
 * `npm run check` weighs them.
 */
export function writePageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const pages = Object.entries(PAGE_MODULES).map(([path, modules]) => {
        const roots = ['main', ...modules].map((module) => chunkOf(chunks, module));
        return [path, filesOf(roots, chunks)];
      });
      refuseUnnamedPages(
        [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.dynamicImporters.length),
      );
      const source = JSON.stringify(Object.fromEntries(pages), null, 1);
      this.emitFile({ type: 'asset', fileName: 'pages.json', source });
    },
  };
}

/** Each page that is loaded lazily is in the table. */
function refuseUnnamedPages(lazyIds: readonly string[]) {
  const named = new Set(Object.values(PAGE_MODULES).flat());
  const unnamed = lazyIds
    .filter((id) => id.startsWith(SOURCES) && id.endsWith('-page.tsx'))
    .map((id) =>
      relative(SOURCES, id)
        .split(sep)
        .join('/')
        .replace(/\.tsx$/, ''),
    )
    .filter((module) => !named.has(module));
  if (unnamed.length > 0) {
    throw new Error(`apps/web/build/pages.ts does not name ${unnamed.join(', ')}`);
  }
}

function chunkOf(chunks: readonly Rolldown.OutputChunk[], module: string) {
  const path = join(SOURCES, module);
  const found = chunks.find(({ moduleIds }) =>
    moduleIds.some((id) => id === `${path}.ts` || id === `${path}.tsx`),
  );
  if (!found) throw new Error(`apps/web/build/pages.ts names ${module}, which is not in the build`);
  return found;
}

function filesOf(roots: readonly Rolldown.OutputChunk[], chunks: readonly Rolldown.OutputChunk[]) {
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
  for (const root of roots) visit(root);
  return [...files].sort();
}
