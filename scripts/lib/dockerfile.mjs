import dockerignore from '@balena/dockerignore';
import { DockerfileParser } from 'dockerfile-ast';
import { cp, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { ROOT } from './root.mjs';
import { run } from './run.mjs';
import { UserError } from './terminal.mjs';

/**
 * A stage of the Dockerfile: a directory that stands for the root of its file system.
 * @typedef {{ root: string, workdir: string, env: Record<string, string>, user: string,
 *   command: string[], healthcheck: string[] }} Stage
 */

/** The user that the image of Node brings. */
const NODE_USER = { name: 'node', uid: 1000, gid: 1000 };

const COPY = { recursive: true, verbatimSymlinks: true };

/** What npm needs of the environment besides the variables of the stage. */
const PASSED_ON = /^(HOME|(https?|no)_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS)$/i;

/**
 * Who runs what is built: the user of the image if this process may become that, else itself.
 * @returns {{ uid: number, gid: number }}
 */
export function imageAccount() {
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
  return uid === 0 ? { uid: NODE_USER.uid, gid: NODE_USER.gid } : { uid, gid };
}

/** The major version of Node in the image. */
export async function nodeOfImage() {
  const [, major] =
    /^FROM node:(\d+)-/m.exec(await readFile(join(ROOT, 'Dockerfile'), 'utf8')) ?? [];
  if (major === undefined) throw new UserError('The Dockerfile begins with no image of Node');
  return major;
}

/**
 * Does what the Dockerfile says without a container engine: each stage is a directory, and RUN runs its
 * command there. An instruction that is not understood is an error.
 * @param {string} dir for the stages
 * @param {string} node the Node of the image
 * @param {(line: string) => void} report
 * @returns {Promise<Stage>} the last stage; the others are removed
 */
export async function buildImage(dir, node, report) {
  /** @type {Map<string, Stage>} */
  const stages = new Map();
  /** @type {Stage | undefined} */
  let stage;
  const parsed = DockerfileParser.parse(await readFile(join(ROOT, 'Dockerfile'), 'utf8'));
  for (const instruction of parsed.getInstructions()) {
    const keyword = instruction.getKeyword();
    const line = instruction.getTextContent().replaceAll(/(\\\n|\s)+/g, ' ');
    report(line);
    const text = line.slice(keyword.length).trim();
    if (keyword === 'FROM') {
      const [image = '', as, name = ''] = text.split(' ');
      if (as !== 'AS') throw new UserError(`A stage without a name: FROM ${text}`);
      stage = await stageFrom(stages.get(image), join(dir, name));
      stages.set(name, stage);
    } else if (stage !== undefined) {
      await follow(keyword, text, stage, stages, node);
    }
  }
  if (stage === undefined) throw new UserError('The Dockerfile has no stage');
  for (const other of stages.values()) {
    if (other !== stage) await rm(other.root, { recursive: true });
  }
  return stage;
}

/**
 * @param {Stage | undefined} base an earlier stage; undefined for an image, which brings Node only
 * @param {string} root
 * @returns {Promise<Stage>}
 */
async function stageFrom(base, root) {
  await mkdir(root, { recursive: true });
  if (base === undefined) {
    return { root, workdir: '/', env: {}, user: 'root', command: [], healthcheck: [] };
  }
  await cp(base.root, root, COPY);
  return { ...base, root, env: { ...base.env } };
}

/**
 * @param {string} keyword
 * @param {string} text its arguments in one line
 * @param {Stage} stage
 * @param {ReadonlyMap<string, Stage>} stages
 * @param {string} node
 */
async function follow(keyword, text, stage, stages, node) {
  switch (keyword) {
    case 'WORKDIR':
      stage.workdir = text;
      await mkdir(inStage(stage, '.'), { recursive: true });
      return;
    case 'ENV':
      for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g))
        stage.env[name] = value;
      return;
    case 'COPY':
      return copyInto(stage, text.split(' '), stages);
    case 'RUN':
      return runIn(stage, text, node);
    case 'USER':
      stage.user = text;
      return;
    case 'CMD':
      stage.command = JSON.parse(text);
      return;
    case 'HEALTHCHECK':
      stage.healthcheck = JSON.parse(text.slice(text.indexOf('[')));
      return;
    case 'VOLUME':
    case 'EXPOSE':
      return;
    default:
      throw new UserError(`The rehearsal does not know ${keyword} ${text}`);
  }
}

/**
 * Copies from an earlier stage, or from the repository what .dockerignore leaves.
 * @param {Stage} stage
 * @param {string[]} args
 * @param {ReadonlyMap<string, Stage>} stages
 */
async function copyInto(stage, args, stages) {
  const [flag, ...others] = args.filter((arg) => arg.startsWith('--'));
  const paths = args.filter((arg) => !arg.startsWith('--'));
  const target = paths.pop() ?? '';
  const from = stages.get(flag?.replace('--from=', '') ?? '');
  if (others.length > 0 || (flag !== undefined && from === undefined)) {
    throw new UserError(`The rehearsal does not know COPY ${args.join(' ')}`);
  }
  const ignore = dockerignore.default().add(await readFile(join(ROOT, '.dockerignore'), 'utf8'));
  const isCopied = (/** @type {string} */ path) =>
    from !== undefined || path === ROOT || !ignore.ignores(relative(ROOT, path));
  for (const path of paths) {
    const source = from === undefined ? join(ROOT, path) : inStage(from, path);
    const isFile = (await stat(source)).isFile();
    const into = inStage(stage, target);
    const to = isFile && target.endsWith('/') ? join(into, basename(path)) : into;
    await cp(source, to, { ...COPY, filter: isCopied });
  }
}

/**
 * Runs a command of the Dockerfile. Its absolute paths are those of the stage, and its user is one of
 * this machine.
 * @param {Stage} stage
 * @param {string} command
 * @param {string} node
 */
async function runIn(stage, command, node) {
  const { uid, gid } = imageAccount();
  const here = command
    .replaceAll(/(?<=\s)\/(?=\w)/g, `${stage.root}/`)
    .replaceAll(`${NODE_USER.name}:${NODE_USER.name}`, `${uid}:${gid}`);
  const passedOn = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
  const { code, output } = await run('/bin/sh', ['-c', here], {
    cwd: inStage(stage, '.'),
    env: {
      ...Object.fromEntries(passedOn),
      ...stage.env,
      PATH: `${dirname(node)}:${process.env.PATH ?? ''}`,
    },
  });
  if (code !== 0) throw new UserError(`RUN ${command} failed:\n${output.trim().slice(-4_000)}`);
}

/**
 * Where a path of the stage is on this machine.
 * @param {Stage} stage
 * @param {string} path
 */
function inStage(stage, path) {
  return join(stage.root, path.startsWith('/') ? '.' : stage.workdir, path);
}
