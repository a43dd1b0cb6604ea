import type { WebhookDelivery, WebhookType } from '@portal/contracts/webhooks';

export const TYPE_NAMES: Readonly<Record<WebhookType, string>> = {
  'import.ended': 'An import ended',
  'import.conflict': 'An import contradicts the portal',
  'task.sent_back': 'Tasks came back for rework',
  'task.feedback': 'Feedback was written',
  'alert.changed': 'An alert changed',
  'project.changed': 'The numbers of the project changed',
};

export const STATE_NAMES: Readonly<Record<WebhookDelivery['state'], string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'Dropped',
};
