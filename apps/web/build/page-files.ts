import { join } from 'node:path';
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
      const filesOf = (modules: readonly string[]) =>
        closure(
          modules.map((module) => chunkOf(chunks, module)),
          chunks,
        );
      const pages = Object.entries(PAGE_MODULES).map(([path, modules]) => [path, filesOf(modules)]);
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify({ ...Object.fromEntries(pages), '/': filesOf(['main']) }, null, 1),
      });
    },
  };
}

function chunkOf(chunks: readonly Rolldown.OutputChunk[], module: string) {
  const path = join(SOURCES, module);
  const found = chunks.find(({ moduleIds }) =>
    moduleIds.some((id) => id === `${path}.ts` || id === `${path}.tsx`),
  );
  if (!found) throw new Error(`apps/web/build/pages.ts names ${module}, which is not in the build`);
  return found;
}

function closure(roots: readonly Rolldown.OutputChunk[], chunks: readonly Rolldown.OutputChunk[]) {
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
