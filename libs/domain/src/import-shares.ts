import type { ImportShare } from '@portal/contracts/imports';

type Counts = Pick<ImportShare, 'project_id' | 'changed' | 'sent_back'>;
type Measured = Omit<ImportShare, 'is_above'>;

/** A percentage has at most two decimals. */
const HUNDREDTHS = 100;

/**
 * Whether `part` is more than `percent` of `whole`, exactly: as whole numbers.
 * @param percent null for no limit
 */
export function isMoreThan(part: number, whole: number, percent: number | null): boolean {
  if (percent === null) return false;
  return part * 100 * HUNDREDTHS > whole * Math.round(percent * HUNDREDTHS);
}

/** Whether an import changes or sends back more of a project than its rules allow. */
export function isAbove(share: Measured): boolean {
  const { tasks, changed, sent_back, max_changed_percent, max_sent_back_percent } = share;
  return (
    isMoreThan(changed, tasks, max_changed_percent) ||
    isMoreThan(sent_back, tasks, max_sent_back_percent)
  );
}

/**
 * Whether somebody has to confirm: a share is above its limit, and more tasks than those that were
 * confirmed.
 * @param confirmed the shares that were above when somebody confirmed; empty for none
 */
export function needsConfirmation(
  shares: readonly Measured[],
  confirmed: readonly Counts[],
): boolean {
  return shares.some((share) => {
    const agreed = confirmed.find(({ project_id }) => project_id === share.project_id);
    return isAbove({
      ...share,
      changed: share.changed > (agreed?.changed ?? 0) ? share.changed : 0,
      sent_back: share.sent_back > (agreed?.sent_back ?? 0) ? share.sent_back : 0,
    });
  });
}
