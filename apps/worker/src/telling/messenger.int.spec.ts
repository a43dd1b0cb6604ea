import { Db } from '@portal/persistence/db';
import { insertTest, storeChoice } from '@portal/persistence/telling/notification-choices';
import { readUnfinished } from '@portal/persistence/figures/work';
import { wordsOf } from '@portal/domain/telling';
import { insertAlertTest } from '@portal/persistence/alerts/alerts';
import { markRead, readNotifications } from '@portal/persistence/telling/notifications';
import { type Config, readConfig } from '@portal/platform/config';
import { createLogger } from '@portal/platform/logging';
import { MailServer } from '@portal/testing/mail-server';
import { PATIENCE } from '@portal/testing/patience';
import { testDatabase, type TestDatabase } from '@portal/testing/postgres';
import { SlackServer } from '@portal/testing/slack-server';
import { buildWorld } from '@portal/testing/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Messenger } from './messenger.js';

const NOON = new Date('2026-06-10T19:00:00Z');
const NIGHT = new Date('2026-06-11T05:00:00Z');

let database: TestDatabase;
let db: Db;
let slack: SlackServer;
let mail: MailServer;
let alpha: number;
let tara: { id: number; email: string };

beforeAll(async () => {
  [database, slack, mail] = await Promise.all([
    testDatabase(),
    SlackServer.start(),
    MailServer.start(),
  ]);
  db = Db.open({ url: database.url, applicationName: 'spec', poolSize: 4 });
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    users: { tara: { roles: { Alpha: 'trainer' } } },
  });
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
     SELECT n, $1, 1, 'rework' FROM generate_series(1, 3) AS n`,
    [projects.Alpha],
  );
  alpha = projects.Alpha;
  ({ tara } = users);
});
afterAll(async () => {
  await db.end();
  await Promise.all([database.drop(), slack.stop(), mail.stop()]);
});
beforeEach(async () => {
  await db.query('DELETE FROM core.notification');
  await db.query('DELETE FROM core.notification_choice');
  await db.query(
    `UPDATE core.app_user SET slack_id = 'U12345678', timezone = 'America/Los_Angeles', is_active = true`,
  );
  slack.messages.length = 0;
  mail.mails.length = 0;
  Object.assign(slack, { retryAfter: undefined, isDown: false, taken: () => undefined });
  slack.refused.clear();
  slack.refusedChannels.clear();
  await db.query('DELETE FROM core.alert');
  mail.refused.clear();
});

const config = (changes: Partial<Config> = {}): Config => ({
  ...readConfig({
    DATABASE_URL: database.url,
    JWT_SECRET: 'x'.repeat(64),
    PORTAL_DATA_DIR: '/nowhere',
  }),
  ...{ publicUrl: 'https://portal.example.com', slack: { token: 'xoxb-1', apiUrl: slack.url } },
  mail: { url: mail.url, from: 'portal@example.com' },
  ...changes,
});
const messenger = (changes: Partial<Config> = {}) =>
  new Messenger(db, createLogger('spec', 'silent'), config(changes));
const quiet = (kind: 'slack' | 'email') => ({ [kind === 'slack' ? 'slack' : 'mail']: undefined });

/** An alert that nobody evaluates here. @returns its id */
async function alertWith(name: string, channel: string): Promise<number> {
  const [made] = await db.query<{ id: number }>(
    `INSERT INTO core.alert (project_id, name, number, condition, limit_value, slack_channel, created_by)
     VALUES ($1, $2, 'rework_rate', 'above', 10, $3, $4) RETURNING id`,
    [alpha, name, channel, tara.id],
  );
  return made?.id ?? 0;
}
const tellChannel = (alert: number) =>
  db.transaction((tx) =>
    tx.query(`SELECT core.tell_alert($1, $2, '{"alert_id": ${alert}, "fired": 1}')`, [
      ...[alert, alpha],
    ]),
  );
const toldOwner = async () =>
  (await readNotifications(db, tara.id, { show: 'all', limit: 10 }, null)).map(
    (one) => wordsOf(one).text,
  );

/** Told at noon, an hour ago: the pause of e-mails is over. */
async function tell(kind = 'feedback', task = 1): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `INSERT INTO core.notification (id, user_id, project_id, kind, things, subject, created_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 1, $4, '2026-06-10T18:00:00Z') RETURNING id`,
    [tara.id, alpha, kind, JSON.stringify({ task_ids: [task] })],
  );
  return row?.id ?? '';
}
const due = () =>
  db.query(
    `UPDATE core.notification_delivery SET due_at = least(due_at, now()), sent_at = sent_at - interval '2 seconds'`,
  );
const oldestUnsent = async () =>
  (await readUnfinished(db)).find(({ kind }) => kind === 'notification')?.age;
const stateOf = (channel: 'slack' | 'email') =>
  db.query<{ state: string; reason: string | null; attempts: number; in_seconds: number }>(
    `SELECT state, reason, attempts, round(extract(epoch FROM due_at - now()))::integer AS in_seconds
     FROM core.notification_delivery JOIN core.notification ON id = notification_id
     WHERE channel = $1 ORDER BY created_at, id`,
    [channel],
  );

describe('the messenger', () => {
  it('TELL-16 sends a direct message by Slack, with its page, why, and where to choose otherwise', async () => {
    const id = await tell();
    await messenger().deliver(NOON);
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
    await due();
    await messenger().deliver(NOON);
    expect(slack.messages).toHaveLength(1);
    expect(await stateOf('slack')).toMatchObject([{ state: 'sent', reason: null }]);
  });

  it('TELL-17 finds the user in Slack by e-mail, and says to its owner what cannot arrive', async () => {
    await db.query(`UPDATE core.app_user SET slack_id = '@tara'`);
    await tell();
    await messenger().deliver(NOON);
    expect(await stateOf('slack')).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('Enter your Slack ID') as string },
    ]);
    slack.users.set(tara.email, 'U99999999');
    await tell();
    await messenger().deliver(NOON);
    expect(slack.messages).toMatchObject([{ user: 'U99999999' }]);
    slack.refused.set('U99999999', 'user_disabled');
    await tell();
    await due();
    await messenger().deliver(NOON);
    expect((await stateOf('slack')).map(({ state }) => state).toSorted()).toEqual([
      'failed',
      'failed',
      'sent',
    ]);
  });

  it('TELL-18 joins the e-mails of two minutes, and refuses no other for a bad address', async () => {
    await storeChoice(db, tara.id, 'feedback', 'email', 'now');
    const [first] = [await tell('feedback', 1), await tell('feedback', 2)].toSorted();
    await messenger(quiet('slack')).deliver(NOON);
    expect(mail.mails).toEqual([]);
    await db.query(
      `UPDATE core.notification_delivery SET due_at = now() WHERE notification_id = $1 AND channel = 'email'`,
      [first],
    );
    await messenger(quiet('slack')).deliver(NOON);
    expect(mail.mails).toHaveLength(1);
    const raw = mail.mails[0]?.raw ?? '';
    expect(raw).toContain('Subject: 2 notifications of the portal');
    expect(raw).toContain(`Message-ID: <${first}@example.com>`);
    expect(raw).toContain('feedback on task 1');
    expect(raw).toContain('feedback on task 2');
    mail.refused.add(tara.email);
    await tell('feedback', 3);
    await due();
    await messenger(quiet('slack')).deliver(NOON);
    expect((await stateOf('email')).filter(({ state }) => state === 'failed')).toMatchObject([
      { reason: 'The mail server refuses your e-mail address' },
    ]);
  });

  it('TELL-19 asks again before it sends: read, chosen off, right taken, task deleted', async () => {
    await markRead(db, tara.id, await tell());
    await tell('feedback', 99);
    await storeChoice(db, tara.id, 'target', 'slack', 'off');
    await tell('target', 1);
    await messenger(quiet('email')).deliver(NOON);
    expect(slack.messages).toEqual([]);
    expect(
      (await stateOf('slack')).map(({ state, reason }) => `${state}: ${reason}`).toSorted(),
    ).toEqual([
      'dropped: What it is about was deleted',
      'dropped: You had read it already',
      'dropped: You have switched it off on this channel',
    ]);
    const [role] = await db.query<{ role_id: number }>(
      'DELETE FROM core.user_role WHERE user_id = $1 RETURNING role_id',
      [tara.id],
    );
    await tell();
    await messenger(quiet('email')).deliver(NOON);
    await db.query(
      'INSERT INTO core.user_role (user_id, project_id, role_id) VALUES ($1, $2, $3)',
      [...[tara.id, alpha, role?.role_id]],
    );
    expect((await stateOf('slack')).map(({ reason }) => reason)).toContain(
      'You have left the project',
    );
    await tell();
    await messenger(quiet('email')).deliver(NOON);
    expect(slack.messages).toHaveLength(1);
  });

  it('TELL-20 TELL-21 holds in quiet hours and until the day’s message, then sends one', async () => {
    await tell('feedback', 1);
    await tell('feedback', 2);
    await tell('target', 1);
    await messenger(quiet('email')).deliver(NIGHT);
    expect(slack.messages).toEqual([]);
    expect((await stateOf('slack')).map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ]);
    await due();
    await messenger(quiet('email')).deliver(new Date('2026-06-11T16:30:00Z'));
    expect(slack.messages).toHaveLength(1);
    expect(slack.messages[0]?.text.match(/^Somebody/gm)).toHaveLength(3);
  });

  it('TELL-22 tries again with the same id after errors and after Retry-After, and loses nothing', async () => {
    const id = await tell();
    slack.retryAfter = 30;
    await messenger(quiet('email')).deliver(NOON);
    expect(await stateOf('slack')).toMatchObject([
      { state: 'waiting', attempts: 1, in_seconds: 30 },
    ]);
    const { requests } = slack;
    await messenger(quiet('email')).deliver(NOON);
    expect(slack.requests).toBe(requests);
    Object.assign(slack, { retryAfter: undefined, isDown: true });
    await due();
    await messenger(quiet('email')).deliver(NOON);
    expect(await stateOf('slack')).toMatchObject([
      { state: 'waiting', attempts: 2, in_seconds: 10 },
    ]);
    expect(await oldestUnsent()).toBeGreaterThan(0);
    slack.isDown = false;
    await tell('feedback', 2);
    await due();
    await messenger(quiet('email')).deliver(NOON);
    expect(slack.messages).toMatchObject([{ id }]);
    expect(slack.messages[0]?.text).not.toContain('task 2');
    await due();
    await messenger(quiet('email')).deliver(NOON);
    expect(slack.messages).toHaveLength(2);
    expect(await oldestUnsent()).toBe(0);
  });

  it('TELL-22 loses nothing while Slack is down for an hour, and sends each message once afterwards', async () => {
    const first = await tell('feedback', 1);
    const telling = messenger(quiet('email'));
    slack.isDown = true;
    let seconds = 0;
    let tries = 0;
    while (seconds < 3600) {
      await due();
      await telling.deliver(NOON);
      const [state] = await stateOf('slack');
      expect(state).toMatchObject({ state: 'waiting', attempts: (tries += 1) });
      seconds += state?.in_seconds ?? Number.NaN;
    }
    // Not more often than every quarter of an hour, so that Slack can come back.
    expect(tries).toBeLessThan(20);
    await tell('came_back', 2);
    slack.isDown = false;
    for (let pass = 0; pass < 3; pass += 1) {
      await due();
      await telling.deliver(NOON);
    }
    expect(slack.messages).toHaveLength(2);
    expect(slack.messages[0]?.id).toBe(first);
    expect(await stateOf('slack')).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  });

  it('TELL-22 a worker that dies after the send is followed by another one, with the same id', async () => {
    const id = await tell();
    let answer = (): void => undefined;
    slack.taken = () => new Promise<void>((resolve) => (answer = resolve));
    const hung = messenger(quiet('email')).deliver(NOON);
    await vi.waitFor(() => expect(slack.messages).toHaveLength(1), PATIENCE);
    // Another worker passes over what is leased, until the lease is over.
    await messenger(quiet('email')).deliver(NOON);
    expect(slack.messages).toHaveLength(1);
    slack.taken = () => undefined;
    await due();
    await messenger(quiet('email')).deliver(NOON);
    expect(slack.messages).toHaveLength(2);
    expect(new Set(slack.messages.map((message) => message.id))).toEqual(new Set([id]));
    expect(await stateOf('slack')).toMatchObject([{ state: 'sent' }]);
    answer();
    await hung;
    expect(await stateOf('slack')).toMatchObject([{ state: 'sent', attempts: 2 }]);
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
    await Promise.all([1, 2, 3].map(() => messenger(quiet('email')).deliver(NOON)));
    expect(slack.messages.map(({ user }) => user).toSorted()).toEqual(
      Array.from({ length: 30 }, (_, n) => `UMANY${901 + n}`),
    );
  });

  it('TELL-24 without a channel nothing waits for it, and a test goes out at any hour', async () => {
    await tell();
    await messenger({ ...quiet('slack'), ...quiet('email') }).deliver(NOON);
    expect(await stateOf('slack')).toMatchObject([
      { state: 'dropped', reason: 'The portal has no such channel' },
    ]);
    await insertTest(db, tara.id, 'email');
    await messenger().deliver(NIGHT);
    expect(mail.mails).toHaveLength(1);
    expect(slack.messages).toEqual([]);
  });
});

describe('the messenger to a Slack channel', () => {
  it('TELL-30 says what the alert tells with its page, also at night, with one id over retries', async () => {
    await tellChannel(await alertWith('Rework', '#quality'));
    slack.retryAfter = 30;
    await messenger().deliver(NIGHT);
    expect(slack.messages).toEqual([]);
    expect(await stateOf('slack')).toMatchObject([{ state: 'waiting', in_seconds: 30 }]);
    expect(await stateOf('email')).toEqual([]);
    slack.retryAfter = undefined;
    await due();
    await messenger().deliver(NIGHT);
    const [told] = await db.query<{ id: string; alert: number }>(
      `SELECT id, (subject -> 'alert_id')::integer AS alert FROM core.notification`,
    );
    expect(slack.messages).toEqual([
      {
        user: '#quality',
        id: told?.id,
        text: `Alert "Rework" in Alpha fires.\nhttps://portal.example.com/projects/${alpha}/alerts?alert=${told?.alert}`,
      },
    ]);
    expect(await toldOwner()).toEqual([]);
  });

  it('TELL-30 writes to a channel once a second, each alert apart, and to others meanwhile', async () => {
    await tellChannel(await alertWith('One', 'C01234567'));
    await tellChannel(await alertWith('Two', 'C01234567'));
    await tellChannel(await alertWith('Three', '#other'));
    let answer = (): void => undefined;
    slack.taken = () => new Promise<void>((resolve) => (answer = resolve));
    const hung = messenger().deliver(NOON);
    await vi.waitFor(() => expect(slack.messages).toHaveLength(1), PATIENCE);
    slack.taken = () => undefined;
    // While one worker sends, another one sends nothing to this channel.
    await messenger().deliver(NOON);
    expect(slack.messages).toHaveLength(1);
    answer();
    await hung;
    expect(slack.messages.map(({ user }) => user).toSorted()).toEqual(['#other', 'C01234567']);
    await db.query(
      `UPDATE core.notification_delivery SET sent_at = now() + interval '1 hour' WHERE state = 'sent'`,
    );
    await messenger().deliver(NOON);
    expect(slack.messages).toHaveLength(2);
    await db.query(
      `UPDATE core.notification_delivery SET sent_at = now() - interval '2 seconds' WHERE state = 'sent'`,
    );
    await messenger().deliver(NOON);
    expect(slack.messages.map(({ user }) => user).toSorted()).toEqual([
      '#other',
      'C01234567',
      'C01234567',
    ]);
  });

  it('TELL-31 asks again before it sends: muted, another channel, not active, deleted', async () => {
    const changes = [
      `muted_until = now() + interval '1 hour'`,
      `slack_channel = '#new'`,
      'is_active = false',
    ];
    for (const [at, change] of changes.entries()) {
      const alert = await alertWith(`Alert ${at}`, `#of-${at}`);
      await tellChannel(alert);
      await db.query(`UPDATE core.alert SET ${change} WHERE id = $1`, [alert]);
    }
    const deleted = await alertWith('Deleted', '#deleted');
    await tellChannel(deleted);
    await db.query('DELETE FROM core.alert WHERE id = $1', [deleted]);
    await messenger().deliver(NOON);
    expect(slack.messages).toEqual([]);
    expect((await stateOf('slack')).map(({ state, reason }) => `${state}: ${reason}`)).toEqual([
      'dropped: The alert is muted',
      'dropped: The alert tells this channel no more',
      'dropped: The alert is not active',
      'dropped: The alert was deleted',
    ]);
  });

  it('TELL-32 tells the owner once that a channel cannot be written to, until a message arrives again', async () => {
    const alert = await alertWith('Rework', '#quality');
    const send = async () => {
      await tellChannel(alert);
      await due();
      await messenger(quiet('email')).deliver(NIGHT);
    };
    slack.refusedChannels.set('#quality', 'not_in_channel');
    await send();
    await send();
    // A trainer sees no alerts on numbers, so it has no name.
    const words = 'An alert in Alpha could not write to its Slack channel.';
    expect(await toldOwner()).toEqual([words]);
    slack.refusedChannels.clear();
    await send();
    expect(slack.messages).toHaveLength(1);
    slack.refusedChannels.set('#quality', 'is_archived');
    await send();
    expect(await toldOwner()).toEqual([words, words]);
    expect(
      (await stateOf('slack')).flatMap(({ state, reason }) => (state === 'failed' ? [reason] : [])),
    ).toEqual([
      'The app of the portal is not in the Slack channel: invite it there',
      'The app of the portal is not in the Slack channel: invite it there',
      'The Slack channel is archived',
    ]);
  });

  it('ALERT-34 sends a test to the channel at once, and does not tell the owner if it fails', async () => {
    const alert = await alertWith('Rework', '#quality');
    const test = () => db.transaction((tx) => insertAlertTest(tx, alpha, alert));
    const id = await test();
    await messenger().deliver(NIGHT);
    expect(slack.messages).toMatchObject([
      {
        user: '#quality',
        id,
        text: expect.stringContaining('a test of the alert "Rework"') as string,
      },
    ]);
    slack.refusedChannels.set('#quality', 'channel_not_found');
    await test();
    await due();
    await messenger().deliver(NIGHT);
    expect(await toldOwner()).toEqual([]);
    expect((await stateOf('slack')).at(-1)?.reason).toContain('no such channel');
  });
});
