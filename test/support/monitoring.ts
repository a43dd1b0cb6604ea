import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

const deployed = (path: string): string =>
  fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url));

export const ALERTS_FILE = deployed('prometheus/alerts.yml');

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

export const ALERTS = rulesSchema
  .parse(parse(readFileSync(ALERTS_FILE, 'utf8')))
  .groups.flatMap(({ rules }) => rules);

const panelSchema = z.object({
  title: z.string(),
  type: z.string(),
  description: z.string().optional(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z
    .array(z.object({ expr: z.string(), datasource: z.object({ uid: z.string() }) }))
    .optional(),
});

export const PANELS = z
  .object({ panels: z.array(panelSchema) })
  .parse(JSON.parse(readFileSync(deployed('grafana/portal.json'), 'utf8'))).panels;

/** The expressions of the dashboard, with the variable of Grafana replaced. */
export const PANEL_EXPRESSIONS = PANELS.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
);

/** Debian's package `prometheus` has it. */
export const PROMTOOL = (process.env['PATH'] ?? '')
  .split(':')
  .map((folder) => join(folder, 'promtool'))
  .find(existsSync);

const WORDS = new Set(['and', 'or', 'unless', 'on', 'ignoring', 'by', 'without', 'offset', 'bool']);

interface Selector {
  readonly metric: string;
  /** The labels that the expression compares. */
  readonly labels: readonly string[];
}

/** The metrics that an expression of PromQL reads, with the labels by which it selects. */
export function selectorsIn(expr: string): Selector[] {
  const plain = expr
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replace(/"[^"]*"/g, '""')
    .replace(/\[[^\]]*\]/g, ' ');
  return [...plain.matchAll(/\b([a-z_:][\w:]*)\s*(\(|\{[^}]*\})?/gi)].flatMap(
    ([, name = '', rest = '']) => {
      if (rest === '(' || WORDS.has(name)) return [];
      const labels = [...rest.matchAll(/([a-z_]\w*)\s*[=!]/gi)].map(([, label = '']) => label);
      return [{ metric: name, labels }];
    },
  );
}
