import type { Db } from '@portal/persistence/db';
import { readUnfinished } from '@portal/persistence/figures/work';
import { insertTest, storeChoice } from '@portal/persistence/telling/notification-choices';
import { markRead } from '@portal/persistence/telling/notifications';
import type { MailServer } from '@portal/testing/mail-server';
import { PATIENCE } from '@portal/testing/patience';
import type { SlackServer } from '@portal/testing/slack-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type MessengerWorld,
  NIGHT,
  NOON,
  openMessengerWorld,
  quiet,
} from './spec-support/messenger-world.js';

let world: MessengerWorld;
let db: Db;
let slack: SlackServer;
let mail: MailServer;
beforeAll(async () => {
  world = await openMessengerWorld();
  ({ db, slack, mail } = world);
});
beforeEach(() => world.clear());
afterAll(() => world.close());

/** Told at noon, an hour ago: the pause of e-mails is over. */
async function tell(kind = 'feedback', task = 1): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `INSERT INTO core.notification (id, user_id, project_id, kind, things, subject, created_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 1, $4, '2026-06-10T18:00:00Z') RETURNING id`,
    [world.tara.id, world.alpha, kind, JSON.stringify({ task_ids: [task] })],
  );
  return row?.id ?? '';
}
const oldestUnsent = async () =>
  (await readUnfinished(db)).find(({ kind }) => kind === 'notification')?.age;

describe('the messenger', () => {
  it('TELL-16 sends a direct message by Slack, with its page, why, and where to choose otherwise', async () => {
    const id = await tell();
    await world.messenger().deliver(NOON);
    expect(slack.messages).toMatchObject([{ user: 'U12345678', id }]);
    expect(slack.messages[0]?.text).toBe(
      [
        'Somebody wrote feedback on task 1 in Alpha.',
        'https://portal.example.com/?task=1',
        'You are told because the task is yours.',
        '',
        'Change what you are told: https://portal.example.com/notifications/choices',
      ].join('\n'),
    );
    await world.due();
    await world.messenger().deliver(NOON);
    expect(slack.messages).toHaveLength(1);
    expect(await world.stateOf('slack')).toMatchObject([{ state: 'sent', reason: null }]);
  });

  it('TELL-17 finds the user in Slack by e-mail, and says to its owner what cannot arrive', async () => {
    await db.query(`UPDATE core.app_user SET slack_id = '@tara'`);
    await tell();
    await world.messenger().deliver(NOON);
    expect(await world.stateOf('slack')).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('Enter your Slack ID') as string },
    ]);
    slack.users.set(world.tara.email, 'U99999999');
    await tell();
    await world.messenger().deliver(NOON);
    expect(slack.messages).toMatchObject([{ user: 'U99999999' }]);
    slack.refused.set('U99999999', 'user_disabled');
    await tell();
    await world.due();
    await world.messenger().deliver(NOON);
    expect((await world.stateOf('slack')).map(({ state }) => state).toSorted()).toEqual([
      'failed',
      'failed',
      'sent',
    ]);
  });

  it('TELL-18 joins the e-mails of two minutes, and refuses no other for a bad address', async () => {
    await storeChoice(db, world.tara.id, 'feedback', 'email', 'now');
    const [first] = [await tell('feedback', 1), await tell('feedback', 2)].toSorted();
    await world.messenger(quiet('slack')).deliver(NOON);
    expect(mail.mails).toEqual([]);
    await db.query(
      `UPDATE core.notification_delivery SET due_at = now() WHERE notification_id = $1 AND channel = 'email'`,
      [first],
    );
    await world.messenger(quiet('slack')).deliver(NOON);
    expect(mail.mails).toHaveLength(1);
    const raw = mail.mails[0]?.raw ?? '';
    expect(raw).toContain('Subject: 2 notifications of the portal');
    expect(raw).toContain(`Message-ID: <${first}@example.com>`);
    expect(raw).toContain('feedback on task 1');
    expect(raw).toContain('feedback on task 2');
    mail.refused.add(world.tara.email);
    await tell('feedback', 3);
    await world.due();
    await world.messenger(quiet('slack')).deliver(NOON);
    expect((await world.stateOf('email')).filter(({ state }) => state === 'failed')).toMatchObject([
      { reason: 'The mail server refuses your e-mail address' },
    ]);
  });

  it('TELL-19 asks again before it sends: read, chosen off, right taken, task deleted', async () => {
    await markRead(db, world.tara.id, await tell());
    await tell('feedback', 99);
    await storeChoice(db, world.tara.id, 'target', 'slack', 'off');
    await tell('target', 1);
    await world.messenger(quiet('email')).deliver(NOON);
    expect(slack.messages).toEqual([]);
    expect(
      (await world.stateOf('slack')).map(({ state, reason }) => `${state}: ${reason}`).toSorted(),
    ).toEqual([
      'dropped: What it is about was deleted',
      'dropped: You had read it already',
      'dropped: You have switched it off on this channel',
    ]);
    const [role] = await db.query<{ role_id: number }>(
      'DELETE FROM core.user_role WHERE user_id = $1 RETURNING role_id',
      [world.tara.id],
    );
    await tell();
    await world.messenger(quiet('email')).deliver(NOON);
    await db.query(
      'INSERT INTO core.user_role (user_id, project_id, role_id) VALUES ($1, $2, $3)',
      [...[world.tara.id, world.alpha, role?.role_id]],
    );
    expect((await world.stateOf('slack')).map(({ reason }) => reason)).toContain(
      'You have left the project',
    );
    await tell();
    await world.messenger(quiet('email')).deliver(NOON);
    expect(slack.messages).toHaveLength(1);
  });

  it('ALERT-28 asks again before it sends whether the user sees the alert', async () => {
    const [alert] = await db.query<{ id: number }>(
      `INSERT INTO core.alert (project_id, name, number, condition, limit_value, created_by)
       VALUES ($1, 'Rework', 'rework_rate', 'above', 10, $2) RETURNING id`,
      [world.alpha, world.tara.id],
    );
    const deliverTo = async (role: string) => {
      await db.query(
        'UPDATE core.user_role SET role_id = (SELECT id FROM core.role WHERE name = $1) WHERE user_id = $2',
        [role, world.tara.id],
      );
      await db.query(
        `INSERT INTO core.notification (id, user_id, project_id, kind, things, subject)
         VALUES (gen_random_uuid(), $1, $2, 'alert', 1, jsonb_build_object('alert_id', $3::integer, 'fired', 1))`,
        [world.tara.id, world.alpha, alert?.id],
      );
      await world.messenger(quiet('email')).deliver(NOON);
      return slack.messages.length;
    };
    expect(await deliverTo('trainer')).toBe(0);
    expect(await world.stateOf('slack')).toMatchObject([{ state: 'dropped' }]);
    expect(await deliverTo('project_lead')).toBe(1);
    await deliverTo('trainer');
  });

  it('TELL-20 TELL-21 holds in quiet hours and until the day’s message, then sends one', async () => {
    await tell('feedback', 1);
    await tell('feedback', 2);
    await tell('target', 1);
    await world.messenger(quiet('email')).deliver(NIGHT);
    expect(slack.messages).toEqual([]);
    expect((await world.stateOf('slack')).map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ]);
    await world.due();
    await world.messenger(quiet('email')).deliver(new Date('2026-06-11T16:30:00Z'));
    expect(slack.messages).toHaveLength(1);
    expect(slack.messages[0]?.text.match(/^Somebody/gm)).toHaveLength(3);
  });

  it('TELL-22 tries again with the same id after errors and after Retry-After, and loses nothing', async () => {
    const id = await tell();
    slack.retryAfter = 30;
    await world.messenger(quiet('email')).deliver(NOON);
    expect(await world.stateOf('slack')).toMatchObject([
      { state: 'waiting', attempts: 1, in_seconds: 30 },
    ]);
    const { requests } = slack;
    await world.messenger(quiet('email')).deliver(NOON);
    expect(slack.requests).toBe(requests);
    Object.assign(slack, { retryAfter: undefined, isDown: true });
    await world.due();
    await world.messenger(quiet('email')).deliver(NOON);
    expect(await world.stateOf('slack')).toMatchObject([
      { state: 'waiting', attempts: 2, in_seconds: 10 },
    ]);
    expect(await oldestUnsent()).toBeGreaterThan(0);
    slack.isDown = false;
    await tell('feedback', 2);
    await world.due();
    await world.messenger(quiet('email')).deliver(NOON);
    expect(slack.messages).toMatchObject([{ id }]);
    expect(slack.messages[0]?.text).not.toContain('task 2');
    await world.due();
    await world.messenger(quiet('email')).deliver(NOON);
    expect(slack.messages).toHaveLength(2);
    expect(await oldestUnsent()).toBe(0);
  });

  it('TELL-22 loses nothing while Slack is down for an hour, and sends each message once afterwards', async () => {
    const first = await tell('feedback', 1);
    const telling = world.messenger(quiet('email'));
    slack.isDown = true;
    let seconds = 0;
    let tries = 0;
    while (seconds < 3600) {
      await world.due();
      await telling.deliver(NOON);
      const [state] = await world.stateOf('slack');
      expect(state).toMatchObject({ state: 'waiting', attempts: (tries += 1) });
      seconds += state?.in_seconds ?? Number.NaN;
    }
    // Not more often than every quarter of an hour, so that Slack can come back.
    expect(tries).toBeLessThan(20);
    await tell('came_back', 2);
    slack.isDown = false;
    for (let pass = 0; pass < 3; pass += 1) {
      await world.due();
      await telling.deliver(NOON);
    }
    expect(slack.messages).toHaveLength(2);
    expect(slack.messages[0]?.id).toBe(first);
    expect(await world.stateOf('slack')).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  });

  it('TELL-22 a worker that dies after the send is followed by another one, with the same id', async () => {
    const id = await tell();
    let answer = (): void => undefined;
    slack.taken = () => new Promise<void>((resolve) => (answer = resolve));
    const hung = world.messenger(quiet('email')).deliver(NOON);
    await vi.waitFor(() => expect(slack.messages).toHaveLength(1), PATIENCE);
    // Another worker passes over what is leased, until the lease is over.
    await world.messenger(quiet('email')).deliver(NOON);
    expect(slack.messages).toHaveLength(1);
    slack.taken = () => undefined;
    await world.due();
    await world.messenger(quiet('email')).deliver(NOON);
    expect(slack.messages).toHaveLength(2);
    expect(new Set(slack.messages.map((message) => message.id))).toEqual(new Set([id]));
    expect(await world.stateOf('slack')).toMatchObject([{ state: 'sent' }]);
    answer();
    await hung;
    expect(await world.stateOf('slack')).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  it('TELL-23 two workers send each message once', async () => {
    await db.query(
      `INSERT INTO core.app_user (id, email, slack_id, timezone)
       SELECT n, 'many' || n || '@example.com', 'UMANY' || n, 'America/Los_Angeles' FROM generate_series(901, 930) AS n`,
    );
    await db.query(
      `INSERT INTO core.notification (id, user_id, kind, things, subject)
       SELECT gen_random_uuid(), n, 'claim_asked', 1, '{}' FROM generate_series(901, 930) AS n`,
    );
    await Promise.all([1, 2, 3].map(() => world.messenger(quiet('email')).deliver(NOON)));
    expect(slack.messages.map(({ user }) => user).toSorted()).toEqual(
      Array.from({ length: 30 }, (_, n) => `UMANY${901 + n}`),
    );
  });

  it('TELL-24 without a channel nothing waits for it, and a test goes out at any hour', async () => {
    await tell();
    await world.messenger({ ...quiet('slack'), ...quiet('email') }).deliver(NOON);
    expect(await world.stateOf('slack')).toMatchObject([
      { state: 'dropped', reason: 'The portal has no such channel' },
    ]);
    await insertTest(db, world.tara.id, 'email');
    await world.messenger().deliver(NIGHT);
    expect(mail.mails).toHaveLength(1);
    expect(slack.messages).toEqual([]);
  });
});
