import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@portal/testing/free-port';
import { startPortal, type Portal } from '../support/portal.js';
import { file, row } from '../support/rows.js';
import { ALERTS, PANEL_EXPRESSIONS, selectorsIn } from '../support/monitoring.js';

let portal: Portal;
let workerPort: number;
beforeAll(async () => {
  workerPort = await freePort();
  portal = await startPortal({ env: { PORTAL_WORKER_METRICS_PORT: String(workerPort) } });
});
afterAll(() => portal.stack.stop());

interface Scrape {
  /** Names of series; a histogram has three. */
  readonly names: ReadonlySet<string>;
  /** The labels of the series of each name, of those that have any. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>;
}

async function scrape(...urls: string[]): Promise<Scrape> {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  const text = texts.join('\n');
  const names = new Set<string>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
    const suffixes = type === 'histogram' ? ['_bucket', '_count', '_sum'] : [''];
    for (const suffix of suffixes) names.add(name + suffix);
  }
  const labels = new Map<string, Set<string>>();
  for (const [, name = '', inner = ''] of text.matchAll(/^([a-z_]+)\{(.*)\} \S+$/gm)) {
    const known = labels.get(name) ?? new Set();
    for (const [, label = ''] of inner.matchAll(/(\w+)="/g)) known.add(label);
    labels.set(name, known);
  }
  return { names, labels };
}

/** Those that Prometheus adds to each series. */
const ADDED = ['job', 'instance'];

describe('the alerts and the dashboard', () => {
  it('SYS-231 name only metrics and labels that server and worker have', async () => {
    const { status } = await portal.admin.upload(file(row(1)), { prefer: 'wait=60' });
    expect(status).toBe(200);
    const { names, labels } = await scrape(
      `${portal.stack.baseUrl}/metrics`,
      `http://127.0.0.1:${workerPort}/metrics`,
    );
    const selectors = [...ALERTS.map(({ expr }) => expr), ...PANEL_EXPRESSIONS].flatMap(
      selectorsIn,
    );
    expect(selectors.length).toBeGreaterThan(50);
    const unknown = selectors.filter(({ metric }) => metric !== 'up' && !names.has(metric));
    expect(unknown).toEqual([]);
    for (const { metric, labels: wanted } of selectors) {
      const had = labels.get(metric);
      if (had === undefined) continue;
      const missing = wanted.filter((label) => !had.has(label) && !ADDED.includes(label));
      expect([metric, ...missing]).toEqual([metric]);
    }
  });

  it('SYS-231 see the worker of a running portal, and its import', async () => {
    const text = await (await fetch(`${portal.stack.baseUrl}/metrics`)).text();
    expect(text).toMatch(/^portal_workers 1$/m);
    expect(text).toMatch(/^portal_part_up\{part="workers"\} 1$/m);
    expect(text).toMatch(/^portal_imports_ended_total\{outcome="completed"\} 1$/m);
    expect(text).toMatch(/^portal_project_sync_age_seconds\{project="\d+"\} \d/m);
    await portal.stack.kill('worker', 'SIGTERM');
    const after = await (await fetch(`${portal.stack.baseUrl}/metrics`)).text();
    expect(after).toMatch(/^portal_workers 0$/m);
    expect(after).toMatch(/^portal_part_up\{part="workers"\} 0$/m);
    expect((await fetch(`${portal.stack.baseUrl}/health/ready`)).status).toBe(200);
  });
});
