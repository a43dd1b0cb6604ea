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

export function isKnownStatus(status: string): boolean {
  return status !== 'other' && Object.hasOwn(KNOWN, status);
}

/** Theme colour of a task status; unknown statuses are grey. */
export function statusColor(status: string): string {
  const name = Object.hasOwn(KNOWN, status) ? status : 'other';
  return `var(--portal-palette-status-${name})`;
}
