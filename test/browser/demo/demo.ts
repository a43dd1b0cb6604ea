import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { signIn } from '@portal/testing/sign-in';
import { startStack, type Stack } from '@portal/testing/stack';
import { Api } from '../../support/api.js';
import { startReluctantProxy } from '../../support/reluctant-proxy.js';
import { query } from '../../support/world.js';

export const SCRIPTS = fileURLToPath(new URL('../../../scripts/', import.meta.url));

/** A portal with the demo data, from `start` on. */
export class Demo {
  private running: { stack: Stack; admin: Api; refused: ReadonlySet<string> } | undefined;

  /** Loads the demo through a proxy that first answers each call with 503. */
  async start(): Promise<void> {
    const stack = await startStack({ env: { PORTAL_DEMO: 'on' } });
    const proxy = await startReluctantProxy(stack.baseUrl);
    await load(stack, proxy.url);
    await proxy.stop();
    const { access_token } = await signIn(stack.baseUrl, 'admin@example.com');
    const admin = new Api(stack.baseUrl, access_token);
    this.running = { stack, admin, refused: proxy.refused };
  }

  get stack(): Stack {
    return this.started.stack;
  }

  get admin(): Api {
    return this.started.admin;
  }

  /** The calls that the proxy refused. */
  get refused(): ReadonlySet<string> {
    return this.started.refused;
  }

  /** Loads the demo again; returns what the script prints. */
  load(): Promise<string> {
    return load(this.stack);
  }

  private get started() {
    if (this.running === undefined) throw new Error('the demo has not started');
    return this.running;
  }
}

async function load({ baseUrl, databaseUrl }: Stack, url = baseUrl): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${SCRIPTS}demo-load.mjs`], {
    env: { ...process.env, PORTAL_URL: url, DATABASE_URL: databaseUrl },
  });
  return stdout;
}

/** The first row of a query. */
export async function one<T extends object>({ stack }: Demo, text: string): Promise<T> {
  const [first] = await query<T & Record<string, unknown>>(stack.databaseUrl, text);
  if (first === undefined) throw new Error('no row');
  return first;
}
