/**
 * Rehearses the image where no container engine is: follows the Dockerfile in plain directories, with the
 * Node of the image, then tests what it made as docker compose would run it (test/rehearsal): a
 * production portal with Redis, a bucket and nginx. `--keep` keeps the directory.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStale } from './lib/build.mjs';
import { buildImage, imageAccount, nodeOfImage } from './lib/dockerfile.mjs';
import { isInstalled } from './lib/programs.mjs';
import { inRoot } from './lib/root.mjs';
import { npm, run } from './lib/run.mjs';
import { say, textOf, UserError } from './lib/terminal.mjs';

/** A server of S3 in memory; it needs a newer Node than the project, so it is not one of its packages. */
const BUCKET_SERVER = 'fauxqs@2.4.1';

const missing = ['redis-server', 'nginx'].filter((program) => !isInstalled(program));
if (missing.length > 0) {
  say(
    `The rehearsal needs ${missing.join(' and ')}. To install: apt-get install ${missing.join(' ')}`,
  );
  process.exit(1);
}

const dir = await mkdtemp(join(tmpdir(), 'portal-image-'));
try {
  // The image belongs to root, and runs as another user.
  await chmod(dir, 0o755);
  const platform = `node-${process.platform}-${process.arch}`;
  const tools = join(dir, 'tools');
  await install(tools, [`${platform}@${await nodeOfImage()}`, BUCKET_SERVER]);
  const node = join(tools, 'node_modules', platform, 'bin', 'node');
  const stage = await buildImage(join(dir, 'stages'), node, say);
  const image = join(dir, 'image.json');
  const bucketServer = join(tools, 'node_modules/fauxqs/dist/server.js');
  await writeFile(image, JSON.stringify({ ...stage, ...imageAccount(), node, bucketServer }));

  await buildStale(['portal', 'tests']);
  const jest = [inRoot('node_modules/jest/bin/jest.js'), '--config', inRoot('test/jest.config.js')];
  const options = { NODE_OPTIONS: '--experimental-vm-modules --no-warnings', PORTAL_IMAGE: image };
  const env = { ...process.env, ...options };
  const { code } = await run(process.execPath, [...jest, 'rehearsal'], { show: true, env });
  process.exitCode = code;
} catch (error) {
  say(textOf(error));
  process.exitCode = 1;
} finally {
  if (process.argv.includes('--keep')) say(`Kept: ${dir}`);
  else await rm(dir, { recursive: true, force: true });
}

/** @param {string} prefix @param {string[]} packages */
async function install(prefix, packages) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await npm(['install', '--prefix', prefix, ...quiet, ...packages]);
  if (code !== 0) throw new UserError(`npm install ${packages.join(' ')} failed:\n${output}`);
}
