import { wordsOf } from '@portal/domain/telling';
import { insertAlertTest } from '@portal/persistence/alerts/alerts';
import type { Db } from '@portal/persistence/db';
import { readNotifications } from '@portal/persistence/telling/notifications';
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
beforeAll(async () => {
  world = await openMessengerWorld();
  ({ db, slack } = world);
});
beforeEach(() => world.clear());
afterAll(() => world.close());

/** An alert that nobody evaluates here. @returns its id */
async function alertWith(name: string, channel: string): Promise<number> {
  const [made] = await db.query<{ id: number }>(
    `INSERT INTO core.alert (project_id, name, number, condition, limit_value, slack_channel, created_by)
     VALUES ($1, $2, 'rework_rate', 'above', 10, $3, $4) RETURNING id`,
    [world.alpha, name, channel, world.tara.id],
  );
  return made?.id ?? 0;
}
const tellChannel = (alert: number) =>
  db.transaction((tx) =>
    tx.query(`SELECT core.tell_alert($1, $2, '{"alert_id": ${alert}, "fired": 1}')`, [
      ...[alert, world.alpha],
    ]),
  );
const toldOwner = async () =>
  (await readNotifications(db, world.tara.id, { show: 'all', limit: 10 }, null)).map(
    (one) => wordsOf(one).text,
  );

describe('the messenger to a Slack channel', () => {
  it('TELL-30 says what the alert tells with its page, also at night, with one id over retries', async () => {
    await tellChannel(await alertWith('Rework', '#quality'));
    slack.retryAfter = 30;
    await world.messenger().deliver(NIGHT);
    expect(slack.messages).toEqual([]);
    expect(await world.stateOf('slack')).toMatchObject([{ state: 'waiting', in_seconds: 30 }]);
    expect(await world.stateOf('email')).toEqual([]);
    slack.retryAfter = undefined;
    await world.due();
    await world.messenger().deliver(NIGHT);
    const [told] = await db.query<{ id: string; alert: number }>(
      `SELECT id, (subject -> 'alert_id')::integer AS alert FROM core.notification`,
    );
    expect(slack.messages).toEqual([
      {
        user: '#quality',
        id: told?.id,
        text: `Alert "Rework" in Alpha fires.\nhttps://portal.example.com/projects/${world.alpha}/alerts?alert=${told?.alert}`,
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
    const hung = world.messenger().deliver(NOON);
    await vi.waitFor(() => expect(slack.messages).toHaveLength(1), PATIENCE);
    slack.taken = () => undefined;
    // While one worker sends, another one sends nothing to this channel.
    await world.messenger().deliver(NOON);
    expect(slack.messages).toHaveLength(1);
    answer();
    await hung;
    expect(slack.messages.map(({ user }) => user).toSorted()).toEqual(['#other', 'C01234567']);
    await db.query(
      `UPDATE core.notification_delivery SET sent_at = now() + interval '1 hour' WHERE state = 'sent'`,
    );
    await world.messenger().deliver(NOON);
    expect(slack.messages).toHaveLength(2);
    await db.query(
      `UPDATE core.notification_delivery SET sent_at = now() - interval '2 seconds' WHERE state = 'sent'`,
    );
    await world.messenger().deliver(NOON);
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
    await world.messenger().deliver(NOON);
    expect(slack.messages).toEqual([]);
    expect(
      (await world.stateOf('slack')).map(({ state, reason }) => `${state}: ${reason}`),
    ).toEqual([
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
      await world.due();
      await world.messenger(quiet('email')).deliver(NIGHT);
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
      (await world.stateOf('slack')).flatMap(({ state, reason }) =>
        state === 'failed' ? [reason] : [],
      ),
    ).toEqual([
      'The app of the portal is not in the Slack channel: invite it there',
      'The app of the portal is not in the Slack channel: invite it there',
      'The Slack channel is archived',
    ]);
  });

  it('ALERT-34 sends a test to the channel at once, and does not tell the owner if it fails', async () => {
    const alert = await alertWith('Rework', '#quality');
    const test = () => db.transaction((tx) => insertAlertTest(tx, world.alpha, alert));
    const id = await test();
    await world.messenger().deliver(NIGHT);
    expect(slack.messages).toMatchObject([
      {
        user: '#quality',
        id,
        text: expect.stringContaining('a test of the alert "Rework"') as string,
      },
    ]);
    slack.refusedChannels.set('#quality', 'channel_not_found');
    await test();
    await world.due();
    await world.messenger().deliver(NIGHT);
    expect(await toldOwner()).toEqual([]);
    expect((await world.stateOf('slack')).at(-1)?.reason).toContain('no such channel');
  });
});
