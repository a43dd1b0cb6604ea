import { LogLevel, WebAPIPlatformError, WebAPIRateLimitedError, WebClient } from '@slack/web-api';
import {
  ChannelBusy,
  type OutgoingChannel,
  type OutgoingMessage,
  Undeliverable,
} from './channel.js';

type User = Extract<OutgoingMessage['to'], { email: string }>;

/** Of each of three requests. */
const TIMEOUT_MS = 5_000;
/** As Slack makes them; anything else in a profile is a name, which its API does not find. */
const SLACK_ID = /^[UW][A-Z0-9]{5,}$/;

/** What Slack says about a person, and not about the portal. */
const UNDELIVERABLE: Readonly<Record<string, string>> = {
  users_not_found: 'Slack knows nobody by your e-mail address. Enter your Slack ID in your profile',
  user_not_found: 'Slack knows nobody by the Slack ID of your profile',
  users_list_not_supplied: 'Slack knows nobody by the Slack ID of your profile',
  user_not_visible: 'Slack does not let the portal write to you',
  user_disabled: 'Your account in Slack is deactivated',
  cannot_dm_bot: 'The Slack ID of your profile is that of a bot',
  channel_not_found: 'Slack does not let the portal write to you',
  is_archived: 'Slack does not let the portal write to you',
};

/** What Slack says about a channel. */
const CHANNEL_UNDELIVERABLE: Readonly<Record<string, string>> = {
  channel_not_found:
    'Slack knows no such channel, or it is private and the app of the portal was not invited',
  not_in_channel: 'The app of the portal is not in the Slack channel: invite it there',
  is_archived: 'The Slack channel is archived',
  restricted_action: 'Slack does not let the portal write to the channel',
  restricted_action_read_only_channel: 'Slack does not let the portal write to the channel',
};

/** Messages by Slack, to users and to channels. Tries again are those of the portal, which survive a restart. */
export class SlackChannel implements OutgoingChannel {
  readonly channel = 'slack';
  readonly #client: WebClient;

  constructor({ token, apiUrl }: { readonly token: string; readonly apiUrl: string }) {
    this.#client = new WebClient(token, {
      slackApiUrl: apiUrl,
      logLevel: LogLevel.ERROR,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout: TIMEOUT_MS,
    });
  }

  async send({ id, to, text }: OutgoingMessage): Promise<void> {
    const isChannel = 'slackChannel' in to;
    try {
      await this.#client.chat.postMessage({
        channel: isChannel ? to.slackChannel : await this.#conversationWith(to),
        text,
        unfurl_links: false,
        metadata: { event_type: 'portal_notification', event_payload: { id } },
      });
    } catch (error) {
      throw meaningOf(error, isChannel ? CHANNEL_UNDELIVERABLE : UNDELIVERABLE);
    }
  }

  close(): void {
    // It keeps no connection.
  }

  async #conversationWith(user: User): Promise<string> {
    const { channel } = await this.#client.conversations.open({ users: await this.#userId(user) });
    return channel?.id ?? '';
  }

  async #userId({ email, slackId }: User): Promise<string> {
    if (SLACK_ID.test(slackId)) return slackId;
    const { user } = await this.#client.users.lookupByEmail({ email });
    return user?.id ?? '';
  }
}

function meaningOf(error: unknown, undeliverable: Readonly<Record<string, string>>): unknown {
  if (error instanceof WebAPIRateLimitedError) return new ChannelBusy(error.retryAfter);
  if (!(error instanceof WebAPIPlatformError)) return error;
  const reason = undeliverable[error.data.error];
  return reason === undefined ? error : new Undeliverable(reason);
}
