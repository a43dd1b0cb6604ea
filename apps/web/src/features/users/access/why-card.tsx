import BlockIcon from '~icons/ic/baseline-block';
import CheckIcon from '~icons/ic/outline-check-circle';
import { Box, Card, ListSubheader, MenuItem, TextField, Typography } from '@mui/material';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { idParamSchema } from '@portal/contracts/scalars';
import { z } from 'zod';
import { useOwnProjects } from '../../../entities/projects/api';
import { urlParam, useUrlState } from '../../../lib/url-state';
import { mayIn } from '../../../session/permissions';
import { useRoles } from '../../../entities/roles/api';
import { useProjectStore } from '../../../lib/project-store';
import { useSessionStore } from '../../../session/session-store';
import { SelectField } from '../../../ui/inputs/select-field';
import { Columns, Row } from '../../../ui/layout';
import { SectionCard } from '../../../ui/section-card';
import { usePermissionNames, useUserAccess } from '../api';
import { type Answer, accessAnswer } from './access-answer';
import { permissionSubject, type Subject } from './access-subjects';

const PARAMS = {
  ask: urlParam(z.string(), null),
  in: urlParam(idParamSchema, null),
};

const GROUPS = [
  { kind: 'page', label: 'Pages' },
  { kind: 'permission', label: 'Permissions' },
] as const;

interface WhyCardProps {
  userId: number;
  name: string;
  pages: readonly Subject[];
}

/** Answers why the user can or cannot open a page or use a permission in a project. */
export function WhyCard({ userId, name, pages }: WhyCardProps) {
  const [{ ask, in: asked }, setState] = useUrlState(PARAMS);
  const projects = useOwnProjects() ?? [];
  const selectedId = useProjectStore((state) => state.selectedId);
  const project = projects.find(({ id }) => id === (asked ?? selectedId)) ?? projects[0];
  const subjects = [...pages, ...usePermissionNames().map(permissionSubject)];
  const subject = subjects.find(({ key }) => key === ask);
  const session = useSessionStore((state) => state.session);
  const { data: access } = useUserAccess(userId);
  const { data: roles } = useRoles();
  const sees = project && mayIn(project.id, session, ['user-view', 'user-manage']);
  return (
    <SectionCard
      title="Why can this user not …?"
      detail="Choose a page or a permission, and a project"
    >
      <Columns columns={{ sm: 2 }} gap={1.5}>
        <TextField
          select
          size="small"
          label="Page or permission"
          value={subject?.key ?? ''}
          onChange={({ target }) => setState({ ask: target.value })}
          slotProps={{
            select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 400 } } } } },
          }}
        >
          {GROUPS.flatMap(({ kind, label }) => [
            <ListSubheader key={kind}>{label}</ListSubheader>,
            ...subjects
              .filter((one) => one.kind === kind)
              .map((one) => (
                <MenuItem key={one.key} value={one.key}>
                  {one.label}
                </MenuItem>
              )),
          ])}
        </TextField>
        <SelectField
          size="small"
          label="Project"
          value={project ? String(project.id) : ''}
          options={projects.map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={(id) => setState({ in: Number(id) })}
        />
      </Columns>
      <Box aria-live="polite" sx={{ mt: 2 }}>
        {subject && project && access && sees && (
          <AnswerPanel answer={accessAnswer({ user: name, access, subject, project, roles })} />
        )}
        {subject && project && !sees && (
          <Typography variant="body2" color="textSecondary">
            You do not see the users of {project.name}, so this cannot be answered.
          </Typography>
        )}
        {!subject && (
          <Typography variant="body2" color="textSecondary">
            {project?.id === ALL_PROJECTS_ID || !project
              ? `The answer names what ${name} has, what is missing, and what would grant it.`
              : `The answer names what ${name} has in ${project.name}, what is missing, and what would grant it.`}
          </Typography>
        )}
      </Box>
    </SectionCard>
  );
}

function AnswerPanel({ answer }: { answer: Answer }) {
  const { isAllowed, sentence, reasons, grants } = answer;
  const Icon = isAllowed ? CheckIcon : BlockIcon;
  return (
    <Card sx={{ p: 2, borderRadius: 2, bgcolor: 'surface.sunken' }}>
      <Row align="stretch" gap={1.25}>
        <Icon fontSize="small" color={isAllowed ? 'success' : 'warning'} sx={{ mt: 0.25 }} />
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{sentence}</Typography>
      </Row>
      {reasons.map((reason) => (
        <Typography key={reason} variant="body2" color="textSecondary" sx={{ mt: 0.5, pl: 3.75 }}>
          {reason}
        </Typography>
      ))}
      {grants.length > 0 && (
        <Box sx={{ pl: 3.75, mt: 1.5 }}>
          <Typography variant="subtitle2">Each of these would grant it:</Typography>
          <Box component="ul" sx={{ listStyle: 'disc', mt: 0.5, pl: 2.5 }}>
            {grants.map((grant) => (
              <Typography key={grant} component="li" variant="body2">
                {grant}
              </Typography>
            ))}
          </Box>
        </Box>
      )}
    </Card>
  );
}
