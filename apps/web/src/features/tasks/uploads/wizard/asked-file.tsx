import { Alert } from '@mui/material';
import { askedFile } from './kept-answers';

/** After a reload: the browser has lost the file, but not the answers about it. */
export function AskedFile() {
  const name = askedFile();
  if (name === undefined) return null;
  return (
    <Alert severity="info">
      Choose {name} again: the browser does not keep files, but your answers about it are kept.
    </Alert>
  );
}
