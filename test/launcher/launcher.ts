import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';

const REPOSITORY = new URL('../../', import.meta.url).pathname;

/** Of this file of tests alone: its commands find none of the other portals that run here, nor do others find its own. */
export const RUNNING_DIR = mkdtempSync(join(tmpdir(), 'portal-running-'));

/** A script of the project, as `npm` runs it on a terminal. */
export class Script {
  private output = '';

  protected constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
  }

  static run(name: string, words: readonly string[], env: Record<string, string>): Script {
    return new Script(spawnScript(name, words, env));
  }

  get lines(): string[] {
    return this.output.trimEnd().split('\n');
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves with the exit code when the script has ended. */
  async ended(signal?: NodeJS.Signals): Promise<number | null> {
    const exit = once(this.child, 'close');
    if (signal !== undefined) this.child.kill(signal);
    await exit;
    return this.child.exitCode;
  }
}

/** `npm start`. */
export class Launcher extends Script {
  static start(env: Record<string, string>): Launcher {
    return new Launcher(spawnScript('start', [], env));
  }

  /** As on a terminal, with npm and its shell above the script. */
  static startByNpm(env: Record<string, string>): Launcher {
    return new Launcher(spawnIn('npm', ['start'], env));
  }

  /** Resolves with the line that reports the portal as ready. */
  ready(): Promise<string> {
    return eventually('the portal to be ready', () =>
      this.lines.find((line) => line.startsWith('Portal ready at ')),
    );
  }
}

function spawnScript(
  name: string,
  words: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  return spawnIn(process.execPath, [`scripts/${name}.mjs`, ...words], env);
}

function spawnIn(
  program: string,
  words: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  return spawn(program, words, {
    cwd: REPOSITORY,
    env: { PATH: process.env['PATH'] ?? '', PORTAL_RUNNING_DIR: RUNNING_DIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

interface ProcessLine {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** All processes below a process. */
export function descendants(pid: number): ProcessLine[] {
  const all = processes();
  const below = (parent: number): ProcessLine[] =>
    all.filter((line) => line.parent === parent).flatMap((line) => [line, ...below(line.pid)]);
  return below(pid);
}

/**
 * Waits until none of the processes runs. One that ends with its parent may end a moment later.
 * @throws {Error} with the commands that still run
 */
export async function allEnded(lines: readonly ProcessLine[]): Promise<void> {
  await eventually('every process to end', () => {
    const running = new Map(processes().map(({ pid, command }) => [pid, command]));
    const left = lines.filter(({ pid, command }) => running.get(pid) === command);
    if (left.length > 0) throw new Error(left.map(({ command }) => command).join('\n'));
    return true;
  });
}

function processes(): ProcessLine[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .filter(([, , , state = '']) => !state.startsWith('Z'))
    .map(([, pid, parent, , command = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      command,
    }));
}
