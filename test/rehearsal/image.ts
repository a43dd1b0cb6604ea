import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const imageSchema = z.object({
  /** The directory that stands for the root of the image's file system. */
  root: z.string(),
  workdir: z.string(),
  env: z.record(z.string(), z.string()),
  user: z.string(),
  command: z.array(z.string()),
  healthcheck: z.array(z.string()),
  /** The account of this machine that stands for `user`. */
  uid: z.number(),
  gid: z.number(),
  /** The Node of the image. */
  node: z.string(),
  /** A program that serves buckets. */
  bucketServer: z.string(),
});

/** What scripts/rehearse-image.mjs has made. */
export const image = imageSchema.parse(
  JSON.parse(readFileSync(process.env['PORTAL_IMAGE'] ?? '', 'utf8')),
);

/** Where a path of the image is on this machine. */
export function inImage(path: string): string {
  return join(image.root, path.startsWith('/') ? '.' : image.workdir, path);
}

/** A command of the image as one of this machine. */
export function commandHere([program, ...args]: readonly string[]): readonly [string, ...string[]] {
  if (program !== 'node') throw new Error(`the image has no ${program}`);
  return [image.node, ...args];
}

/** The environment of a container: its paths are those of the image. */
export function environmentHere(environment: Record<string, string>): Record<string, string> {
  const entries = Object.entries({ ...image.env, ...environment });
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value.startsWith('/') ? inImage(value) : value]),
  );
}

/** How a process of the image runs. */
export const place = { cwd: inImage('.'), uid: image.uid, gid: image.gid };

/** Runs a command of the image to its end. */
export function runInImage(
  command: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const [program, ...args] = commandHere(command);
  return new Promise((resolve) => {
    execFile(program, args, { ...place, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, output: stdout + stderr });
    });
  });
}
