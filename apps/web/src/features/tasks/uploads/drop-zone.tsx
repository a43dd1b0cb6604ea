import UploadFileIcon from '~icons/ic/outline-upload-file';
import { Alert, Button, Typography } from '@mui/material';
import { MAX_UPLOAD_BYTES } from '@portal/contracts/constants';
import { Suspense } from 'react';
import { useDropzone, type FileRejection } from 'react-dropzone';
import { formatBytes } from '../../../lib/format';
import { lazyPart } from '../../../ui/lazy-part';
import { Columns } from '../../../ui/layout';

const FileHelp = lazyPart(async () => (await import('./wizard/file-help')).FileHelp);

const ACCEPT = {
  'application/json': ['.json'],
  'application/x-ndjson': ['.ndjson', '.jsonl'],
  'text/csv': ['.csv'],
  'text/tab-separated-values': ['.tsv'],
  'application/gzip': ['.gz'],
};

/** Accepts one task file by drop, paste or file picker. */
export function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const { getRootProps, getInputProps, isDragActive, fileRejections, open } = useDropzone({
    accept: ACCEPT,
    multiple: false,
    minSize: 1,
    maxSize: MAX_UPLOAD_BYTES,
    noClick: true,
    noKeyboard: true,
    onDropAccepted: ([file]) => {
      if (file) onFile(file);
    },
  });
  return (
    <>
      <Columns
        {...getRootProps()}
        gap={1}
        sx={(theme) => ({
          justifyItems: 'center',
          px: 2,
          py: { xs: 4, sm: 6 },
          borderRadius: 1,
          border: `1.5px dashed ${isDragActive ? theme.vars.palette.primary.main : theme.vars.palette.line.strong}`,
          backgroundColor: isDragActive
            ? `rgb(${theme.vars.palette.primary.mainChannel} / 0.08)`
            : theme.vars.palette.surface.sunken,
          textAlign: 'center',
          transition: 'border-color 120ms, background-color 120ms',
        })}
      >
        <input {...getInputProps({ 'aria-label': 'Task file' })} />
        <UploadFileIcon
          sx={{ fontSize: 36, color: isDragActive ? 'primary.main' : 'text.secondary' }}
        />
        <Typography variant="h3" component="p">
          {isDragActive ? 'Drop to choose this file' : 'Drop a task file here'}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          JSON (.json, .ndjson, .jsonl) or CSV (.csv, .tsv), also as .gz; up to{' '}
          {formatBytes(MAX_UPLOAD_BYTES)}
        </Typography>
        <Button variant="outlined" onClick={open} sx={{ mt: 1 }}>
          Choose file
        </Button>
      </Columns>
      {fileRejections.length > 0 && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {rejectionText(fileRejections)}
        </Alert>
      )}
      <Suspense>
        <FileHelp />
      </Suspense>
    </>
  );
}

function rejectionText(rejections: readonly FileRejection[]): string {
  const [first] = rejections;
  if (rejections.length > 1 || !first) return 'Choose one file at a time.';
  const reasons = first.errors.map(({ code }) => {
    if (code === 'file-too-large') return `is larger than ${formatBytes(MAX_UPLOAD_BYTES)}`;
    if (code === 'file-too-small') return 'is empty';
    return 'is not a .json, .ndjson, .jsonl, .csv, .tsv or .gz file';
  });
  return `${first.file.name} ${reasons.join(' and ')}.`;
}
