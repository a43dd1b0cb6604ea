import { demoClient } from '../demo-client.mjs';
import { DEMO_ACCOUNTS, FIRST_TASK_ID, PROJECTS } from '../demo-world.mjs';

/** @typedef {Awaited<ReturnType<typeof tokenOf>>} Api */

/** The tasks that these files create; far from those of the demo. */
const FIRST_NEW_TASK = 9_007_199_254_700_001;
const SQL = 'SELECT status, count(*) AS tasks FROM tasks GROUP BY status ORDER BY status';

/**
 * Uses each part of a portal with the demo data, as people and programs do: tokens, projects, access, pods, files,
 * edits, changes of many items, undo, statistics. It uses only what version 0.2.0 can do.
 * @param {string} baseUrl
 */
export async function usePortal(baseUrl) {
  const api = await tokenOf(baseUrl);
  const { id: project } = await api('POST', '/projects/', {
    name: 'Frozen in time',
    turing_project_id: 987_654,
    status: 'ongoing',
    labeling_tool_base_path: 'https://label.example.com/task/',
  });
  await api('PUT', `/projects/${project}`, { client: 'Ámbar & Söhne', description: '日本語 😀' });
  await giveAccess(api, project);
  await makePod(api, project);
  await uploadFiles(api, baseUrl);
  await editTasks(api, project);
  await writeStatistics(api, project);
  await demoClient(baseUrl, DEMO_ACCOUNTS.lead).get(
    '/pods/Kestrel/weekly-progress?week_start=2026-01-05',
  );
}

/**
 * Calls of the admin, with the first of two API tokens.
 * @param {string} baseUrl
 */
async function tokenOf(baseUrl) {
  const admin = demoClient(baseUrl, DEMO_ACCOUNTS.admin);
  /** @type {{ items: { id: number }[] }} */
  const { items } = await admin.get(
    `/auth/users/?filters=${encodeURIComponent(JSON.stringify({ email: DEMO_ACCOUNTS.admin }))}`,
  );
  const path = `/auth/admin/users/${items[0]?.id}/api-tokens/`;
  /** @type {{ token: string }} */
  const { token } = await admin.post(path, { name: 'Nightly upload' });
  await admin.post(path, { name: 'Until 2099', expires_at: '2099-01-01T00:00:00Z' });
  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   */
  return async (method, path, body) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined || body instanceof FormData ? (body ?? null) : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
}

/**
 * @param {Api} api
 * @param {number} project
 */
async function giveAccess(api, project) {
  const user = await api('POST', '/auth/users/', {
    email: 'new.user@example.com',
    name: 'New User',
  });
  const gone = await api('POST', '/auth/users/', { email: 'gone@example.com', name: 'Gone' });
  await api('POST', `/projects/${project}/users/${user.id}?role_name=project_member`);
  await api('POST', `/auth/users/${user.id}/project-roles`, {
    project_id: project,
    role: 'project_lead',
  });
  await api('PUT', `/auth/users/${user.id}/profile`, {
    timezone: 'UTC+5:30',
    theme: 'light',
    slack_id: 'new',
  });
  await api('POST', '/auth/roles/', {
    name: 'accountant',
    description: 'Invoices',
    permissions: ['user-view', 'pod-info-public-view'],
  });
  await api('POST', `/auth/users/${user.id}/project-roles`, { project_id: 1, role: 'accountant' });
  await api('DELETE', `/auth/users/${gone.id}`);
}

/**
 * @param {Api} api
 * @param {number} project
 */
async function makePod(api, project) {
  await api('POST', '/pods/', { name: 'Terminal', project_id: project });
  await api('POST', '/pods/Terminal/members', {
    user_email: 'new.user@example.com',
    role: 'trainer',
  });
  await api('POST', '/pods/Terminal/members', { user_email: DEMO_ACCOUNTS.admin });
  await api('PATCH', '/pods/Terminal/members', {
    user_email: 'new.user@example.com',
    role: 'reviewer',
  });
  await api('DELETE', '/pods/Terminal/members', { user_email: DEMO_ACCOUNTS.admin });
  await api('POST', '/pod-weekly-targets/', {
    pod_name: 'Terminal',
    week_start_date: '2026-01-05',
    daily_tasks_target: 4,
    daily_turns_target: 20,
  });
}

/**
 * New tasks, changes of tasks of the demo, a dry run, and a file that is refused.
 * @param {Api} api
 * @param {string} baseUrl
 */
async function uploadFiles(api, baseUrl) {
  const fresh = Array.from({ length: 40 }, (_, index) => ({
    turing_task_id: FIRST_NEW_TASK + index,
    turing_project_id: 987_654,
    turing_batch_id: 1,
    batch_name: 'First',
    user_email: 'new.user@example.com',
    status: ['completed', 'in_progress', 'rework', 'delivered'][index % 4],
    created_at: '2026-01-06T10:00:00.123456Z',
    completed_at:
      index % 4 === 1 ? null : `2026-01-07T${String(index % 24).padStart(2, '0')}:30:00Z`,
    number_of_turns: index,
    duration_minutes: index / 8,
    target_model: index % 3 === 0 ? 'atlas' : null,
    validation_status: index % 2 === 0 ? 'passed' : null,
    metadata: { row: index, text: 'zwölf\tTabs\nand\\lines' },
    reviews:
      index % 4 === 3
        ? [{ turing_review_id: FIRST_NEW_TASK + index, status: 'accepted', score: 4.5 }]
        : [],
  }));
  const known = Array.from({ length: 60 }, (_, index) => ({
    turing_task_id: FIRST_TASK_ID + index,
    turing_project_id: PROJECTS[0]?.turingId,
    turing_batch_id: PROJECTS[0]?.batches[0]?.id,
    status: 'rework',
    updated_at: '2026-11-20T08:00:00Z',
  }));
  const admin = demoClient(baseUrl, DEMO_ACCOUNTS.admin);
  await admin.upload(asFile(fresh), 'fresh.json');
  await admin.upload(asFile(known), 'known.json');
  const form = new FormData();
  form.append('file', asFile(known), 'tried.json');
  await api('POST', '/tasks/upload?dry_run=true', form);
  const refused = admin.upload(asFile([{ turing_task_id: 'none' }]), 'refused.json');
  if (await refused.catch(() => false)) throw new Error('A file without tasks was imported');
}

/** @param {readonly object[]} rows */
function asFile(rows) {
  return new Blob([JSON.stringify(rows)], { type: 'application/json' });
}

/**
 * Edits that can still be undone, and edits that were.
 * @param {Api} api
 * @param {number} project
 */
async function editTasks(api, project) {
  await api('PATCH', `/tasks/tasks-crud/${FIRST_NEW_TASK}`, {
    status: 'rework',
    number_of_turns: 12,
  });
  await api('PATCH', `/tasks/tasks-crud/${FIRST_TASK_ID + 100}`, { duration_minutes: 0.25 });
  await api('DELETE', `/tasks/tasks-crud/${FIRST_NEW_TASK + 1}`);
  await changeMany(api, project, { validation_status: 'failed' });
  const delivery = await changeMany(api, project, { delivery_batch: 'January' });
  await api('POST', `/audit/${delivery}/undo`);
}

/**
 * @param {Api} api
 * @param {number} project
 * @param {object} change
 */
async function changeMany(api, project, change) {
  const request = { filters: { project_id: project }, change };
  const { count } = await api('POST', '/tasks/tasks-crud/bulk', { ...request, dry_run: true });
  const { group_id } = await api('POST', '/tasks/tasks-crud/bulk', {
    ...request,
    expected_count: count,
  });
  return group_id;
}

/**
 * @param {Api} api
 * @param {number} project
 */
async function writeStatistics(api, project) {
  const path = `/projects/${project}/custom-stats/`;
  const charts = { supported_chart_types: ['table', 'bar'], default_chart_type: 'bar' };
  const kept = await api('POST', path, { name: 'By status', sql_query: SQL, ...charts });
  const gone = await api('POST', path, { name: 'Short-lived', sql_query: SQL, ...charts });
  await api('PUT', path + kept.id, { description: 'Of this project' });
  await api('PUT', `${path}order`, { stat_ids: [gone.id, kept.id] });
  await api('POST', `${path}${kept.id}/execute`);
  await api('DELETE', path + gone.id);
}
