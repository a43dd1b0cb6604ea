import { choicesSchema, deliveriesSchema } from '@portal/contracts/notifications';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, post, problemIn } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { createUser, type TestUser } from '../../testing/user.js';

let server: TestServer;
let bare: TestServer;
let ada: TestUser;
let ben: TestUser;

beforeAll(async () => {
  server = await startTestServer({
    config: { slack: { token: 'x', apiUrl: 'http://127.0.0.1:9/' } },
  });
  bare = await startTestServer({ databaseUrl: server.config.databaseUrl });
  ada = await createUser(server.db, 'ada@example.com');
  ben = await createUser(server.db, 'ben@example.com');
});
afterAll(async () => {
  await bare.stop();
  await server.stop();
});

const at = (path: string, of = server) => `${of.baseUrl}/api/v1/notifications/${path}`;
const choices = async (user: TestUser, of = server) =>
  choicesSchema.parse(await (await get(at('choices', of), user.token)).json());
const howOf = async (user: TestUser, wanted: string) =>
  (await choices(user)).choices.find(({ kind, channel }) => `${kind}/${channel}` === wanted)?.how;
const put = (path: string, body: object, user: TestUser) =>
  fetch(at(path), {
    method: 'PUT',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the choices of a user', () => {
  it('TELL-25 are those of the portal until the user chooses otherwise, by kind and channel', async () => {
    expect(await howOf(ada, 'came_back/slack')).toBe('now');
    expect(await howOf(ada, 'came_back/email')).toBe('daily');
    expect((await put('choices/came_back/slack', { how: 'off' }, ada)).status).toBe(200);
    await put('choices/came_back/slack', { how: 'daily' }, ada);
    expect(await howOf(ada, 'came_back/slack')).toBe('daily');
    expect(await howOf(ben, 'came_back/slack')).toBe('now');
    for (const [path, body, pointer] of [
      ['choices/came_back/pigeon', { how: 'off' }, 'channel'],
      ['choices/test/slack', { how: 'off' }, 'kind'],
      ['choices/role/slack', { how: 'never' }, '/how'],
    ] as const) {
      const refused = await put(path, body, ada);
      expect(await problemIn(refused)).toMatchObject({ status: 400, errors: [{ pointer }] });
    }
  });

  it('TELL-24 TELL-25 come with the channels of the portal, the zone and the hours', async () => {
    await server.db.query(`UPDATE core.app_user SET timezone = 'UTC+5:30' WHERE id = $1`, [ben.id]);
    expect(await choices(ben)).toMatchObject({
      ...{ time_zone: 'UTC+5:30', quiet_from: 20, quiet_to: 8, daily_at: 9 },
      channels: [
        { channel: 'slack', is_set_up: true, problem: null },
        { channel: 'email', is_set_up: false, problem: null },
      ],
    });
    expect((await choices(ada, bare)).channels).toMatchObject([
      { is_set_up: false },
      { is_set_up: false },
    ]);
    expect((await choices(ada)).time_zone).toBe('America/Los_Angeles');
  });

  it('TELL-24 TELL-26 a test waits for its channel alone, and says what became of it to its user', async () => {
    const test = (channel: string, of = server) => post(at('test', of), { channel }, ada.token);
    expect((await problemIn(await test('email'))).code).toBe('conflict');
    const sent = await test('slack');
    expect(sent.status).toBe(201);
    const { id } = (await sent.json()) as { id: string };
    const read = (user: TestUser) => get(at(`${id}/deliveries`), user.token);
    expect((await read(ben)).status).toBe(404);
    expect(deliveriesSchema.parse(await (await read(ada)).json()).items).toMatchObject([
      { channel: 'slack', state: 'waiting', reason: null },
    ]);
    await server.db.query(
      `UPDATE core.notification_delivery SET state = 'failed', reason = 'Gone' WHERE notification_id = $1`,
      [id],
    );
    expect(deliveriesSchema.parse(await (await read(ada)).json()).items).toMatchObject([
      { channel: 'slack', state: 'failed', reason: 'Gone', due_at: null },
    ]);
    expect((await choices(ada)).channels[0]?.problem).toBe('Gone');
  });
});
