import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * The client writes no JSON schemas, but each schema of zod creates the methods for them. Without them
 * the built client cannot read `minValue`, `maxLength` and the like of a schema.
 */
const UNUSED = ['/zod/v4/core/to-json-schema.js', '/zod/v4/core/json-schema-processors.js'];

/** Leaves these modules out (6 kB). A file that a new version of zod lacks breaks the build. */
export function leaveOutUnused(): Plugin {
  const left = new Set<string>();
  return {
    name: 'leave-out-unused',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const file = UNUSED.find((one) => id.endsWith(one));
      if (file === undefined) return undefined;
      left.add(file);
      const module: unknown = await import(pathToFileURL(id).href);
      const exports = Object.keys(module ?? {}).map((name) => `export const ${name} = none;`);
      return ['const none = () => undefined;', ...exports].join('\n');
    },
    buildEnd(error) {
      const missing = UNUSED.filter((file) => !left.has(file));
      if (!error && missing.length > 0) this.error(`nothing imports ${missing.join(', ')}`);
    },
  };
}
