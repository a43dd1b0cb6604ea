import { Button } from '@mui/material';
import { sampleProjectSchema } from '@portal/contracts/projects';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { detailOf } from '../../lib/api-error';
import { paths } from '../../lib/paths';
import { api } from '../../session/api';
import { useMay } from '../../session/permissions';
import { showToast } from '../../ui/toast-store';

/** Makes a project of invented work and opens its page, for users who may create projects. */
export function SampleButton() {
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => api.post('/projects/sample', sampleProjectSchema),
    meta: {
      succeeded: 'Sample project added; its tasks are being imported',
      changes: ['project', 'pod', 'app_user'],
    },
    onSuccess: ({ project_id: id }) => void navigate(paths.adminProject(id)),
    onError: (error) =>
      showToast(detailOf(error, 'Failed to add a sample project'), { type: 'error' }),
  });
  if (!useMay()(['project-manage'], true)) return null;
  return (
    <Button loading={create.isPending} onClick={() => create.mutate()}>
      Add a sample project
    </Button>
  );
}
