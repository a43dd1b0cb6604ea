import { createTransport, type Transporter } from 'nodemailer';
import { type OutgoingChannel, type OutgoingMessage, Undeliverable } from './channel.js';

const TIMEOUT_MS = 10_000;
const FIRST_PERMANENT = 500;

/** E-mails by an SMTP server. */
export class MailChannel implements OutgoingChannel {
  readonly channel = 'email';
  readonly #transport: Transporter;

  constructor(private readonly settings: { readonly url: string; readonly from: string }) {
    this.#transport = createTransport({
      url: settings.url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  }

  async send({ id, to, subject, text }: OutgoingMessage): Promise<void> {
    const { from } = this.settings;
    if (!('email' in to)) throw new Undeliverable('A Slack channel has no e-mail address');
    try {
      await this.#transport.sendMail({
        ...{ from, to: to.email, subject, text },
        messageId: `<${id}@${from.split('@')[1] ?? 'localhost'}>`,
        // So that no holiday answers it.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw isRefusedAddress(error)
        ? new Undeliverable('The mail server refuses your e-mail address')
        : error;
    }
  }

  close(): void {
    this.#transport.close();
  }
}

/** The server does not take mail for the address, and will not. */
function isRefusedAddress(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error))
    return false;
  return error.command === 'RCPT TO' && Number(error.responseCode) >= FIRST_PERMANENT;
}
