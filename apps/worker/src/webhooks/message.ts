import { createHmac } from 'node:crypto';
import { VERSION } from '@portal/contracts/version';
import type { WebhookTry } from '@portal/persistence/webhooks/webhook-tries';

/** A request as Standard Webhooks wants it. */
export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** @param now the time of the try */
export function messageOf(one: WebhookTry, now: Date): Message {
  const { event_id: id, url, type, project_id, revision, payload, secrets } = one;
  const body = JSON.stringify({
    type,
    timestamp: new Date(one.created_at).toISOString(),
    data: { ...payload, project_id, revision },
  });
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': `portal-webhooks/${VERSION}`,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((secret) => signatureOf(signed, secret)).join(' '),
    },
  };
}

function signatureOf(signed: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
