import type { ImportSummary } from '@portal/contracts/imports';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { messageOf } from '../../lib/api-error';
import { formatInstant } from '../../lib/format';
import { paths } from '../../lib/paths';
import { showToast } from '../../ui/toast-store';
import { importKeys, runImportAgain } from './imports-api';

/** Imports the kept file again, without another upload; nothing if the file is not kept. */
export function RunAgain({ summary }: { summary: ImportSummary }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { import_id: importId, file_kept_until: keptUntil } = summary;
  const again = useMutation({
    mutationFn: () => runImportAgain(importId),
    onSuccess: ({ import_id: next }) => navigate(paths.adminImport(next)),
    onError: (error) => showToast(messageOf(error, 'The import could not run again'), 'error'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importKeys.all }),
  });
  if (keptUntil === null) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1.5 }}>
      <Button variant="outlined" loading={again.isPending} onClick={() => again.mutate()}>
        Run again
      </Button>
      <Typography variant="body2" color="textSecondary">
        The file is kept until {formatInstant(keptUntil)}
      </Typography>
    </Box>
  );
}
