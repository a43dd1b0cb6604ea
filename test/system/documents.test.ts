import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reportingSchemaSchema } from '@portal/contracts/custom-stats';
import { startPortal, type Portal } from '../support/portal.js';
import { file, row } from '../support/rows.js';

/** A block of commands on the page, and their documented output. */
interface Example {
  readonly commands: string;
  readonly printed?: unknown;
}

const API_PAGE = new URL('../../docs/api.md', import.meta.url);
const SQL_PAGE = new URL('../../docs/custom-sql.md', import.meta.url);

/** The page needs a shell with curl; without them the test is skipped. */
const canRun = ['bash', 'curl'].every((name) => spawnSync(name, ['--version']).status === 0);
const whereItRuns = canRun ? it : it.skip;

let portal: Portal;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'portal-page-'));
  portal = await startPortal();
});
afterAll(async () => {
  await portal.stack.stop();
  await rm(dir, { recursive: true, force: true });
});

describe('docs/api.md', () => {
  whereItRuns('API-6 can be followed from top to bottom, and prints what it says', async () => {
    const examples = examplesOf(await readFile(API_PAGE, 'utf8'));
    expect(examples.length).toBeGreaterThan(15);
    const outputs = await run(examples.map(({ commands }) => commands));
    const told = examples.flatMap(({ commands, printed }, index) =>
      printed === undefined ? [] : [{ commands, printed, output: outputs[index] ?? '' }],
    );
    expect(
      told.map(({ commands, output }) => ({ commands, output: JSON.parse(output) as unknown })),
    ).toEqual(told.map(({ commands, printed }) => ({ commands, output: likenessOf(printed) })));
  });
});

function examplesOf(page: string): Example[] {
  const blocks = [...page.matchAll(/^```(sh|json)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, kind, commands = ''], index) => {
    if (kind !== 'sh') return [];
    const [, nextKind, json = ''] = blocks[index + 1] ?? [];
    return [{ commands, ...(nextKind === 'json' && { printed: JSON.parse(json) as unknown }) }];
  });
}

/** Runs the blocks in one shell, one after the other; returns the output of each. */
async function run(blocks: readonly string[]): Promise<string[]> {
  const script = join(dir, 'page.sh');
  const steps = blocks.map((block, index) => `{\n${block}} > ${join(dir, `${index}.out`)}`);
  await writeFile(script, ['set -euo pipefail', ...steps].join('\n'));
  await promisify(execFile)('bash', [script], {
    cwd: dir,
    env: { ...process.env, PORTAL: portal.stack.baseUrl },
  });
  return Promise.all(blocks.map((_, index) => readFile(join(dir, `${index}.out`), 'utf8')));
}

/** A matcher for an output: exact fields, but only the presence of ids and similar fields. */
function likenessOf(example: unknown): unknown {
  if (Array.isArray(example))
    return example.length === 0 ? [] : expect.arrayContaining(example.map(likenessOf));
  if (typeof example !== 'object' || example === null) return example;
  const fields = Object.entries(example).map(
    ([name, value]: [string, unknown]): [string, unknown] => [
      name,
      isOwn(name, value) ? expect.anything() : likenessOf(value),
    ],
  );
  return expect.objectContaining(Object.fromEntries(fields));
}

const OWN = ['id', 'epoch', 'revision'];

/** Fields whose value differs per run. */
function isOwn(name: string, value: unknown): boolean {
  return OWN.includes(name) || (typeof value === 'string' && value.endsWith('…'));
}

/** `### tasks` and the table after it, as [view, column, type, meaning]. */
function columnsOf(page: string): string[][] {
  return [...page.matchAll(/^### `(\w+)`\n([\s\S]*?)(?=^##)/gm)].flatMap(
    ([, view = '', text = '']) =>
      [...text.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm)].map((match) => [
        view,
        ...match.slice(1),
      ]),
  );
}

describe('docs/custom-sql.md', () => {
  let page: string;
  beforeAll(async () => {
    page = await readFile(SQL_PAGE, 'utf8');
    const tasks = file(row(1), row(2, { status: 'pending' }));
    await portal.admin.upload(tasks, { prefer: 'wait=60' });
  });

  it('CST-52 lists every view with every column', async () => {
    const { body } = await portal.admin.get('/custom-stats/schema');
    const { views } = reportingSchemaSchema.parse(body);
    expect(columnsOf(page)).toEqual(
      views.flatMap((view) =>
        view.columns.map(({ name, type, description }) => [view.name, name, type, description]),
      ),
    );
    for (const { description } of views) expect(page).toContain(description);
  });

  it('CST-52 has queries that run unchanged', async () => {
    const queries = [...page.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
    expect(queries.length).toBeGreaterThan(6);
    for (const sql_query of queries) {
      const answer = await portal.admin.post(
        `/projects/${portal.world.alpha}/custom-stats/preview`,
        { sql_query },
      );
      expect({ sql_query, status: answer.status }).toEqual({ sql_query, status: 200 });
    }
  });
});
