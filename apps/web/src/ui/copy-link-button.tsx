import LinkIcon from '~icons/ic/baseline-link';
import { CopyButton } from './copy-button';

/**
 * Copies a link to the page as it is now.
 * @param link a URL with fixed dates: the reader of the link sees the same period tomorrow
 */
export function CopyLinkButton({ link }: { link: () => string }) {
  return (
    <CopyButton
      text={link}
      icon={LinkIcon}
      label="Copy link"
      copiedLabel="Link copied"
      failed="Failed to copy link"
    />
  );
}
