import type { Share } from '@portal/contracts/share';
import { formatCount } from '../../../lib/format';
import { intervalText, shareText } from '../../../lib/share-text';
import { Explained } from '../../../ui/explained';

interface FirstLookProps {
  /** Of the first rounds that ended in the week those that were accepted; undefined without one. */
  share: Share | undefined;
  /** What follows the number. */
  words?: string;
}

/** How much of a user's work was accepted at first look. Pointed at or with the focus, it says of how many and how sure. */
export function FirstLook({ share, words = '' }: FirstLookProps) {
  if (!share || share.of === 0) return <span>–</span>;
  const meaning = `Accepted at first look in this week: ${shareText(share)}, ${intervalText(share)}`;
  return (
    <span>
      {/* Cut, not rounded: 100 is all. */}
      <Explained text={`${formatCount(Math.floor(share.percent))}%${words}`} meaning={meaning} />
    </span>
  );
}
