import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { FileRow } from './file-row';
import { type UploadFailure, useUploadStore } from './upload-store';

/** Options for a selected file, also after a failed upload. */
export function ChosenFile({ file, failure }: { file: File; failure?: UploadFailure }) {
  const { onError, setOnError, send, reset } = useUploadStore();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {failure !== undefined && <Failure {...failure} onAgain={(dryRun) => void send(dryRun)} />}
      <FileRow
        file={file}
        action={
          <Button color="inherit" onClick={reset}>
            Remove
          </Button>
        }
      />
      <FormControlLabel
        control={
          <Switch
            checked={onError === 'skip'}
            onChange={(_event, skip) => setOnError(skip ? 'skip' : 'abort')}
          />
        }
        label="Skip invalid rows"
        slotProps={{ typography: { variant: 'body2' } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" onClick={() => void send(true)}>
          Preview
        </Button>
        <Button variant="outlined" onClick={() => void send(false)}>
          Import without preview
        </Button>
      </Box>
    </Box>
  );
}

interface FailureProps extends UploadFailure {
  onAgain(dryRun: boolean): void;
}

function Failure({ message, again, onAgain }: FailureProps) {
  return (
    <Alert
      severity="error"
      action={
        again && (
          <Button color="inherit" size="small" onClick={() => onAgain(again.dryRun)}>
            Send again
          </Button>
        )
      }
    >
      {message}
    </Alert>
  );
}
