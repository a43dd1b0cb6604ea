import ExploreOffIcon from '@mui/icons-material/ExploreOffOutlined';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { MessagePanel } from '../../ui/message-panel';
import { useDocumentTitle } from '../../ui/use-document-title';

/** Any address that no page has. */
export function NotFoundPage() {
  useDocumentTitle('Page not found');
  return (
    <MessagePanel
      icon={ExploreOffIcon}
      title="Page not found"
      level="h1"
      detail="There is nothing at this address. It may have moved, or the link may be incomplete."
      action={
        <Button component={Link} to={paths.home} variant="outlined">
          Go to Home
        </Button>
      }
    />
  );
}
