import DownloadIcon from '~icons/ic/outline-file-download';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { UserTasksQuery } from './api';

interface CsvButtonProps {
  email: string;
  query: UserTasksQuery;
  disabled: boolean;
}

/** Downloads all tasks of the period, also those that the page does not load. */
export function CsvButton({ email, query, disabled }: CsvButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { saveTasksCsv } = await import('./tasks-csv');
      await saveTasksCsv(email, query);
    },
    meta: { failed: 'Failed to download the tasks' },
  });
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<DownloadIcon />}
      disabled={disabled}
      loading={isPending}
      loadingPosition="start"
      onClick={() => mutate()}
    >
      CSV
    </Button>
  );
}
