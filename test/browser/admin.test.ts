import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, metric, openContext } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { startPortal, type Portal } from '../support/portal.js';
import { file, row } from '../support/rows.js';
import { query } from '../support/world.js';

const TURING_ID = 7001;
const [NADIA, OMAR] = ['nadia@example.com', 'omar@example.com'];

let portal: Portal;
let browser: Browser;
let admin: Page;
let lead: Page;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), launchBrowser()]);
  [admin, lead] = await Promise.all([openAs('admin@example.com'), openAs('lead@example.com')]);
});
afterAll(async () => {
  await portal.stack.stop();
  await browser.close();
});

async function openAs(email: string): Promise<Page> {
  // Without motion, figures and dialogs do not pass through other states.
  const { baseUrl } = portal.stack;
  const context = await openContext(browser, baseUrl, email, {
    viewport: { width: 1440, height: 1000 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/dashboard`);
  return page;
}

describe('the administration of a project', () => {
  it('SYS-165 an admin sets a project up from nothing while its lead watches, finds each step in the audit, and undoes the last', async () => {
    await createProject();
    await createRole();
    await onboardUsers();
    await createPod();
    await addMember('lead@example.com', 'Lead');
    await addMember(NADIA, 'Trainer');
    await addMember(OMAR, 'Trainer');

    await lead.goto(`${portal.stack.baseUrl}/pods/Kestrel/lead-dashboard`);
    await lead.getByText('No weekly targets set for this period').waitFor();
    await boardIsExact();

    await setTarget();
    await createStatistic();
    await importTasks();
    expect(await trainersBySql()).toEqual([
      { email: NADIA, tasks: 3, turns: 12 },
      { email: OMAR, tasks: 1, turns: 4 },
    ]);
    await boardIsExact({ tasks: 5, turns: 20 });

    await raiseTarget();
    await boardIsExact({ tasks: 10, turns: 20 });
    await findSteps();
    await undoLastStep();
    await boardIsExact({ tasks: 5, turns: 20 });
  });
});

async function createProject(): Promise<void> {
  await open('Admin');
  await open('Projects');
  await press('Create Project');
  const form = admin.getByRole('dialog', { name: 'Create Project' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Gamma');
  await choose(form, 'Status', 'Ongoing');
  await form.getByRole('button', { name: 'Create' }).click();
  await admin.getByRole('heading', { name: 'Gamma', level: 1 }).waitFor();
  // The number by which its files name it.
  await press('Edit');
  const edit = admin.getByRole('dialog', { name: 'Edit Gamma' });
  await edit.getByRole('textbox', { name: 'Turing project ID' }).fill(String(TURING_ID));
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await edit.waitFor({ state: 'hidden' });
  await admin.getByText('No users yet').waitFor();
}

async function createRole(): Promise<void> {
  await open('Roles');
  await press('Create Role');
  const form = admin.getByRole('dialog', { name: 'Create Role' });
  await form.getByRole('textbox', { name: 'Name' }).fill('guide');
  await form.getByRole('textbox', { name: 'Description' }).fill('Reads the numbers of pods');
  await choose(form, 'Permissions', 'pod-info-public-view');
  await form.getByRole('button', { name: 'Create' }).click();
  await admin.getByRole('cell', { name: 'guide', exact: true }).waitFor();
}

async function onboardUsers(): Promise<void> {
  await open('Users');
  await admin.getByRole('link', { name: 'Onboard users' }).click();
  await admin
    .getByRole('textbox', { name: 'People' })
    .fill(`email,name\nlead@example.com\n${NADIA},Nadia Kovac\n${OMAR}\nnot an email`);
  await choose(admin, 'Project', 'Gamma');
  await choose(admin, 'Role', 'guide');
  await press('Preview');
  await admin.getByText('4 lines: 2 new, 1 known, 1 invalid.').waitFor();
  await press('Leave out the 1 invalid line');
  await press('Onboard 3 people');
  await admin.getByText('3 people are onboarded.').waitFor();
}

async function createPod(): Promise<void> {
  await open('Pods');
  await press('Create Pod');
  const form = admin.getByRole('dialog', { name: 'Create Pod' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Kestrel');
  await choose(form, 'Project', 'Gamma');
  await form.getByRole('button', { name: 'Create' }).click();
  // It leads to the pod.
  await admin.waitForURL('**/pods/Kestrel/members');
  await admin.goto(`${portal.stack.baseUrl}/admin/pods`);
  await admin.getByRole('cell', { name: 'Kestrel', exact: true }).waitFor();
}

async function addMember(email: string, role: string): Promise<void> {
  await open('Pod Members');
  await press('Create Pod Member');
  const form = admin.getByRole('dialog', { name: 'Create Pod Member' });
  await choose(form, 'Pod', 'Kestrel');
  await choose(form, 'User', email);
  await choose(form, 'Role', role);
  await form.getByRole('button', { name: 'Create' }).click();
  await form.waitFor({ state: 'hidden' });
  await admin.getByRole('row').filter({ hasText: 'Kestrel' }).filter({ hasText: email }).waitFor();
}

async function setTarget(): Promise<void> {
  await admin.goto(`${portal.stack.baseUrl}/pods/Kestrel/lead-dashboard`);
  await press('Create target');
  const form = admin.getByRole('dialog', { name: 'Create weekly target' });
  await form.getByRole('textbox', { name: 'Daily tasks' }).fill('1');
  await form.getByRole('textbox', { name: 'Daily turns' }).fill('4');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.waitFor({ state: 'hidden' });
}

/** Admin pages keep the project of the pod, which is open until now. */
async function createStatistic(): Promise<void> {
  await open('Admin');
  await open('Custom Stats');
  await admin.getByText('No Custom Statistics').waitFor();
  // The heading and the empty page both have this button.
  await admin.getByRole('button', { name: 'Create Custom Stats' }).first().click();
  await admin.getByRole('textbox', { name: 'Name' }).fill('Finished tasks');
  await admin.getByRole('textbox', { name: 'SQL query' }).click();
  await admin.keyboard.press('ControlOrMeta+A');
  await admin.keyboard.insertText("SELECT count(*) AS tasks FROM tasks WHERE status = 'completed'");
  await press('Create');
  await admin.getByRole('list', { name: 'Custom statistics in their order' }).waitFor();
  await admin.getByText('Finished tasks').waitFor();
}

async function importTasks(): Promise<void> {
  await open('Tasks');
  const now = new Date().toISOString();
  const work = {
    turing_project_id: TURING_ID,
    completed_at: now,
    created_at: now,
    updated_at: now,
  };
  const rows = [1, 2, 3].map((id) => row(id, { ...work, user_email: NADIA }));
  rows.push(row(4, { ...work, user_email: OMAR }));
  rows.push(row(5, { ...work, user_email: OMAR, status: 'in_progress', completed_at: null }));
  await admin.getByLabel('Task file').setInputFiles({
    name: 'gamma.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file(...rows)),
  });
  await press('Preview');
  await admin.getByText('Preview complete').waitFor();
  await press('Import');
  await admin.getByText('Import successful!').waitFor();
  await admin.getByText('5 inserted').first().waitFor();
}

async function raiseTarget(): Promise<void> {
  await admin.goto(`${portal.stack.baseUrl}/pods/Kestrel/lead-dashboard`);
  const targets = admin.getByRole('region', { name: 'Weekly targets' });
  await targets.getByRole('button', { name: /^Edit / }).click();
  const form = admin.getByRole('dialog', { name: 'Edit weekly target' });
  await form.getByRole('textbox', { name: 'Daily tasks' }).fill('2');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await form.waitFor({ state: 'hidden' });
}

/** Each step is one row of the audit, also where it changed several tables. */
async function findSteps(): Promise<void> {
  await open('Admin');
  await open('Audit');
  const changes = admin.getByRole('region', { name: 'Changes' });
  const rows = changes.locator('button[aria-expanded]');
  await eventually('the steps, newest first', async () => {
    const shown = await rows.allTextContents();
    expect(shown).toEqual([
      expect.stringMatching(/^Changed weekly target 'Kestrel, .+'$/),
      'Imported gamma.json: 5 new',
      "Created import 'gamma.json'",
      "Created preview 'gamma.json'",
      "Created custom statistic 'Finished tasks'",
      expect.stringMatching(/^Created weekly target 'Kestrel, .+'$/),
      `Created pod member '${OMAR}'`,
      `Created pod member '${NADIA}'`,
      "Created pod member 'lead@example.com'",
      "Created pod 'Kestrel'",
      // All of the onboarding, with one undo.
      expect.stringMatching(
        /^Created (3 role assignments and 2 users|2 users and 3 role assignments)$/,
      ),
      "Created role 'guide' and 1 permission of a role",
      "Changed project 'Gamma'",
      "Created project 'Gamma'",
    ]);
    return true;
  });
}

async function undoLastStep(): Promise<void> {
  const changes = admin.getByRole('region', { name: 'Changes' });
  await changes.getByRole('button', { name: /^Undo: Changed weekly target/ }).click();
  const dialog = admin.getByRole('dialog', { name: 'Undo these changes?' });
  await dialog.getByText('1 changed row is set back').waitFor();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await admin.getByText('Changes undone').waitFor();
  await changes.getByText(/^Undo of/).waitFor();
}

interface Trainer {
  email: string;
  tasks: number;
  turns: number;
}

/** The work of the trainers in the current week, counted with plain SQL. */
function trainersBySql(): Promise<Trainer[]> {
  const today = `(now() AT TIME ZONE 'America/Los_Angeles')`;
  return query<Trainer>(
    portal.stack.databaseUrl,
    `SELECT m.user_email AS email, count(t.*)::int AS tasks,
       coalesce(sum(t.number_of_turns), 0)::int AS turns
     FROM core.pod_member m
     LEFT JOIN core.task t ON t.user_email = m.user_email AND t.status = 'completed'
       AND t.completed_at AT TIME ZONE 'America/Los_Angeles' >= date_trunc('week', ${today})
     WHERE m.pod_name = 'Kestrel' AND m.role = 'trainer'
     GROUP BY 1 ORDER BY 1`,
  );
}

/** The lead's page shows the numbers of SQL without a reload; `week` is a trainer's target. */
async function boardIsExact(week?: { tasks: number; turns: number }): Promise<void> {
  await eventually('the lead’s board to be exact', async () => {
    const trainers = await trainersBySql();
    const of = (done: number, target: number | undefined) =>
      target === undefined ? String(done) : `${done} of ${target}`;
    const shown = await Promise.all(
      trainers.map(async ({ email }) => {
        const member = lead.getByRole('list', { name: 'Trainers' }).getByRole('listitem');
        const text = await member.filter({ hasText: email }).innerText({ timeout: 1000 });
        return [/Tasks\s+([\d of]+)/.exec(text)?.[1], /Turns\s+([\d of]+)/.exec(text)?.[1]];
      }),
    );
    expect({
      tasks: await metric(lead, 'Tasks done'),
      turns: await metric(lead, 'Turns done'),
      shown,
    }).toEqual({
      tasks: String(trainers.reduce((sum, { tasks }) => sum + tasks, 0)),
      turns: String(trainers.reduce((sum, { turns }) => sum + turns, 0)),
      shown: trainers.map(({ tasks, turns }) => [of(tasks, week?.tasks), of(turns, week?.turns)]),
    });
    return true;
  });
}

/** Follows a link of the open page. */
const open = (name: string) => admin.getByRole('link', { name, exact: true }).click();

const press = (name: string) => admin.getByRole('button', { name, exact: true }).click();

/** Opens a list of choices and takes one. */
async function choose(form: Page | Locator, label: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: new RegExp(`^${label}`) }).click();
  await admin.getByRole('option', { name: new RegExp(`^${option}`) }).click();
}
