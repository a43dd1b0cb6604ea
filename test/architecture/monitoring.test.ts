import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { ALERT_CASES, HEALTHY } from '../support/alert-cases.js';
import {
  ALERTS,
  ALERTS_FILE,
  PANEL_EXPRESSIONS,
  PANELS,
  PROMTOOL,
  selectorsIn,
} from '../support/monitoring.js';
import { read } from './repository.js';

const withPromtool = PROMTOOL === undefined ? describe.skip : describe;

/** Runs promtool on files with these contents; fails with its output. */
async function promtool(command: readonly string[], contents: readonly unknown[]): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'portal-promtool-'));
  try {
    const files = contents.map((_, index) => join(dir, `${index}.yml`));
    await Promise.all(files.map((path, index) => writeFile(path, stringify(contents[index]))));
    await promisify(execFile)(PROMTOOL ?? '', [...command, ...files]);
  } finally {
    await rm(dir, { recursive: true });
  }
}

describe('docs/operations.md', () => {
  it('SYS-231 has for each alert a heading with what it means and what to do, and for no other', () => {
    const text = read('docs/operations.md').split('\n## Alerts\n')[1]?.split('\n## ')[0] ?? '';
    const headings = [...text.matchAll(/^### (\w+)\n\n([^#]+)/gm)];
    expect(headings.map(([, name]) => name)).toEqual(ALERTS.map(({ alert }) => alert));
    for (const [, , body = ''] of headings) expect(body.length).toBeGreaterThan(80);
    for (const { alert, annotations } of ALERTS) {
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    }
  });

  it('SYS-231 explains each metric of the portal in the alerts and the dashboard', () => {
    const text = read('docs/operations.md');
    const named = [...ALERTS.map(({ expr }) => expr), ...PANEL_EXPRESSIONS]
      .flatMap(selectorsIn)
      .map(({ metric }) => metric.replace(/_(?:bucket|count)$/, ''))
      .filter((metric) => metric.startsWith('portal_'));
    expect(named.length).toBeGreaterThan(40);
    for (const metric of new Set(named)) expect(text).toMatch(new RegExp(`\`${metric}[\`{]`));
  });
});

describe('the dashboard', () => {
  it('SYS-231 says what each panel shows, from the chosen source, and no panel covers another', () => {
    const taken = new Set<string>();
    for (const { type, title, description, gridPos, targets = [] } of PANELS) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(x).toBeLessThan(24);
          expect(taken).not.toContain(`${x},${y}`);
          taken.add(`${x},${y}`);
        }
      }
      if (type === 'row') continue;
      expect(`${title}: ${description}`).toMatch(/: .{10}/);
      expect(targets.length).toBeGreaterThan(0);
      for (const { datasource } of targets) expect(datasource.uid).toBe('${datasource}');
    }
  });
});

withPromtool('promtool (apt-get install prometheus)', () => {
  it('SYS-231 accepts the alerts and the expressions of the dashboard', async () => {
    const rules = PANEL_EXPRESSIONS.map((expr, at) => ({ record: `panel:${at}`, expr }));
    await promtool(['check', 'rules', ALERTS_FILE], [{ groups: [{ name: 'panels', rules }] }]);
    const wrong = { groups: [{ name: 'wrong', rules: [{ record: 'x', expr: 'sum(' }] }] };
    await expect(promtool(['check', 'rules'], [wrong])).rejects.toThrow();
  });

  it('SYS-231 finds each alert firing in its case, and none in a portal that works', async () => {
    expect(Object.keys(ALERT_CASES)).toEqual(ALERTS.map(({ alert }) => alert));
    const cases = [['none', {}] as const, ...Object.entries(ALERT_CASES)];
    const tests = cases.map(([alert, broken]) => ({
      name: alert,
      interval: '1m',
      input_series: Object.entries({ ...HEALTHY, ...broken }).map(([series, values]) => ({
        series,
        values,
      })),
      promql_expr_test: [
        {
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: '3h',
          exp_samples: alert === 'none' ? [] : [{ labels: `{alertname="${alert}"}`, value: 1 }],
        },
      ],
    }));
    await promtool(['test', 'rules'], [{ rule_files: [ALERTS_FILE], tests }]);
  });
});
