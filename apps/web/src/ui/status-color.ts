import type { StatusColors } from './tokens';

const KNOWN: Record<keyof StatusColors, true> = {
  completed: true,
  in_progress: true,
  pending: true,
  rework: true,
  ready_for_review: true,
  reviewed: true,
  delivered: true,
  other: true,
};

/** CSS colour of a task status in the current theme; a status the portal does not know is grey. */
export function statusColor(status: string): string {
  const name = Object.hasOwn(KNOWN, status) ? status : 'other';
  return `var(--portal-palette-status-${name})`;
}
