import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useSessionStore } from '../../session/session-store';
import { GoogleMark } from '../../ui/google-mark';
import { LogoMark } from '../../ui/logo-mark';
import { useSignIn } from './use-sign-in';

/** Starts the Google sign-in, and completes it when the browser returns. */
export function SignInCard() {
  const { authenticating, signIn } = useSignIn();
  const ended = useSessionStore((state) => state.ended);
  return (
    <Card sx={{ width: '100%', maxWidth: 500, p: { xs: 3, sm: 5 }, textAlign: 'center' }}>
      <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1.25 }}>
        <LogoMark size={52} />
        <Typography variant="h1" sx={{ mt: 1.5 }}>
          Welcome to Turing Portal
        </Typography>
        <Typography color="textSecondary">
          Your gateway to AI training and review management
        </Typography>
      </Box>
      {ended && (
        <Typography role="status" sx={{ mt: 3 }}>
          Your session has ended. Sign in again.
        </Typography>
      )}
      <Button
        fullWidth
        size="large"
        variant="contained"
        loading={authenticating}
        loadingPosition="start"
        startIcon={<GoogleMark />}
        onClick={signIn}
        sx={{ mt: 4 }}
      >
        {authenticating ? 'Authenticating...' : 'Sign in with Google'}
      </Button>
    </Card>
  );
}
