import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

/**
 * @param serverUrls the servers, one for each line `server` of the configuration
 * @param tls with HTTPS and HTTP/2, and a certificate that nobody signed
 */
export async function startNginx(
  port: number,
  serverUrls: readonly string[],
  tls = false,
): Promise<Proxy> {
  if (NGINX === undefined) throw new Error('nginx is not installed');
  const dir = await mkdtemp(join(tmpdir(), 'portal-nginx-'));
  await writeFile(join(dir, 'portal.conf'), portalConfig(port, serverUrls, tls));
  await writeFile(join(dir, 'tls.conf'), tls ? read('nginx-tls.conf') : '');
  if (tls) await makeCertificate(join(dir, 'tls'));
  await writeFile(join(dir, 'nginx.conf'), MAIN);
  const errors = join(dir, 'error.log');
  // It opens its standard output again, which it cannot if that is a pipe of Node.
  const requests = openSync(join(dir, 'requests.log'), 'a');
  const nginx = spawn(NGINX, ['-p', dir, '-e', errors, '-c', join(dir, 'nginx.conf')], {
    stdio: ['ignore', requests, 'ignore'],
  });
  closeSync(requests);
  const log = (): string =>
    [errors, join(dir, 'requests.log')]
      .filter(existsSync)
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    await end(nginx);
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await eventually('nginx to listen', () => accepts(port));
    if (!tls)
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
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  include tls.conf;
  include portal.conf;
}
`;

function portalConfig(port: number, serverUrls: readonly string[], tls: boolean): string {
  const servers = serverUrls.flatMap((url) => {
    const { host } = new URL(url);
    return [`server ${host} max_fails=1 fail_timeout=2s;`, `server ${host} max_fails=0 backup;`];
  });
  return read('nginx.conf.template')
    .replace('${PORTAL_LISTEN}', `127.0.0.1:${port}${tls ? ' ssl http2' : ''}`)
    .replace('${PORTAL_SERVERS}', servers.join('\n  '));
}

function read(name: string): string {
  return readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
}

async function makeCertificate(dir: string): Promise<void> {
  await mkdir(dir);
  const subject = ['-nodes', '-subj', '/CN=localhost', '-days', '1'];
  const files = ['-keyout', join(dir, 'privkey.pem'), '-out', join(dir, 'fullchain.pem')];
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    ...subject,
    ...files,
  ]);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function end(nginx: ChildProcess): Promise<void> {
  if (nginx.exitCode !== null || nginx.signalCode !== null) return;
  const ended = once(nginx, 'exit');
  nginx.kill('SIGTERM');
  await ended;
}
