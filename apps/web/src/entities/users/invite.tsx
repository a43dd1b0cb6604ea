import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';

interface InviteProps {
  /** What was searched for: an address, a name or nothing. */
  text: string;
  projectId: number;
  podName?: string;
}

/** Where a search finds nobody: invites the person to the project, or says who can. */
export function Invite({ text, projectId, podName }: InviteProps) {
  const may = useMay();
  if (text === '') return <>No matches</>;
  if (!may(['user-manage']) || !may(['admin-view'])) {
    return <>No matches. An administrator of the portal can invite people.</>;
  }
  return (
    <>
      No matches.{' '}
      <Link
        component={RouterLink}
        to={paths.invite(text, projectId, podName)}
        // Else the list closes before the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        Invite {text}
      </Link>
    </>
  );
}
