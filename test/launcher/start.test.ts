import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@portal/testing/free-port';
import { signIn } from '@portal/testing/sign-in';
import { eventually } from '../support/eventually.js';
import { allEnded, descendants, Launcher, RUNNING_DIR, Script } from './launcher.js';

let dir: string;
let env: Record<string, string>;
let baseUrl: string;
const launchers: Launcher[] = [];

function start(extra: Record<string, string> = {}): Launcher {
  return kept(Launcher.start({ ...env, ...extra }));
}

function kept(launcher: Launcher): Launcher {
  launchers.push(launcher);
  return launcher;
}

async function version(): Promise<number> {
  return (await fetch(`${baseUrl}/api/v1/about`)).status;
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'portal-launcher-'));
  // The database account must be able to enter it.
  chmodSync(dir, 0o755);
  const port = await freePort();
  baseUrl = `http://127.0.0.1:${port}`;
  env = { PORT: String(port), PORTAL_DATA_DIR: join(dir, 'data'), PORTAL_DEMO: 'off' };
});
// A test that failed leaves its portal, and the next one needs the port.
afterEach(async () => {
  for (const launcher of launchers.splice(0).filter(({ running }) => running)) {
    const started = descendants(launcher.pid);
    await launcher.ended('SIGKILL');
    await allEnded(started);
  }
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('npm start', () => {
  it('RUN-30 prints the URL of the portal last, and Ctrl-C stops everything', async () => {
    const launcher = start();
    expect(await launcher.ready()).toBe(`Portal ready at http://localhost:${env['PORT']}`);
    expect(launcher.lines.at(-1)).toMatch(/^Portal ready at /);
    expect(await version()).toBe(200);

    const started = descendants(launcher.pid);
    const commands = started.map(({ command }) => command).join('\n');
    for (const part of ['apps/server', 'apps/worker', 'postgres']) expect(commands).toContain(part);
    expect(await launcher.ended('SIGINT')).toBe(0);
    await allEnded(started);
  });

  it('RUN-59 says how to begin, and `npm run admin` finds the running portal unless there are several', async () => {
    const launcher = start();
    await launcher.ready();
    expect(launcher.lines.at(-2)).toMatch(/Next: .*your own name.*the first person becomes admin/);
    const [user, other] = ['ann@company.test', 'bob@company.test'];
    const { access_token } = await signIn(baseUrl, user);
    const projects = await fetch(`${baseUrl}/api/v1/projects/`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    // Those of an admin, to whom all projects together are one.
    expect(await projects.json()).toMatchObject([{ id: 0 }]);

    const grant = Script.run('admin', ['grant', other], {});
    expect(await grant.ended()).toBe(0);
    const list = Script.run('admin', ['list'], {});
    expect(await list.ended()).toBe(0);
    for (const email of [user, other]) expect(list.lines.join('\n')).toContain(email);

    const second = join(dir, 'second');
    mkdirSync(join(second, 'postgres'), { recursive: true });
    writeFileSync(join(second, 'postgres/url'), 'postgres://');
    writeFileSync(join(RUNNING_DIR, '1'), second);
    const unsure = Script.run('admin', ['list'], {});
    expect(await unsure.ended()).toBe(2);
    for (const one of ['data', 'second']) {
      expect(unsure.lines).toContain(`  PORTAL_DATA_DIR=${join(dir, one)}`);
    }
    rmSync(join(RUNNING_DIR, '1'));

    expect(await launcher.ended('SIGINT')).toBe(0);
    expect(readdirSync(RUNNING_DIR)).toEqual([]);
    const alone = Script.run('admin', ['list'], { PORTAL_DATA_DIR: join(dir, 'data') });
    expect(await alone.ended()).toBe(2);
    expect(alone.lines.join('\n')).toContain('No portal runs on PORTAL_DATA_DIR=');
  });

  it('RUN-31 and RUN-30 refuses a port and data in use, and a signal to npm stops everything', async () => {
    const first = kept(Launcher.startByNpm(env));
    await first.ready();
    const busy = start({ PORTAL_DATA_DIR: join(dir, 'other') });
    expect(await busy.ended()).toBe(1);
    expect(busy.lines.at(-1)).toContain(`Port ${env['PORT']} is in use`);

    const elsewhere = await freePort();
    const second = start({ PORT: String(elsewhere) });
    expect(await second.ended()).toBe(1);
    expect(second.lines.at(-1)).toContain('The portal already runs on this data directory');
    expect(await version()).toBe(200);

    const started = descendants(first.pid);
    await first.ended('SIGTERM');
    await allEnded(started);
    expect(first.lines.at(-1)).toBe('Stopped.');
  });

  it('RUN-32 names every configuration error before anything starts', async () => {
    const launcher = start({
      NODE_ENV: 'production',
      PORT: 'many',
      PORTAL_DATA_DIR: join(dir, 'unborn'),
    });
    expect(await launcher.ended()).toBe(1);
    const text = launcher.lines.join('\n');
    for (const name of ['PORT', 'DATABASE_URL', 'REDIS_URL', 'GOOGLE_CLIENT_ID', 'JWT_SECRET']) {
      expect(text).toContain(`  ${name}: `);
    }
    expect(existsSync(join(dir, 'unborn'))).toBe(false);
  });

  it('RUN-34 and RUN-30 leave nothing running, killed or stopped before a part starts again', async () => {
    const launcher = start();
    await launcher.ready();
    const started = descendants(launcher.pid);
    await launcher.ended('SIGKILL');
    await allEnded(started);

    const again = start();
    await again.ready();
    expect(await version()).toBe(200);
    const anew = descendants(again.pid);
    const database = anew.find(({ command }) => command.includes('/bin/postgres'));
    process.kill(database?.pid ?? 0, 'SIGKILL');
    await eventually('the end to be told', () =>
      again.lines.includes('The database ended (SIGKILL); starting it again in 0.5 s'),
    );
    expect(await again.ended('SIGINT')).toBe(0);
    await allEnded(anew);
  });

  it('RUN-36 ends with the last lines of a part that was never ready', async () => {
    const data = join(dir, 'data');
    const heartbeat = join(data, `worker-${hostname()}.alive`);
    // A worker that was killed leaves its file.
    rmSync(heartbeat, { force: true });
    mkdirSync(heartbeat);
    const launcher = start();
    expect(await launcher.ended()).toBe(1);
    rmSync(heartbeat, { recursive: true });
    const text = launcher.lines.join('\n');
    expect(text).toContain('The worker ended (exit code 1) before it was ready. Its last lines');
    expect(text).toContain(`EISDIR: illegal operation on a directory, open '${heartbeat}'`);
    expect(text).not.toContain('starting it again');
  });

  it('RUN-35 reports that it may not listen on the port', async () => {
    const launcher = start({ HOST: '192.0.2.1' });
    expect(await launcher.ended()).toBe(1);
    expect(launcher.lines.at(-1)).toContain('Cannot listen on 192.0.2.1');
  });
});
