import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { leadBoard } from '../support/boards.js';
import { launchBrowser, openContext } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { type Portal, startPortal } from '../support/portal.js';
import { file, row } from '../support/rows.js';
import { query } from '../support/world.js';

const WORDS = 'The answer has no source.';
const REASON = 'No source';

let portal: Portal;
let browser: Browser;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), launchBrowser()]);
  await query(
    portal.stack.databaseUrl,
    'INSERT INTO core.review_reason (project_id, name) VALUES ($1, $2)',
    [portal.world.alpha, REASON],
  );
});
afterAll(async () => {
  await browser.close();
  await portal.stack.stop();
});

async function openAs(email: string, path: string): Promise<Page> {
  const { baseUrl } = portal.stack;
  const context = await openContext(browser, baseUrl, email, {
    viewport: { width: 1440, height: 1000 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(baseUrl + path);
  await page.getByRole('button', { name: 'Connection: Live' }).waitFor();
  return page;
}

it('SYS-292 what a reviewer sends back reaches trainer and lead, and no earlier file undoes it', async () => {
  const { world, stack, admin } = portal;
  const finished = (id: number, minutes: number) => {
    const at = new Date(Date.now() - minutes * 60_000).toISOString();
    return row(id, { completed_at: at, updated_at: at });
  };
  const tasks = file(finished(41, 2), finished(42, 1));
  expect((await admin.upload(tasks)).status).toBe(200);
  const [reviewer, trainer, lead] = await Promise.all([
    openAs('reviewer@example.com', `/pods/${world.pod}/reviewer`),
    openAs('trainer@example.com', '/dashboard'),
    openAs('lead@example.com', `/pods/${world.pod}/lead-dashboard`),
  ]);
  const board = leadBoard({ page: lead, databaseUrl: stack.databaseUrl, pod: world.pod });
  await eventually('both tasks on the board', async () =>
    JSON.stringify(await board.shown()).includes('"tasks":"2"'),
  );

  // By keyboard alone: next, send back, words, a reason, send.
  await reviewer.getByRole('link', { name: 'Task 41', exact: true }).waitFor();
  await reviewer.keyboard.press('n');
  const panel = reviewer.getByRole('dialog', { name: 'Task 41' });
  await panel.getByText(/^You have this task for /).waitFor();
  await reviewer.keyboard.press('r');
  await panel.getByRole('textbox', { name: 'Feedback' }).waitFor();
  await reviewer.keyboard.type(WORDS);
  await reviewer.keyboard.press('Tab');
  await reviewer.keyboard.press('Tab');
  await reviewer.keyboard.press('Space');
  await panel.getByRole('button', { name: REASON, pressed: true }).waitFor();
  await reviewer.keyboard.press('Control+Enter');

  await trainer.getByRole('region', { name: 'Back for rework' }).getByText(WORDS).waitFor();
  await eventually('one task less on the board', async () =>
    JSON.stringify(await board.shown()).includes('"tasks":"1"'),
  );

  // The number on the lead's board opens the task.
  await lead.getByRole('button', { name: `Show tasks: Rework by reason, ${REASON}, 1` }).click();
  const dialog = lead.getByRole('dialog', { name: /Rework|rework/ });
  await dialog.getByRole('link', { name: '41', exact: true }).click();
  // The feedback, and the round that it ended.
  await lead.getByRole('dialog', { name: 'Task 41' }).getByText(WORDS).nth(1).waitFor();

  // The earlier file, as the labeling tool still has it.
  const uploader = await openAs('admin@example.com', '/admin/tasks');
  await uploader.getByLabel('Task file').setInputFiles({
    name: 'tasks.json',
    mimeType: 'application/json',
    buffer: Buffer.from(tasks),
  });
  await uploader.getByRole('button', { name: /^Preview/ }).click();
  const conflicts = uploader.getByRole('table', { name: 'Rows that contradict the portal' });
  await conflicts.getByText('Rework in the portal').waitFor();
  await uploader.getByRole('button', { name: 'Import', exact: true }).click();
  await uploader.getByText('Import successful!').waitFor();
  await conflicts.getByText('Completed in the file').waitFor();
  const [task] = await query<{ status: string }>(
    stack.databaseUrl,
    'SELECT status FROM core.task WHERE turing_task_id = 41',
  );
  expect(task?.status).toBe('rework');
});
