import { Alert, Button, Card } from '@mui/material';
import { POD_ROLES } from '@portal/contracts/constants';
import { MAX_ONBOARDED } from '@portal/contracts/onboarding';
import { useMemo, useState, type SubmitEvent } from 'react';
import { formatCount, plural } from '../../../lib/format';
import { usePodNames } from '../../../entities/pods/api';
import { POD_ROLE_OPTIONS, podRoleTitle } from '../../../entities/pods/pod-roles';
import { RolePicker } from '../../../entities/roles/role-picker';
import { usePlaces } from '../roles/use-places';
import { SelectField } from '../../../ui/inputs/select-field';
import { Columns } from '../../../ui/layout';
import { ListInput } from './list-input';
import { type Choice, peopleOf } from './plan';
import { type PeopleList, readList } from './read-list';

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
  onPreview: (list: PeopleList, choice: Choice) => void;
}

/** The list, and what everybody in it gets. */
export function OnboardingForm(props: OnboardingFormProps) {
  const { draft, onChange, loading, error, onPreview } = props;
  const [isTried, setTried] = useState(false);
  const places = usePlaces();
  const project = places.find(({ id }) => String(id) === draft.project);
  const pods = usePodNames(project?.id);
  const list = useMemo(() => readList(draft.list), [draft.list]);
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  const listError = listErrorOf(list);
  const hasRole = draft.role !== '' || peopleOf(list.entries).some(({ role }) => role !== '');
  const isIncomplete = project ? !hasRole && draft.pod === '' : hasRole;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (listError !== undefined || isIncomplete) return;
    onPreview(list, {
      ...(project && { project }),
      ...(draft.role !== '' && { role: draft.role }),
      ...(draft.pod !== '' && { pod: { name: draft.pod, role: draft.podRole } }),
    });
  }

  return (
    <Card component="form" noValidate onSubmit={submit} sx={{ p: 2.5 }}>
      <Columns columns={{ md: [3, 2] }} gap={3} sx={{ alignItems: 'start' }}>
        <ListInput
          value={draft.list}
          onChange={(value) => change({ list: value })}
          error={isTried ? listError : undefined}
          hint={hintOf(list)}
        />
        <Columns gap={2}>
          <SelectField
            size="small"
            label="Project"
            none="No project, only accounts"
            value={project ? draft.project : ''}
            options={places.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(value) => change({ project: value, pod: '' })}
          />
          <RolePicker
            value={draft.role}
            onChange={(role) => change({ role })}
            projectId={project?.id}
            optional
          />
          <SelectField
            size="small"
            label="Pod"
            none="No pod"
            value={draft.pod}
            options={(pods.data ?? []).map((name) => ({ value: name, label: name }))}
            disabled={!project}
            helperText={podHint(project?.id, pods.isError)}
            onChange={(pod) => change({ pod })}
          />
          {draft.pod !== '' && (
            <SelectField
              size="small"
              label="Pod role"
              value={draft.podRole}
              options={POD_ROLE_OPTIONS}
              slotProps={{ select: { renderValue: podRoleTitle } }}
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
        </Columns>
      </Columns>
    </Card>
  );
}

function listErrorOf({ entries }: PeopleList): string | undefined {
  if (entries.length === 0) return 'At least one email is required';
  return entries.length > MAX_ONBOARDED
    ? `At most ${formatCount(MAX_ONBOARDED)} people at a time`
    : undefined;
}

function hintOf({ entries, unread }: PeopleList): string {
  if (entries.length === 0) {
    return 'One person in each line: email, name and role. Name and role can be left out';
  }
  const columns = unread.length === 0 ? '' : `. Not used: ${unread.join(', ')}`;
  return `${plural(entries.length, 'person', 'people')}${columns}`;
}

function podHint(projectId: number | undefined, hasFailed: boolean): string {
  if (hasFailed) return 'The pods could not be loaded';
  return projectId === undefined ? 'Choose a project first' : '';
}
