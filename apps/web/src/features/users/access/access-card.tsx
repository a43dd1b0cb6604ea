import ExpandMoreIcon from '~icons/ic/baseline-expand-more';
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Alert,
  Skeleton,
  Typography,
} from '@mui/material';
import { plural } from '../../../lib/format';
import { SectionCard } from '../../../ui/section-card';
import { useUserAccess } from '../api';
import { QueryView } from '../../../ui/query-view';
import type { UserAccess } from '@portal/contracts/user-access';
import { Row } from '../../../ui/layout';
import { PermissionTable } from './permission-table';

/** So many projects are open at first. */
const OPEN_AT_FIRST = 2;

/** The permissions of the user in each project, with where each comes from. */
export function AccessCard({ userId, name }: { userId: number; name: string }) {
  const access = useUserAccess(userId);
  return (
    <SectionCard
      title="Effective Permissions"
      detail="What the user may do in each project, and where it comes from"
    >
      <QueryView
        query={access}
        pending={<Skeleton variant="rounded" height={160} />}
        failed="Error loading permissions"
        inLine
      >
        {(loaded) => <Access access={loaded} name={name} />}
      </QueryView>
    </SectionCard>
  );
}

function Access({ access, name }: { access: UserAccess; name: string }) {
  return (
    <>
      {!access.is_active && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          The account is deactivated. These permissions apply again when it is activated.
        </Alert>
      )}
      {access.projects.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {name} has no role and no pod role in the projects that you see.
        </Typography>
      )}
      {access.projects.map((project, index) => (
        <Accordion
          key={project.project_id}
          disableGutters
          elevation={0}
          defaultExpanded={index < OPEN_AT_FIRST}
          slotProps={{ heading: { component: 'h3' }, transition: { unmountOnExit: true } }}
          sx={{
            backgroundColor: 'transparent',
            '&::before': { display: 'none' },
            '&:not(:last-of-type)': { borderBottom: 1, borderColor: 'divider' },
          }}
        >
          <AccordionSummary expandIcon={<ExpandMoreIcon />} sx={{ px: 0.5 }}>
            <Row wrap align="baseline" sx={{ columnGap: 1.5 }}>
              <Typography variant="subtitle1" component="span" sx={{ overflowWrap: 'anywhere' }}>
                {project.project_name}
              </Typography>
              <Typography variant="body2" component="span" color="textSecondary">
                {plural(project.permissions.length, 'permission', 'permissions')}
              </Typography>
            </Row>
          </AccordionSummary>
          <AccordionDetails sx={{ px: 0.5, pt: 0 }}>
            <PermissionTable access={project} />
          </AccordionDetails>
        </Accordion>
      ))}
    </>
  );
}
