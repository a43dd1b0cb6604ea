import {
  MAX_ONBOARDED,
  type OnboardingResult,
  onboardingResultSchema,
} from '@portal/contracts/onboarding';
import type { Db } from '@portal/persistence/db';
import { runs } from '@portal/testing/runs';
import { buildWorld } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { post, problemIn, send } from '../../../testing/requests.js';
import { sharedServer } from '../../../testing/shared-server.js';
import type { TestServer } from '../../../testing/test-server.js';
import { assignRole, createUser, type TestUser } from '../../../testing/user.js';

/** In `npm run test:long` as many as may be. */
const MANY = runs(50);

let server: TestServer;
let db: Db;
let alpha: number;
let beta: number;
/** Has full access to all projects. */
let admin: TestUser;
/** Has only user-manage and project-manage, in Alpha. */
let lead: TestUser;
/** Has only user-manage and rbac-manage, in all projects. */
let keeper: TestUser;
let trainer: TestUser;

beforeAll(async () => {
  server = await sharedServer();
  db = server.db;
  const { projects } = await buildWorld(db, {
    projects: { Alpha: {}, Beta: {} },
    roles: {
      small: ['user-manage', 'project-manage'],
      keeping: ['user-manage', 'rbac-manage'],
      strong: ['user-manage', 'project-manage', 'data-upload'],
    },
  });
  ({ Alpha: alpha, Beta: beta } = projects);
  await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Orion', $1), ('Lyra', $2)", [
    alpha,
    beta,
  ]);
});
beforeEach(async () => {
  await db.query('DELETE FROM core.app_user');
  [admin, lead, keeper, trainer] = [
    await createUser(db, 'admin@example.org'),
    await createUser(db, 'lead@example.org'),
    await createUser(db, 'keeper@example.org'),
    await createUser(db, 'trainer@example.org'),
  ];
  await assignRole(db, admin, 0, 'admin');
  await assignRole(db, lead, alpha, 'small');
  await assignRole(db, keeper, 0, 'keeping');
  await assignRole(db, trainer, alpha, 'trainer');
});
afterAll(() => server.stop());

const url = (path: string) => `${server.baseUrl}/api/v1/${path}`;
const onboard = (by: TestUser, body: object) => post(url('auth/users/onboarding'), body, by.token);

async function onboarded(by: TestUser, body: object): Promise<OnboardingResult> {
  const answer = await onboard(by, body);
  expect(answer.status).toBe(200);
  return onboardingResultSchema.parse(await answer.json());
}

/** Name, role by project and pod of everybody, by email. */
async function everybody(): Promise<Record<string, string>> {
  const rows = await db.query<{ email: string; facts: string }>(`
    SELECT email, concat_ws(' | ', app_user.name, (
      SELECT string_agg(coalesce(project.name, '') || ': ' || role.name, ', ' ORDER BY project.id)
      FROM core.user_role AS assigned JOIN core.role ON role.id = assigned.role_id
      JOIN core.project ON project.id = assigned.project_id WHERE assigned.user_id = app_user.id
    ), (SELECT pod_name || ': ' || role FROM core.pod_member WHERE user_email = email)) AS facts
    FROM core.app_user ORDER BY email`);
  return Object.fromEntries(rows.map(({ email, facts }) => [email, facts]));
}
const groups = async (): Promise<number> =>
  (await db.query<unknown>('SELECT DISTINCT group_id FROM core.audit')).length;

describe('onboarding', () => {
  it('USER-60 gives accounts, roles and a pod; people keep what they have', async () => {
    const known = await createUser(db, 'known@example.org');
    await db.query("UPDATE core.app_user SET name = 'Kim' WHERE id = $1", [known.id]);
    const result = await onboarded(admin, {
      people: [
        { email: ' New@Example.org ', name: 'Zoë 李' },
        { email: known.email, name: 'Other' },
        { email: trainer.email, role: 'admin' },
        { email: 'lead2@example.org', role: 'project_lead' },
      ],
      project_id: alpha,
      role: 'project_member',
      pod: { name: 'Orion' },
    });
    const inPod = { name: 'trainer', is_new: true } as const;
    expect(result.people).toEqual([
      person('new@example.org', true, { name: 'project_member', is_new: true }, inPod),
      person(known.email, false, { name: 'project_member', is_new: true }, inPod),
      person(trainer.email, false, { name: 'trainer', is_new: false }, inPod),
      person('lead2@example.org', true, { name: 'project_lead', is_new: true }, inPod),
    ]);
    const all = await everybody();
    expect(all['trainer@example.org']).toContain('Alpha: trainer | Orion: trainer');
    expect(all).toMatchObject({
      'new@example.org': 'Zoë 李 | Alpha: project_member | Orion: trainer',
      'known@example.org': 'Kim | Alpha: project_member | Orion: trainer',
      'lead2@example.org': ' | Alpha: project_lead | Orion: trainer',
    });
  });

  it('USER-61 is one group of changes with one undo, for many people too', async () => {
    const before = [await everybody(), await groups()] as const;
    const people = Array.from({ length: MANY }, (_, n) => ({ email: `p${n}@example.org` }));
    const body = { people, project_id: alpha, role: 'trainer', pod: { name: 'Orion' } };
    const { group_id: group } = await onboarded(admin, body);
    expect(Object.keys(await everybody())).toHaveLength(Object.keys(before[0]).length + MANY);
    expect(await groups()).toBe(before[1] + 1);
    const undone = await send('POST', url(`audit/${group}/undo`), admin.token);
    expect(await undone.json()).toMatchObject({ undoes: group, rows: 3 * MANY });
    expect(await everybody()).toEqual(before[0]);
    const tooMany = {
      ...body,
      people: Array.from({ length: MAX_ONBOARDED + 1 }, (_, n) => ({ email: `q${n}@example.org` })),
    };
    expect((await problemIn(await onboard(admin, tooMany))).errors).toMatchObject([
      { pointer: '/people' },
    ]);
  });

  it('USER-62 refuses all people if one is refused; a dry run names each and changes nothing', async () => {
    const before = await everybody();
    const body = {
      people: [
        { email: 'a@example.org' },
        { email: trainer.email, role: 'strong' },
        { email: 'b@example.org', role: 'emperor' },
        { email: keeper.email, role: 'strong' },
        { email: keeper.email.replace('keeper', 'admin'), role: 'small' },
      ],
      project_id: alpha,
      role: 'trainer',
    };
    const preview = await onboarded(lead, { ...body, dry_run: true });
    expect(preview.group_id).toBe(null);
    const refusals = preview.people.map(({ refusal }) => refusal);
    expect(refusals).toEqual([
      expect.stringContaining('There is no account'),
      null,
      expect.stringContaining('There is no account'),
      expect.stringContaining('data-upload in this project'),
      null,
    ]);
    const refused = await problemIn(await onboard(lead, body));
    expect(refused).toMatchObject({ code: 'forbidden', status: 403 });
    expect(refused.errors?.map(({ pointer, item }) => [pointer, item])).toEqual([
      ['/people/0/email', 'a@example.org'],
      ['/people/2/email', 'b@example.org'],
      ['/people/3/role', keeper.email],
    ]);
    const unknownRole = await problemIn(await onboard(admin, body));
    expect(unknownRole).toMatchObject({ code: 'invalid-input' });
    expect(unknownRole.errors).toMatchObject([
      { pointer: '/people/2/role', item: 'b@example.org' },
    ]);
    expect(unknownRole.errors?.[0]?.detail).toMatch(
      /^There is no role 'emperor'; the roles are admin, .*trainer/,
    );
    expect(await everybody()).toEqual(before);
    await onboarded(lead, { ...body, people: body.people.filter((_, at) => at === 4) });
    expect((await everybody())['admin@example.org']).toContain('Alpha: small');
  });

  it('USER-63 gives roles in all projects to callers who manage roles there', async () => {
    const body = (role: string) => ({
      people: [{ email: 'all@example.org' }],
      project_id: 0,
      role,
    });
    expect((await onboard(lead, body('trainer'))).status).toBe(404);
    expect((await onboard(keeper, body('admin'))).status).toBe(403);
    expect((await onboard(trainer, body('trainer'))).status).toBe(403);
    await onboarded(keeper, body('keeping'));
    expect(await everybody()).toMatchObject({ 'all@example.org': ' | All Projects: keeping' });
  });

  it('USER-64 shows a manager of one project nothing about people elsewhere', async () => {
    const people = [{ email: trainer.email }];
    const answers = [
      await onboard(lead, { people, dry_run: true }),
      await onboard(lead, { people, project_id: beta, role: 'trainer', dry_run: true }),
      await onboard(lead, { people, project_id: 99_999, role: 'trainer', dry_run: true }),
      await onboard(lead, { people, project_id: alpha, pod: { name: 'Lyra' }, dry_run: true }),
      await onboard(lead, { people, project_id: alpha, pod: { name: 'None' }, dry_run: true }),
      await onboard(admin, { people, project_id: 99_999, role: 'trainer', dry_run: true }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 404, 404, 404, 404]);
    await onboarded(lead, { people, project_id: alpha, role: 'trainer', dry_run: true });
  });

  it.each([
    [{ people: [] }, '/people'],
    [{ people: [{ email: 'nobody' }] }, '/people/0/email'],
    [{ people: [{ email: 'A@b.cd' }, { email: 'a@b.cd ' }] }, '/people/1/email'],
    [{ people: [{ email: 'a@b.cd', name: 'x\0' }] }, '/people/0/name'],
    [{ people: [{ email: 'a@b.cd' }], role: 'trainer' }, '/project_id'],
    [{ people: [{ email: 'a@b.cd' }], project_id: 1 }, '/project_id'],
    [{ people: [{ email: 'a@b.cd' }], project_id: 0, pod: { name: 'Orion' } }, '/pod'],
  ])('USER-65 refuses %j and reports %s', async (body, pointer) => {
    const answer = await onboard(admin, body);
    expect(answer.status).toBe(400);
    expect((await problemIn(answer)).errors).toMatchObject([{ pointer }]);
  });

  it('USER-65 refuses a pod of another project, and a pod role beyond the caller', async () => {
    const people = [{ email: trainer.email }];
    const other = await onboard(admin, { people, project_id: alpha, pod: { name: 'Lyra' } });
    expect((await problemIn(other)).errors).toMatchObject([{ pointer: '/pod/name' }]);
    await onboarded(admin, { people, project_id: beta, pod: { name: 'Lyra', role: 'lead' } });
  });
});

function person(
  email: string,
  is_new: boolean,
  role: OnboardingResult['people'][number]['role'],
  pod_role: OnboardingResult['people'][number]['pod_role'],
) {
  return { email, is_new, role, pod_role, refusal: null };
}
