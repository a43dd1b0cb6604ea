import { Button, Card, Typography } from '@mui/material';
import { DIGEST_PERIODS, type Digest, type DigestInput } from '@portal/contracts/digests';
import { useState } from 'react';
import { usePodNames } from '../../entities/pods/api';
import { useOpenProjects } from '../../entities/projects/api';
import { detailOf } from '../../lib/api-error';
import { mayIn } from '../../session/permissions';
import { useSessionStore } from '../../session/session-store';
import { FailurePanel } from '../../ui/failure';
import { SelectField } from '../../ui/inputs/select-field';
import { Row } from '../../ui/layout';
import { useAddDigest, useDigests, useRemoveDigest } from './api';

const PERIOD_NAMES = { day: 'Daily', week: 'Weekly' } as const;

/** What the user is told of by day or by week, and the form to choose more. */
export function Digests() {
  const { data, error, refetch } = useDigests();
  const remove = useRemoveDigest();
  return (
    <Card component="section" aria-label="Digests" sx={{ p: 2.5 }}>
      <Typography variant="subtitle2" component="h2">
        Digests
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        The numbers of the last day or week, who is behind and what waits, each with its tasks.
      </Typography>
      {error && (
        <FailurePanel
          title="Failed to load your digests"
          detail={detailOf(error, 'The server gave no reason.')}
          onRetry={() => void refetch()}
        />
      )}
      {data?.items.map((digest) => (
        <Row key={digest.id} wrap gap={1} justify="space-between" sx={{ py: 0.5 }}>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {nameOf(digest)}
          </Typography>
          <Button
            size="small"
            disabled={remove.isPending}
            aria-label={`Remove: ${nameOf(digest)}`}
            onClick={() => remove.mutate(digest.id)}
          >
            Remove
          </Button>
        </Row>
      ))}
      <AddDigest />
    </Card>
  );
}

function nameOf({ every, project_id: id, project_name: project, pod_name: pod, is_sent }: Digest) {
  const subject = id === null ? 'Your work' : (pod ?? project ?? `Project ${id}`);
  const name = `${subject}, ${PERIOD_NAMES[every].toLowerCase()}`;
  return is_sent ? name : `${name}: not sent, as you do not see this work or it is archived`;
}

const OWN = 'own';

function AddDigest() {
  const add = useAddDigest();
  const [project, setProject] = useState(OWN);
  const [pod, setPod] = useState('');
  const [every, setEvery] = useState<DigestInput['every']>('day');
  const session = useSessionStore((state) => state.session);
  const projects = (useOpenProjects() ?? []).filter(({ id }) =>
    mayIn(id, session, ['pod-info-public-view']),
  );
  const pods = usePodNames(project === OWN ? undefined : Number(project)).data ?? [];
  const input: DigestInput = {
    every,
    ...(project !== OWN && (pod === '' ? { project_id: Number(project) } : { pod_name: pod })),
  };
  return (
    <Row wrap gap={1.5} sx={{ mt: 1.5 }}>
      <SelectField
        size="small"
        label="Digest of"
        value={project}
        options={[
          { value: OWN, label: 'Your work' },
          ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(chosen) => {
          setProject(chosen);
          setPod('');
        }}
        sx={{ minWidth: 180 }}
      />
      {pods.length > 0 && (
        <SelectField
          size="small"
          label="Pod"
          none="All pods"
          value={pod}
          options={pods.map((name) => ({ value: name, label: name }))}
          onChange={setPod}
          sx={{ minWidth: 140 }}
        />
      )}
      <SelectField
        size="small"
        label="How often"
        value={every}
        options={DIGEST_PERIODS.map((value) => ({ value, label: PERIOD_NAMES[value] }))}
        onChange={(value) => setEvery(value === 'week' ? 'week' : 'day')}
        sx={{ minWidth: 110 }}
      />
      <Button variant="outlined" disabled={add.isPending} onClick={() => add.mutate(input)}>
        Add
      </Button>
    </Row>
  );
}
