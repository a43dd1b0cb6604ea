import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import { POD_ROLES } from '@portal/contracts/constants';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useState, type SubmitEvent } from 'react';
import { plural } from '../../../lib/format';
import { useProjectStore } from '../../../session/project-store';
import { usePodNames } from '../requests/pods';
import { RolePicker } from '../roles/role-picker';
import { ChoiceField } from './choice-field';
import { MAX_EMAILS, parseEmails } from './parse-emails';
import type { Choice } from './plan';

/** The form as it is filled in; an empty string is no choice. */
export interface Draft {
  readonly list: string;
  readonly project: string;
  readonly role: string;
  readonly pod: string;
  readonly podRole: (typeof POD_ROLES)[number];
}

export const EMPTY_DRAFT: Draft = { list: '', project: '', role: '', pod: '', podRole: 'trainer' };

interface OnboardingFormProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  loading: boolean;
  error: string | undefined;
  onPreview: (choice: Choice) => void;
}

/** The list, and what everybody in it gets. */
export function OnboardingForm(props: OnboardingFormProps) {
  const { draft, onChange, loading, error, onPreview } = props;
  const [isTried, setTried] = useState(false);
  const projects = (useProjectStore(({ authorised }) => authorised) ?? []).filter(
    ({ id }) => id !== ALL_PROJECTS_ID,
  );
  const project = projects.find(({ id }) => String(id) === draft.project);
  const pods = usePodNames(project?.id);
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  const count = parseEmails(draft.list).length;
  const listError = listErrorOf(count);
  const isIncomplete = project ? draft.role === '' && draft.pod === '' : draft.role !== '';

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (listError !== undefined || isIncomplete) return;
    onPreview({
      ...(project &&
        draft.role !== '' && {
          role: { projectId: project.id, projectName: project.name, name: draft.role },
        }),
      ...(draft.pod !== '' && { pod: { name: draft.pod, role: draft.podRole } }),
    });
  }

  return (
    <Card component="form" noValidate onSubmit={submit} sx={{ p: 2.5 }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
          gap: 3,
          alignItems: 'start',
        }}
      >
        <TextField
          multiline
          required
          minRows={12}
          maxRows={24}
          label="Emails"
          placeholder={'ada@example.com\nGrace Hopper <grace@example.com>'}
          value={draft.list}
          onChange={({ target }) => change({ list: target.value })}
          error={isTried && listError !== undefined}
          helperText={
            (isTried && listError) ||
            (count > 0
              ? plural(count, 'entry', 'entries')
              : 'One in each line, with or without a name')
          }
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { spellCheck: false } }}
        />
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
          <ChoiceField
            label="Project"
            none="No project, only accounts"
            value={project ? draft.project : ''}
            options={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(value) => change({ project: value, pod: '' })}
          />
          <RolePicker
            value={draft.role}
            onChange={(role) => change({ role })}
            projectId={project?.id}
            optional
          />
          <ChoiceField
            label="Pod"
            none="No pod"
            value={draft.pod}
            options={(pods.data ?? []).map((name) => ({ value: name, label: name }))}
            disabled={!project}
            hint={podHint(project !== undefined, pods.isError)}
            onChange={(pod) => change({ pod })}
          />
          {draft.pod !== '' && (
            <ChoiceField
              label="Pod role"
              value={draft.podRole}
              options={POD_ROLES.map((role) => ({ value: role, label: role }))}
              onChange={(value) =>
                change({ podRole: POD_ROLES.find((role) => role === value) ?? 'trainer' })
              }
            />
          )}
          {isTried && isIncomplete && (
            <Alert severity="warning">Project and Role must be selected.</Alert>
          )}
          {error !== undefined && <Alert severity="error">{error}</Alert>}
          <Button type="submit" variant="contained" loading={loading} sx={{ justifySelf: 'start' }}>
            Preview
          </Button>
        </Box>
      </Box>
    </Card>
  );
}

function listErrorOf(count: number): string | undefined {
  if (count === 0) return 'At least one email is required';
  return count > MAX_EMAILS ? `At most ${MAX_EMAILS} entries at a time` : undefined;
}

function podHint(hasProject: boolean, hasFailed: boolean): string {
  if (hasFailed) return 'The pods could not be loaded';
  return hasProject ? '' : 'Choose a project first';
}
