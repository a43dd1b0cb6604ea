import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';

/** Debian installs nginx where the PATH of an ordinary user does not look. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];

/** The nginx of this machine; undefined if there is none. */
export const NGINX = FOLDERS.map((folder) => join(folder, 'nginx')).find(existsSync);

/** nginx in front of several servers, with the configuration of docker compose. */
export interface Proxy {
  readonly url: string;
  /** The log of errors and of each request. */
  log(): string;
  stop(): Promise<void>;
}

/** @param serverUrls the servers, one for each line `server` of the configuration */
export async function startNginx(port: number, serverUrls: readonly string[]): Promise<Proxy> {
  if (NGINX === undefined) throw new Error('nginx is not installed');
  const dir = await mkdtemp(join(tmpdir(), 'portal-nginx-'));
  await writeFile(join(dir, 'portal.conf'), portalConfig(port, serverUrls));
  await writeFile(join(dir, 'nginx.conf'), MAIN);
  const logFile = join(dir, 'error.log');
  const log = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
  const nginx = spawn(NGINX, ['-p', dir, '-e', logFile, '-c', join(dir, 'nginx.conf')], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    await end(nginx);
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await eventually('nginx to forward', async () => (await fetch(`${url}/health/live`)).ok);
  } catch (error) {
    const written = log();
    await stop();
    throw new Error(`nginx did not start:\n${written}`, { cause: error });
  }
  return { url, log, stop };
}

/** The main file, as an image of nginx brings it; one process, in the foreground. */
const MAIN = `
daemon off;
master_process off;
pid nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  include portal.conf;
}
`;

function portalConfig(port: number, serverUrls: readonly string[]): string {
  const template = readFileSync(
    new URL('../../deploy/nginx.conf.template', import.meta.url),
    'utf8',
  );
  const servers = serverUrls.flatMap((url) => {
    const { host } = new URL(url);
    return [`server ${host} max_fails=1 fail_timeout=2s;`, `server ${host} max_fails=0 backup;`];
  });
  return template
    .replace('${PORTAL_LISTEN}', `127.0.0.1:${port}`)
    .replace('${PORTAL_SERVERS}', servers.join('\n  '));
}

async function end(nginx: ChildProcess): Promise<void> {
  if (nginx.exitCode !== null || nginx.signalCode !== null) return;
  const ended = once(nginx, 'exit');
  nginx.kill('SIGTERM');
  await ended;
}
