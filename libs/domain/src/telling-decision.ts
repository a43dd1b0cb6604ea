import type { Channel, How, ToldKind } from '@portal/contracts/notifications';
import { dailyAfter, defaultHow, quietUntil } from './telling-times.js';

const NOT_TO_CHANNEL = {
  gone: 'The alert was deleted',
  other_channel: 'The alert tells this channel no more',
  inactive: 'The alert is not active',
  muted: 'The alert is muted',
} as const;

/** What is known of a notification at the moment before it goes out. */
export interface DueFacts {
  readonly kind: ToldKind;
  readonly channel: Channel;
  readonly created_at: string;
  readonly is_read: boolean;
  readonly is_active: boolean;
  /** Whether the user still has a right in its project, or needs none. */
  readonly is_allowed: boolean;
  /** Whether all that it is about was deleted. */
  readonly is_gone: boolean;
  /** Of an alert that tells a Slack channel, what it says of that now; null for what a user is told. */
  readonly of_alert: keyof typeof NOT_TO_CHANNEL | 'wanted' | null;
  /** What the user has chosen; null for the default. */
  readonly how: How | null;
  /** Of the user's profile, else that of the reports. */
  readonly zone: string;
}

export type Decision =
  | { readonly act: 'send' }
  | { readonly act: 'drop'; readonly reason: string }
  | { readonly act: 'wait'; readonly until: Date; readonly reason: string };

/** Whether it still holds and is wanted now; asked again before each try. */
export function decide(facts: DueFacts, now: Date): Decision {
  const { kind, channel, zone, of_alert: ofAlert } = facts;
  // A Slack channel has no hours and no choices.
  if (ofAlert === 'wanted') return { act: 'send' };
  if (ofAlert !== null) return { act: 'drop', reason: NOT_TO_CHANNEL[ofAlert] };
  const reason = reasonNot(facts);
  if (reason !== undefined) return { act: 'drop', reason };
  if (kind === 'test') return { act: 'send' };
  const how = facts.how ?? defaultHow(kind, channel);
  if (how === 'off') return { act: 'drop', reason: 'You have switched it off on this channel' };
  const until = quietUntil(now, zone);
  if (until) return { act: 'wait', until, reason: 'It waits for the end of the quiet hours' };
  const daily = how === 'daily' ? dailyAfter(new Date(facts.created_at), zone) : now;
  if (daily > now)
    return { act: 'wait', until: daily, reason: 'It goes out with what the day brings' };
  return { act: 'send' };
}

function reasonNot(facts: DueFacts): string | undefined {
  if (facts.is_read) return 'You had read it already';
  if (!facts.is_active) return 'Your account was deactivated';
  if (!facts.is_allowed) return 'You have left the project';
  if (facts.is_gone) return 'What it is about was deleted';
  return undefined;
}
