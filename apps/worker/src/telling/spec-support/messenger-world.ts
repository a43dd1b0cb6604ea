import { Db } from '@portal/persistence/db';
import { type Config, readConfig } from '@portal/platform/config';
import { createLogger } from '@portal/platform/logging';
import { MailServer } from '@portal/testing/mail-server';
import { testDatabase } from '@portal/testing/postgres';
import { SlackServer } from '@portal/testing/slack-server';
import { buildWorld } from '@portal/testing/world';
import { Messenger } from '../messenger.js';

export const NOON = new Date('2026-06-10T19:00:00Z');
export const NIGHT = new Date('2026-06-11T05:00:00Z');

export type MessengerWorld = Awaited<ReturnType<typeof openMessengerWorld>>;

/** Servers for messages, and the project Alpha with three tasks and the trainer Tara, who is told of them. */
export async function openMessengerWorld() {
  const [database, slack, mail] = await Promise.all([
    testDatabase(),
    SlackServer.start(),
    MailServer.start(),
  ]);
  const db = Db.open({ url: database.url, applicationName: 'spec', poolSize: 4 });
  const { projects, users } = await buildWorld(db, {
    projects: { Alpha: { batches: { 1: 'One' } } },
    users: { tara: { roles: { Alpha: 'trainer' } } },
  });
  await db.query(
    `INSERT INTO core.task (turing_task_id, project_id, turing_batch_id, status)
     SELECT n, $1, 1, 'rework' FROM generate_series(1, 3) AS n`,
    [projects.Alpha],
  );
  const config: Config = {
    ...readConfig({
      DATABASE_URL: database.url,
      JWT_SECRET: 'x'.repeat(64),
      PORTAL_DATA_DIR: '/nowhere',
    }),
    ...{ publicUrl: 'https://portal.example.com', slack: { token: 'xoxb-1', apiUrl: slack.url } },
    mail: { url: mail.url, from: 'portal@example.com' },
  };
  return {
    ...{ db, slack, mail, alpha: projects.Alpha, tara: users.tara },
    messenger: (changes: Partial<Config> = {}) =>
      new Messenger(db, createLogger('spec', 'silent'), { ...config, ...changes }),
    due: () =>
      db.query(
        `UPDATE core.notification_delivery SET due_at = least(due_at, now()), sent_at = sent_at - interval '2 seconds'`,
      ),
    /** `in_seconds` are rounded up to five, so that they are the same on a slow machine. */
    stateOf: (channel: 'slack' | 'email') =>
      db.query<{ state: string; reason: string | null; attempts: number; in_seconds: number }>(
        `SELECT state, reason, attempts, ceil(extract(epoch FROM due_at - now()) / 5)::integer * 5 AS in_seconds
         FROM core.notification_delivery JOIN core.notification ON id = notification_id
         WHERE channel = $1 ORDER BY created_at, id`,
        [channel],
      ),
    /** Before each test. */
    async clear() {
      await db.query('DELETE FROM core.notification');
      await db.query('DELETE FROM core.notification_choice');
      await db.query('DELETE FROM core.alert');
      await db.query(
        `UPDATE core.app_user SET slack_id = 'U12345678', timezone = 'America/Los_Angeles', is_active = true`,
      );
      slack.messages.length = 0;
      mail.mails.length = 0;
      Object.assign(slack, { retryAfter: undefined, isDown: false, taken: () => undefined });
      slack.refused.clear();
      slack.refusedChannels.clear();
      mail.refused.clear();
    },
    async close() {
      await db.end();
      await Promise.all([database.drop(), slack.stop(), mail.stop()]);
    },
  };
}

/** Without this channel. */
export const quiet = (kind: 'slack' | 'email') => ({
  [kind === 'slack' ? 'slack' : 'mail']: undefined,
});
