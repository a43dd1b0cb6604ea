import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const SCRIPT = fileURLToPath(new URL('../../deploy/roll-out.sh', import.meta.url));

/**
 * Stands for docker: a container is a line `service name` of the file `containers`. `up` adds what is missing;
 * it fails if the file `sick` exists. Every other call is only written down.
 */
const DOCKER = `#!/bin/sh
echo "docker $*" >>calls
service() { for last in "$@"; do :; done; echo "$last"; }
case "$*" in
  'compose ps '*) sed -n "s/^$(service "$@") //p" containers ;;
  'compose up '*)
    name=$(service "$@")
    wanted=$(echo "$*" | sed "s/.*--scale $name=\\([0-9]*\\).*/\\1/")
    number=0
    while [ "$(grep -c "^$name " containers)" -lt "$wanted" ]; do
      number=$((number + 1))
      echo "$name new-$name-$number" >>containers
    done
    if [ -e sick ]; then exit 1; fi ;;
  'rm '*) sed -i "/ $(service "$@")$/d" containers ;;
esac
`;

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'portal-roll-out-'));
  program('docker', DOCKER);
  program('sleep', '#!/bin/sh\n');
  writeFileSync(join(dir, 'containers'), 'server a\nserver b\nworker c\n');
});
afterEach(() => rm(dir, { recursive: true }));

function program(name: string, text: string): void {
  writeFileSync(join(dir, name), text);
  chmodSync(join(dir, name), 0o755);
}

function rollOut(): Promise<{ code: number; errors: string }> {
  const env = { PATH: `${dir}:${process.env['PATH']}` };
  return new Promise((resolve) => {
    execFile('/bin/sh', [SCRIPT], { cwd: dir, env }, (error, _stdout, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, errors });
    });
  });
}

function linesOf(name: string): string[] {
  const file = join(dir, name);
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

describe('deploy/roll-out.sh', () => {
  it('SYS-255 migrates, starts as many new containers, waits for them, and then stops the old ones', async () => {
    expect(await rollOut()).toEqual({ code: 0, errors: '' });
    expect(linesOf('containers').sort()).toEqual([
      'server new-server-1',
      'server new-server-2',
      'worker new-worker-1',
    ]);
    expect(linesOf('calls').filter((call) => !call.includes(' ps '))).toEqual([
      'docker compose run --rm --no-deps migrate',
      'docker compose up --detach --no-deps --no-recreate --wait --scale worker=2 worker',
      'docker stop c',
      'docker rm c',
      'docker compose up --detach --no-deps --no-recreate --wait --scale server=4 server',
      'docker stop a',
      'docker rm a',
      'docker stop b',
      'docker rm b',
    ]);
  });

  it('SYS-255 keeps the old containers if the new ones are not healthy', async () => {
    writeFileSync(join(dir, 'sick'), '');
    const { code, errors } = await rollOut();
    expect([code, errors]).toEqual([1, expect.stringContaining('worker are not healthy')]);
    expect(linesOf('containers')).toEqual(['server a', 'server b', 'worker c']);
    expect(linesOf('calls').filter((call) => call.startsWith('docker stop'))).toEqual([]);
  });
});
