import CheckIcon from '~icons/ic/baseline-check-circle';
import OpenIcon from '~icons/ic/outline-radio-button-unchecked';
import { Box, Button, Typography } from '@mui/material';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { Link } from 'react-router';
import { useOpenProjects, useSelectedProject } from '../../entities/projects/api';
import { SampleButton } from '../../entities/projects/sample-button';
import { ADMIN_PERMISSIONS, useMay } from '../../session/permissions';
import { Row } from '../../ui/layout';
import { SectionCard } from '../../ui/section-card';
import { visuallyHidden } from '../../ui/visually-hidden';
import { useInventory } from '../../entities/projects/inventory';
import { setupSteps, type SetupStep } from './setup-steps';

/**
 * What the selected project still needs, for those who administer it: nothing while that is unknown,
 * and nothing when all is there.
 */
export function SetupCard() {
  const project = useSelectedProject();
  const projects = useOpenProjects();
  const may = useMay();
  const isAsked = project !== undefined && project.archived_at === null && may(ADMIN_PERMISSIONS);
  const inventory = useInventory(project?.id ?? ALL_PROJECTS_ID, isAsked);
  if (!isAsked || !projects || !inventory) return null;

  const hasProject = projects.some(({ id }) => id !== ALL_PROJECTS_ID);
  const steps = setupSteps(project.id, hasProject, inventory, may);
  const next = steps.find(({ done }) => !done);
  if (!next) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <SectionCard
      title={hasProject ? `Set up ${project.name}` : 'Set up the portal'}
      detail={`${done} of ${steps.length} steps done`}
      sx={{ width: '100%', mb: 3 }}
    >
      <Box component="ol">
        {steps.map((step) => (
          <Step key={step.title} step={step} isNext={step === next} />
        ))}
      </Box>
      {!hasProject && <SampleButton />}
    </SectionCard>
  );
}

function Step({ step, isNext }: { step: SetupStep; isNext: boolean }) {
  const { title, detail, done, action, to } = step;
  return (
    <Row
      component="li"
      gap={1.5}
      wrap
      sx={{ py: 1.25, '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' } }}
    >
      {done ? (
        <CheckIcon sx={{ color: 'success.main' }} />
      ) : (
        <OpenIcon sx={{ color: 'text.secondary' }} />
      )}
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }} color={done ? 'textSecondary' : 'textPrimary'}>
          {title}
          {done && <span style={visuallyHidden}>: done</span>}
        </Typography>
        {!done && (
          <Typography variant="body2" color="textSecondary">
            {detail}
          </Typography>
        )}
      </Box>
      {!done && (
        <Button component={Link} to={to} size="small" variant={isNext ? 'contained' : 'outlined'}>
          {action}
        </Button>
      )}
    </Row>
  );
}
