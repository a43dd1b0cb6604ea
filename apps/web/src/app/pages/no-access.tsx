import KeyIcon from '~icons/ic/outline-key';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { MessagePanel } from '../../ui/message-panel';

interface NoAccessProps {
  /** The address with which the user has signed in; unknown right after an update of the client. */
  email: string | undefined;
}

/** What a signed-in user without any project can do. */
export function NoAccess({ email = 'your address' }: NoAccessProps) {
  return (
    <MessagePanel
      icon={KeyIcon}
      title="You have no access yet"
      detail={`You are signed in as ${email}. Ask an administrator of the portal to add this address to a project. The project appears here at once.`}
      action={
        <Box component="section" aria-labelledby="first-admin" sx={{ maxWidth: '60ch' }}>
          <Typography id="first-admin" variant="body2" component="h3" sx={{ fontWeight: 600 }}>
            No administrator yet?
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            The person who runs the portal makes the first one: with the command{' '}
            <code>npm run admin -- grant {email}</code>, or by setting{' '}
            <code>PORTAL_ADMIN_EMAILS</code> to this address; then you sign in again.
          </Typography>
        </Box>
      }
    />
  );
}
