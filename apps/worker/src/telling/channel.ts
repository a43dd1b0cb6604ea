import type { Channel } from '@portal/contracts/notifications';
import type { Recipient } from '@portal/persistence/telling/notification-deliveries';

/** A message as every channel gets it. */
export interface OutgoingMessage {
  /** The same over retries, so that a receiver can know it again. */
  readonly id: string;
  readonly to: Recipient;
  readonly subject: string;
  readonly text: string;
}

/** A way out of the portal. Each error that is none of those below is one that another try may not meet. */
export interface OutgoingChannel {
  readonly channel: Channel;
  /** @throws {Undeliverable} @throws {ChannelBusy} */
  send(message: OutgoingMessage): Promise<void>;
  close(): void;
}

/** The message cannot arrive, for a reason that its recipient can mend. */
export class Undeliverable extends Error {}

/** The channel asks to be left alone for a time. */
export class ChannelBusy extends Error {
  constructor(readonly seconds: number) {
    super(`to be tried again in ${seconds} s`);
  }
}
