import { Box, Link, Typography } from '@mui/material';
import type { TaskConflict } from '@portal/contracts/task-detail';
import { Link as RouterLink } from 'react-router';
import { ConflictFields } from '../../entities/tasks/conflict-fields';
import { paths } from '../../lib/paths';
import { Instant } from '../../ui/instant';

interface TaskConflictsProps {
  conflicts: readonly TaskConflict[];
  /** Whether the user may upload to the project, and so can open its imports. */
  opensImports: boolean;
}

/** The imports that contradicted what people changed in the portal, the newest first. */
export default function TaskConflicts({ conflicts, opensImports }: TaskConflictsProps) {
  return (
    <section aria-labelledby="task-conflicts">
      <Typography id="task-conflicts" variant="h3" sx={{ mb: 1 }}>
        Contradicted by imports
      </Typography>
      <Box component="ul">
        {conflicts.map((conflict) => (
          <Typography
            key={conflict.import_id}
            component="li"
            variant="body2"
            sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}
          >
            <ConflictFields conflict={conflict} />
            <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {conflict.is_kept ? 'The portal kept it. ' : 'The file won. '}
              {opensImports ? (
                <Link component={RouterLink} to={paths.adminImport(conflict.import_id)}>
                  {conflict.file_name}
                </Link>
              ) : (
                conflict.file_name
              )}
              {', '}
              <Instant at={conflict.imported_at} />
              {'; changed in the portal by '}
              {conflict.changed_by_name ?? conflict.changed_by ?? 'a user who is deleted'}
              {', '}
              <Instant at={conflict.changed_at} />
            </Box>
          </Typography>
        ))}
      </Box>
    </section>
  );
}
