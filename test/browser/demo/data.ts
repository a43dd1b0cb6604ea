import { expect, it } from '@jest/globals';
import { bulkResultSchema } from '@portal/contracts/custom-stats';
import { importListSchema } from '@portal/contracts/imports';
import { overviewSchema } from '@portal/contracts/dashboard';
import { projectListSchema } from '@portal/contracts/projects';
import { BATCH_STATUSES, TASK_STATUSES } from '@portal/contracts/constants';
import { signIn } from '@portal/testing/sign-in';
import { Api } from '../../support/api.js';
import { numbersOf, recount } from '../../support/recount.js';
import { query } from '../../support/world.js';
import { one, type Demo } from './demo.js';

/** What the demo holds. */
export function describeData(demo: Demo): void {
  it('DEMO-10 was loaded although the portal answered 503 to the first call of each route', () => {
    const calls = [...demo.refused].filter((call) => call.startsWith('POST'));
    expect(calls).toEqual([
      'POST /api/v1/tasks/upload',
      ...[1, 2, 3].flatMap((id) => [
        `POST /api/v1/projects/${id}/custom-stats/`,
        `POST /api/v1/projects/${id}/alerts/`,
        `POST /api/v1/projects/${id}/webhooks/`,
      ]),
    ]);
  });

  it('DEMO-1 holds 3 projects, 12 batches of every status, 7 pods and 97 users around the world', async () => {
    expect(
      await one(
        demo,
        `SELECT (SELECT count(*)::int FROM core.project WHERE id > 0) AS projects,
           (SELECT count(*)::int FROM core.batch) AS batches,
           (SELECT count(*)::int FROM core.pod) AS pods,
           (SELECT count(*)::int FROM core.app_user) AS users`,
      ),
    ).toEqual({ projects: 3, batches: 12, pods: 7, users: 97 });
    const { statuses, zones } = await one<{ statuses: string[]; zones: number }>(
      demo,
      `SELECT (SELECT array_agg(DISTINCT status) FROM core.batch) AS statuses,
         (SELECT count(DISTINCT timezone)::int FROM core.app_user) AS zones`,
    );
    expect(statuses.toSorted()).toEqual([...BATCH_STATUSES].toSorted());
    expect(zones).toBeGreaterThan(5);
  });

  it('DEMO-9 has pods of 3, 12 and 40 members, an empty one, and one without targets', async () => {
    const pods = await query<{ pod: string; members: number; targets: boolean; zones: string[] }>(
      demo.stack.databaseUrl,
      `SELECT pod.name AS pod, count(user_email)::int AS members,
         EXISTS (SELECT FROM core.pod_weekly_target WHERE pod_name = pod.name) AS targets,
         array_agg(DISTINCT timezone) AS zones
       FROM core.pod LEFT JOIN core.pod_member ON pod_name = pod.name
       LEFT JOIN core.app_user ON email = user_email
       GROUP BY pod.name`,
    );
    const withTargets = pods.filter(({ targets }) => targets);
    expect(withTargets.map(({ members }) => members)).toEqual(expect.arrayContaining([3, 12, 40]));
    expect(pods.some(({ members }) => members === 0)).toBe(true);
    expect(pods.some(({ members, targets }) => members > 0 && !targets)).toBe(true);
    const zonesOfKestrel = pods.find(({ pod }) => pod === 'Kestrel')?.zones ?? [];
    expect(zonesOfKestrel.length).toBeGreaterThanOrEqual(5);
    expect(zonesOfKestrel).toContain('UTC+5:30');
  });

  it('DEMO-2 holds 60,000 tasks of every known status over 120 days, reviewed and validated', async () => {
    const facts = await one<{ tasks: number; days: number; ahead: number; statuses: string[] }>(
      demo,
      `SELECT count(*)::int AS tasks, count(DISTINCT completed_at::date)::int AS days,
         count(*) FILTER (WHERE greatest(completed_at, updated_at) > now())::int AS ahead,
         array_agg(DISTINCT status) AS statuses
       FROM core.task`,
    );
    expect(facts).toMatchObject({ tasks: 60_000, ahead: 0 });
    expect(facts.days).toBeGreaterThan(115);
    expect(facts.days).toBeLessThan(122);
    expect(facts.statuses.toSorted()).toEqual([...TASK_STATUSES].toSorted());
    const shares = await one<{ reviewed: number; models: number; weekend: number }>(
      demo,
      `SELECT (SELECT count(DISTINCT turing_task_id) FROM core.task_review)::float / count(*) AS reviewed,
         count(DISTINCT target_model)::int AS models,
         count(*) FILTER (WHERE extract(isodow FROM completed_at) > 5)::float / count(completed_at)
           AS weekend
       FROM core.task`,
    );
    expect(shares.reviewed).toBeGreaterThan(0.5);
    expect(shares.models).toBe(4);
    expect(shares.weekend).toBeLessThan(0.1);
    const reasons = await one<{ given: string[]; without: number }>(
      demo,
      `SELECT array_agg(DISTINCT reason) AS given,
         count(*) FILTER (WHERE cardinality(reasons) = 0)::int AS without
       FROM core.task_round LEFT JOIN unnest(reasons) AS reason ON true
       WHERE verdict = 'rework' AND source = 'review'`,
    );
    expect(reasons).toEqual({
      given: ['Format', 'Instructions missed', 'Unclear wording', 'Wrong facts'],
      without: 0,
    });
  });

  it('DEMO-3 came through the upload that users use, and its dashboards equal a recount', async () => {
    const { items } = importListSchema.parse((await demo.admin.get('/tasks/imports/')).body);
    expect(items).toEqual([
      expect.objectContaining({
        file_name: 'demo-tasks.json',
        uploaded_by: 'admin@example.com',
        status: 'completed',
        tasks_imported: expect.objectContaining({ insert: 60_000 }),
      }),
    ]);
    for (const { id } of projectListSchema.parse((await demo.admin.get('/projects/')).body)) {
      const { body } = await demo.admin.get(`/projects/${id}/overview`);
      expect(numbersOf(overviewSchema.parse(body))).toEqual(
        await recount(demo.stack.databaseUrl, id),
      );
    }
  });

  it('DEMO-8 has custom statistics in every project, and each of them runs', async () => {
    const projects = projectListSchema.parse((await demo.admin.get('/projects/')).body);
    for (const { id } of projects.filter((project) => project.id > 0)) {
      const { body } = await demo.admin.post(`/projects/${id}/custom-stats/bulk-execute`, {});
      const { results } = bulkResultSchema.parse(body);
      expect(results.length).toBeGreaterThan(3);
      expect(results.filter((result) => result.error !== null)).toEqual([]);
    }
  });

  it('DEMO-4 sets weekly targets for the current week and those behind it, in every pod but two', async () => {
    const { weeks, pods, current } = await one<{ weeks: number; pods: number; current: number }>(
      demo,
      `SELECT count(DISTINCT week_start_date)::int AS weeks, count(DISTINCT pod_name)::int AS pods,
         count(*) FILTER (WHERE (now() AT TIME ZONE 'America/Los_Angeles')::date
           BETWEEN week_start_date AND week_end_date)::int AS current
       FROM core.pod_weekly_target`,
    );
    expect({ pods, current }).toEqual({ pods: 5, current: 5 });
    expect(weeks).toBeGreaterThanOrEqual(17);
  });

  it('DEMO-5 loaded again changes nothing, but gives new weeks their targets', async () => {
    await query(
      demo.stack.databaseUrl,
      `DELETE FROM core.pod_weekly_target WHERE week_start_date =
         (SELECT max(week_start_date) FROM core.pod_weekly_target)`,
    );
    expect(await demo.load()).toMatch(/there already/);
    expect(
      await one(
        demo,
        `SELECT (SELECT count(*)::int FROM core.task) AS tasks,
           (SELECT count(*)::int FROM core.task_import) AS imports,
           (SELECT count(*)::int FROM core.pod_weekly_target) AS targets`,
      ),
    ).toEqual({ tasks: 60_000, imports: 1, targets: 90 });
  });

  it('DEMO-6 gives each demo account the permissions of its role', async () => {
    const statusFor = async (email: string, path: string): Promise<number> => {
      const { access_token } = await signIn(demo.stack.baseUrl, email);
      return (await new Api(demo.stack.baseUrl, access_token).get(path)).status;
    };
    const { id } = await one<{ id: number }>(
      demo,
      'SELECT project_id AS id FROM core.pod JOIN core.pod_member ON pod_name = pod.name ' +
        "WHERE user_email = 'lead@example.com'",
    );
    for (const email of ['lead@example.com', 'reviewer@example.com', 'trainer@example.com']) {
      expect(await statusFor(email, `/projects/${id}/overview`)).toBe(200);
      expect(await statusFor(email, '/tasks/imports/')).toBe(403);
    }
    expect(await statusFor('admin@example.com', '/tasks/imports/')).toBe(200);
    const { first } = await one<{ first: number }>(
      demo,
      'SELECT min(id)::int AS first FROM core.project WHERE id > 0',
    );
    const statistics = (project: number) => `/projects/${project}/custom-stats/`;
    expect(await statusFor('project-admin@example.com', statistics(first))).toBe(200);
    expect(await statusFor('project-admin@example.com', statistics(first + 1))).toBe(404);
  });
}
