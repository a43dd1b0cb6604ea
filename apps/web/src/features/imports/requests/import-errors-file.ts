import type { ImportSummary } from '@portal/contracts/imports';
import { useDownload } from '../../../session/use-download';
import { importPath } from './import-keys';

/** Downloads all stored errors of an import. */
export function useDownloadErrors({ import_id, file_name }: ImportSummary) {
  return useDownload({
    path: `${importPath(import_id)}/errors.csv`,
    accept: 'text/csv',
    fileName: `${file_name.replace(/\.[a-z.]+$/i, '')}-errors.csv`,
    failed: 'The errors could not be downloaded',
  });
}
