import ExploreOffIcon from '~icons/ic/outline-explore-off';
import { Button } from '@mui/material';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { MessagePanel } from '../../ui/message-panel';
import { useDocumentTitle } from '../../ui/use-document-title';

/** Shown for every unknown path. */
export function NotFoundPage() {
  useDocumentTitle('Page not found');
  return (
    <MessagePanel
      icon={ExploreOffIcon}
      title="Page not found"
      level="h1"
      detail="No page has this URL. It may have moved, or the link may be incomplete."
      action={
        <Button component={Link} to={paths.home} variant="outlined">
          Go to Home
        </Button>
      }
    />
  );
}
