import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Modules of libraries that the client loads but never calls, and what stands for each export. */
const UNUSED: readonly (readonly [file: string, instead: string])[] = [
  // The client writes no JSON schemas. Each schema of zod creates the methods for them. Without them
  // the built client cannot read `minValue`, `maxLength` and the like of a schema.
  ['/zod/v4/core/to-json-schema.js', '() => undefined'],
  ['/zod/v4/core/json-schema-processors.js', '() => undefined'],
  // The axes of the charts have plain labels; visx measures and wraps only its own.
  ['/reduce-css-calc/index.js', '(text) => text'],
];

/** Leaves these modules out. A file that a new version of its library lacks breaks the build. */
export function leaveOutUnused(): Plugin {
  const left = new Set<string>();
  return {
    name: 'leave-out-unused',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      const [file, instead] = UNUSED.find(([file]) => id.endsWith(file)) ?? [];
      if (file === undefined) return undefined;
      left.add(file);
      const module: unknown = await import(pathToFileURL(id).href);
      // Newer versions of Node name a CommonJS module's whole exports, too.
      const names = Object.keys(module ?? {}).filter((name) => name !== 'module.exports');
      return names.map((name) => exportOf(name, instead)).join('\n');
    },
    buildEnd(error) {
      const missing = UNUSED.flatMap(([file]) => (left.has(file) ? [] : [file]));
      if (!error && missing.length > 0) this.error(`nothing imports ${missing.join(', ')}`);
    },
  };
}

const exportOf = (name: string, instead: string | undefined) =>
  name === 'default' ? `export default ${instead};` : `export const ${name} = ${instead};`;
