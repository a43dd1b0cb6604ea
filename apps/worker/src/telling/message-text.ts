import { CHOICES_PATH, wordsOf } from '@portal/domain/telling';
import type { DueMessage } from '@portal/persistence/telling/notification-deliveries';
import type { OutgoingMessage } from './channel.js';

/** What goes out: each notification with its page, and for a user why, and where to choose otherwise. */
export function messageOf({ id, to, items }: DueMessage, publicUrl: string): OutgoingMessage {
  const said = items.map((item) => wordsOf(item));
  const [first] = said;
  const isForUser = 'email' in to;
  const parts = said.map(({ text, why, link, lines }) =>
    [
      `${text}\n${publicUrl}${link}`,
      ...lines.map((line) => `- ${line.text}\n  ${publicUrl}${line.link}`),
      ...(isForUser ? [why] : []),
    ].join('\n'),
  );
  const where = `Change what you are told: ${publicUrl}${CHOICES_PATH}`;
  return {
    ...{ id, to },
    subject: said.length === 1 && first ? first.text : `${said.length} notifications of the portal`,
    text: [...parts, ...(isForUser ? [where] : [])].join('\n\n'),
  };
}
