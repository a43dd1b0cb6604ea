import type { Channel, How, ToldKind } from '@portal/contracts/notifications';

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = { slack: 'Slack', email: 'E-mail' };

export const HOW_NAMES: Readonly<Record<How, string>> = {
  now: 'At once',
  daily: 'Daily',
  off: 'Off',
};

export const KIND_NAMES: Readonly<Record<ToldKind, string>> = {
  came_back: 'Your tasks came back for rework',
  feedback: 'Feedback on your tasks',
  claim_asked: 'Somebody asks for a task that you claimed',
  appeal: 'Somebody appealed against your feedback',
  conflict: 'An import contradicts your changes',
  target: 'Your weekly target was set or changed',
  role: 'Your roles and pods changed',
  import: 'Your import ended, failed or waits for your confirmation',
  behind: 'You or your pod is behind what is due',
  webhook: 'A webhook of your project is disabled',
  digest: 'Your digests',
  alert: 'An alert fires, or has recovered',
  test: 'Tests',
};
