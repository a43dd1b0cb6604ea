import UploadFileIcon from '~icons/ic/outline-upload-file';
import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useDropzone, type FileRejection } from 'react-dropzone';

const ACCEPT = {
  'text/csv': ['.csv'],
  'text/plain': ['.txt'],
  'text/tab-separated-values': ['.tsv'],
};
const MAX_BYTES = 1024 * 1024;

interface ListInputProps {
  value: string;
  onChange: (list: string) => void;
  error: string | undefined;
  /** What the list is understood as. */
  hint: string;
}

/** A list of people: typed, pasted, or from a file. */
export function ListInput({ value, onChange, error, hint }: ListInputProps) {
  const [flaw, setFlaw] = useState<string>();
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: ACCEPT,
    multiple: false,
    maxSize: MAX_BYTES,
    noClick: true,
    noKeyboard: true,
    onDrop: (files, rejections) => void take(files[0], rejections),
  });

  async function take(file: File | undefined, rejections: readonly FileRejection[]) {
    const list = file && (await textOf(file));
    if (file) setFlaw(list === undefined ? notUtf8(file) : undefined);
    else setFlaw(rejectionText(rejections));
    if (list !== undefined) onChange(list);
  }

  return (
    <Box {...getRootProps()} sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <input {...getInputProps({ 'aria-label': 'File with people' })} />
      <TextField
        multiline
        required
        minRows={12}
        maxRows={24}
        label="People"
        placeholder={'email,name,role\nada@example.com,Ada Marsh,trainer\ngrace@example.com'}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        error={error !== undefined}
        focused={isDragActive || undefined}
        helperText={error ?? hint}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { spellCheck: false } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button variant="outlined" size="small" startIcon={<UploadFileIcon />} onClick={open}>
          Choose file
        </Button>
        <Typography variant="body2" color="textSecondary">
          {isDragActive ? 'Drop to take this file' : 'or drop a .csv or .txt file here'}
        </Typography>
      </Box>
      {flaw !== undefined && <Alert severity="error">{flaw}</Alert>}
    </Box>
  );
}

/** Undefined if the file is not UTF-8. */
async function textOf(file: File): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function notUtf8({ name }: File): string {
  return `${name} is not UTF-8. In a spreadsheet, save it as 'CSV UTF-8'.`;
}

function rejectionText(rejections: readonly FileRejection[]): string | undefined {
  const [first] = rejections;
  if (!first) return undefined;
  if (rejections.length > 1) return 'Choose one file at a time.';
  const isTooLarge = first.errors.some(({ code }) => code === 'file-too-large');
  return `${first.file.name} ${isTooLarge ? 'is larger than 1 MB' : 'is not a .csv or .txt file'}.`;
}
