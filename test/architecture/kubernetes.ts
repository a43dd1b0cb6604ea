import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { read, ROOT } from './repository.js';

const labels = z.record(z.string(), z.string());
const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels }),
});
export type KubernetesObject = z.infer<typeof objectSchema>;

/** The objects of a file. */
export function objectsOf(path: string): KubernetesObject[] {
  return parseAllDocuments(read(path)).map((document) => objectSchema.parse(document.toJS()));
}

const TYPES = 'kubernetes-types';
/** Where the compiler looks for the types; nothing is written. */
const FILE = join(ROOT, 'test', 'objects-of-kubernetes.ts');

/**
 * What the compiler has against the objects as values of the API's types: unknown fields, missing ones and
 * values of another type.
 */
export function typeErrors(objects: readonly KubernetesObject[]): string[] {
  const source = objects.map(declaration).join('\n');
  const options = { noEmit: true, strict: true, skipLibCheck: true, types: [] };
  const host = ts.createCompilerHost({
    ...options,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === FILE || fileExists(name);
  host.readFile = (name) => (name === FILE ? source : readFile(name));
  host.getSourceFile = (name, target, ...rest) =>
    name === FILE
      ? ts.createSourceFile(name, source, target)
      : getSourceFile.call(host, name, target, ...rest);
  const program = ts.createProgram([FILE], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start = 0 }) => {
    const line = source.slice(0, start).split('\n').length - 1;
    const { kind, metadata } = objects[line] ?? { kind: '?', metadata: { name: '?' } };
    return `${kind} ${metadata.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

/** One line, so that the line of an error is the number of its object. */
function declaration(object: KubernetesObject, index: number): string {
  const [group = '', version] = object.apiVersion.includes('/')
    ? object.apiVersion.split('/')
    : ['core', object.apiVersion];
  const module = `${TYPES}/${group.replace(/\..*/, '')}/${version}`;
  if (!existsSync(join(ROOT, 'node_modules', `${module}.d.ts`))) {
    throw new Error(`${object.apiVersion} has no types`);
  }
  const type = `import('${module}.js').${object.kind}`;
  return `export const object${index}: ${type} = ${JSON.stringify(object)};`;
}
