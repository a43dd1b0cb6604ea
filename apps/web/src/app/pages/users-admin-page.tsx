import ProfileIcon from '~icons/ic/outline-manage-accounts';
import OnboardIcon from '~icons/ic/outline-group-add';
import { Box, Button, IconButton, Link, Tooltip } from '@mui/material';
import type { ListedItem } from '@portal/contracts/lists';
import { Link as RouterLink } from 'react-router';
import { z } from 'zod';
import { useOwnProjects } from '../../entities/projects/api';
import { PodLink } from '../../entities/pods/pod-link';
import { isNothing } from '../../lists/fields/field-value';
import { ListPage } from '../../lists/list-page';
import { paths } from '../../lib/paths';
import { useMay } from '../../session/permissions';
import { RoleChip, roleLabels } from '../../ui/role-chip';
import { Row } from '../../ui/layout';

const userSchema = z.object({
  id: z.number(),
  email: z.string(),
  roles: z.record(z.string(), z.string()),
  pods: z.record(z.string(), z.string()).default({}),
});

const CELLS = { email: emailCell, roles: rolesCell, pods: podsCell };
/** The role in all projects is among the roles; the theme is a matter of its user. */
const LEFT_OUT = new Set(['global_role', 'theme']);

/** Nor is a column shown that is empty for everybody. */
function isShown(name: string, items: readonly ListedItem[]): boolean {
  if (LEFT_OUT.has(name)) return false;
  return items.length === 0 || items.some((item) => !isNothing(item[name]));
}

/** The users with their roles and pods, each with a link to the profile page. */
export function UsersAdminPage() {
  const mayOnboard = useMay()(['user-manage']);
  return (
    <ListPage
      base="/auth/users/"
      title="Users"
      cells={CELLS}
      isShown={isShown}
      actions={profileAction}
      links={mayOnboard && <OnboardingLink />}
    />
  );
}

function OnboardingLink() {
  return (
    <Button component={RouterLink} to={paths.adminOnboarding} startIcon={<OnboardIcon />}>
      Onboard users
    </Button>
  );
}

function emailCell(item: ListedItem) {
  const user = userSchema.parse(item);
  return (
    <Link
      component={RouterLink}
      to={paths.adminUserProfile(user.id)}
      sx={{ whiteSpace: { xs: 'normal', sm: 'nowrap' } }}
    >
      {user.email}
    </Link>
  );
}

function rolesCell(item: ListedItem) {
  const { roles } = userSchema.parse(item);
  return Object.keys(roles).length === 0 ? null : <Roles roles={roles} />;
}

function Roles({ roles }: { roles: Readonly<Record<string, string>> }) {
  const projects = useOwnProjects();
  return (
    <Row wrap align="stretch" gap={0.5}>
      {roleLabels(roles, projects ?? []).map(({ key, role, label }) => (
        <RoleChip key={key} role={role} label={label} />
      ))}
    </Row>
  );
}

/** The pods of a user, each with the role in it. */
function podsCell(item: ListedItem) {
  const pods = Object.entries(userSchema.parse(item).pods);
  if (pods.length === 0) return null;
  return (
    <Row wrap gap={0.75}>
      {pods.map(([podName, role]) => (
        <Box key={podName} component="span" sx={{ whiteSpace: { sm: 'nowrap' } }}>
          <PodLink podName={podName} />
          {` (${role})`}
        </Box>
      ))}
    </Row>
  );
}

function profileAction(item: ListedItem) {
  const { id, email } = userSchema.parse(item);
  return (
    <Tooltip title="Profile and roles">
      <IconButton
        size="small"
        component={RouterLink}
        to={paths.adminUserProfile(id)}
        aria-label={`Profile and roles of ${email}`}
      >
        <ProfileIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
