import EditIcon from '~icons/ic/outline-manage-accounts';
import { Box, Button, Card, Skeleton, Typography } from '@mui/material';
import { useProfileDialog } from '../../features/profile/dialog-store';
import { TeamStats } from '../../features/analytics/team-stats';
import { permissionsIn } from '../../session/permissions';
import { useProjectStore } from '../../lib/project-store';
import { userOf, useSessionStore } from '../../session/session-store';
import { useDocumentTitle } from '../../ui/use-document-title';
import { UserPicture } from '../../ui/user-picture';
import { Columns } from '../../ui/layout';

/** A greeting with the permissions of the user, and the recent work of the project. */
export function AnalyticsHomePage() {
  useDocumentTitle('Analytics');
  const projectId = useProjectStore((state) => (state.authorised ? state.selectedId : null));
  const isLoading = useProjectStore((state) => state.authorised === null);
  return (
    <Columns gap={3} sx={{ minWidth: 0 }}>
      <GreetingCard projectId={projectId} />
      <Card
        component="section"
        aria-labelledby="recent-activity"
        sx={{ p: { xs: 1.5, sm: 2.5 }, minWidth: 0, backgroundColor: 'background.default' }}
      >
        <Typography id="recent-activity" variant="h2" sx={{ mb: 2 }}>
          Recent Activity
        </Typography>
        {isLoading ? (
          <Skeleton variant="rounded" height={600} />
        ) : projectId === null ? (
          <Typography color="textSecondary">Select a project to see its activity.</Typography>
        ) : (
          <TeamStats key={projectId} projectId={projectId} />
        )}
      </Card>
    </Columns>
  );
}

function GreetingCard({ projectId }: { projectId: number | null }) {
  const user = useSessionStore(userOf);
  const session = useSessionStore((state) => state.session);
  const showProfile = useProfileDialog((state) => state.show);
  const permissions = projectId === null ? [] : permissionsIn(projectId, session);
  return (
    <Card
      component="header"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2.5, p: 2.5 }}
    >
      <UserPicture user={user} size={64} />
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          Welcome, {user?.name}!
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          Permissions for current project: {permissions.join(', ')}
        </Typography>
      </Box>
      <Button variant="outlined" startIcon={<EditIcon />} onClick={showProfile}>
        Edit Your Profile
      </Button>
    </Card>
  );
}
