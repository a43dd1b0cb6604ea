import { Button, Card, Typography } from '@mui/material';
import { Link } from 'react-router';
import { paths } from '../../lib/paths';
import { userOf, useSessionStore } from '../../session/session-store';
import { UserPicture } from '../../ui/user-picture';

/** Home page of a signed-in user. */
export function WelcomeBack() {
  const user = useSessionStore(userOf);
  return (
    <Card
      sx={{
        width: '100%',
        maxWidth: 500,
        p: { xs: 3, sm: 5 },
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        textAlign: 'center',
      }}
    >
      <UserPicture user={user} size={72} />
      <Typography variant="h1" sx={{ mt: 2 }}>
        Welcome Back!
      </Typography>
      <Typography variant="h3" component="p">
        {user?.name}
      </Typography>
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        You&apos;re signed in as {user?.email}
      </Typography>
      <Button
        component={Link}
        to={paths.dashboard}
        fullWidth
        size="large"
        variant="contained"
        sx={{ mt: 3 }}
      >
        Go to Dashboard
      </Button>
    </Card>
  );
}
