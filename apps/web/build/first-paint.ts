import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SCRIPT = 'first-paint.js';

/** Gives the script that runs before the first paint a name with a hash, so that it stays in the cache. */
export function hashFirstPaint(): Plugin {
  return {
    name: 'hash-first-paint',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The build has no index.html');
      const source = readFileSync(join(import.meta.dirname, '..', 'public', SCRIPT));
      const hashed = this.getFileName(this.emitFile({ type: 'asset', name: SCRIPT, source }));
      page.source = String(page.source).replace(`/${SCRIPT}`, `/${hashed}`);
    },
  };
}
