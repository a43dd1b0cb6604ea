import { Link } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../../../lib/paths';
import { useImport } from '../api';
import { importTitle } from './undo-text';

interface UndoneImportProps {
  /** The undo. */
  summary: ImportSummary;
  /** The import that it undoes. */
  importId: string;
}

/** What an undo undoes, with a link to it. */
export function UndoneImport({ summary, importId }: UndoneImportProps) {
  const undone = useImport(importId).summary;
  const name = undone ? importTitle(undone) : summary.file_name;
  return (
    <>
      {summary.dry_run ? 'Preview of the undo of ' : 'Undoes '}
      <Link component={RouterLink} to={paths.adminImport(importId)} underline="always">
        {undone?.undoes === null ? `the import of ${name}` : name}
      </Link>
    </>
  );
}
