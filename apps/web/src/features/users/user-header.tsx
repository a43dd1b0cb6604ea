import DevicesIcon from '~icons/ic/outline-devices';
import EditIcon from '~icons/ic/outline-edit';
import { Box, Button, Chip, Typography } from '@mui/material';
import type { ListedUser } from '@portal/contracts/users';
import { useOwnProjects } from '../../entities/projects/api';
import { HistoryLink } from '../../lists/list/history-link';
import { formatDayOf } from '../../lib/format';
import { paths } from '../../lib/paths';
import { BackButton } from '../../ui/back-button';
import { Instant } from '../../ui/instant';
import { Columns, Row } from '../../ui/layout';
import { RoleChip, roleLabels } from '../../ui/role-chip';
import { useDocumentTitle } from '../../ui/use-document-title';
import { UserPicture } from '../../ui/user-picture';
import { Fact } from '../../ui/facts';

interface UserHeaderProps {
  user: ListedUser;
  /** Opens the form of the profile; absent if the caller may not edit it. */
  onEdit: (() => void) | undefined;
  /** Opens the list of sessions; absent if the caller may not see it. */
  onSessions: (() => void) | undefined;
  /** Opens the dialog of an anonymisation; absent if the caller may not do it. */
  onAnonymise: (() => void) | undefined;
}

/** Who the user is: name, email, state, roles and profile. */
export function UserHeader({ user, onEdit, onSessions, onAnonymise }: UserHeaderProps) {
  const projects = useOwnProjects();
  const name = user.name || user.email;
  useDocumentTitle(name);
  return (
    <Box component="header" sx={{ mb: 3 }}>
      <UsersLink />
      <Row wrap gap={2} sx={{ mt: 1 }}>
        <UserPicture user={user} size={64} />
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Row wrap sx={{ columnGap: 1.5 }}>
            <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <Chip
              size="small"
              variant="outlined"
              color={user.is_active ? 'success' : 'warning'}
              label={stateOf(user)}
            />
          </Row>
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {user.email}
          </Typography>
        </Box>
        <HistoryLink entity="app_user" id={user.id} />
        {onEdit && (
          <Button variant="outlined" startIcon={<EditIcon />} onClick={onEdit}>
            Edit Profile
          </Button>
        )}
        {onSessions && (
          <Button variant="outlined" startIcon={<DevicesIcon />} onClick={onSessions}>
            Sessions
          </Button>
        )}
        {onAnonymise && user.anonymised_at === null && (
          <Button variant="outlined" color="error" onClick={onAnonymise}>
            Anonymise
          </Button>
        )}
      </Row>
      {projects && Object.keys(user.roles).length > 0 && (
        <Row component="ul" aria-label="Roles" wrap align="stretch" gap={1} sx={{ mt: 2 }}>
          {roleLabels(user.roles, projects).map(({ key, role, label }) => (
            <Box component="li" key={key} sx={{ minWidth: 0 }}>
              <RoleChip role={role} label={label} />
            </Box>
          ))}
        </Row>
      )}
      <Profile user={user} />
    </Box>
  );
}

function stateOf({ anonymised_at: at, is_active: isActive }: ListedUser): string {
  if (at !== null) return 'Anonymised';
  return isActive ? 'Active' : 'Deactivated';
}

/** The way back to the list of users. */
export function UsersLink() {
  return (
    <BackButton to={paths.adminUsers} below={0}>
      Users
    </BackButton>
  );
}

function Profile({ user }: { user: ListedUser }) {
  const created = <Instant at={user.created_at} format={formatDayOf} />;
  const facts = [
    ['Slack Username/ID', user.slack_id || 'None'],
    ['Timezone', user.timezone ?? 'None'],
    ['Theme Preference', themeText(user.theme)],
    ['Created', created],
  ] as const;
  return (
    <Columns
      component="dl"
      columns={{ xs: 2, md: ['max-content', 'max-content', 'max-content', 'max-content'] }}
      sx={{ columnGap: { xs: 2, md: 5 }, rowGap: 1.5, mt: 2 }}
    >
      {facts.map(([label, value]) => (
        <Fact key={label} name={label}>
          {value}
        </Fact>
      ))}
    </Columns>
  );
}

function themeText(theme: ListedUser['theme']): string {
  if (theme === null) return 'None';
  return theme === 'light' ? 'Light' : 'Dark';
}
