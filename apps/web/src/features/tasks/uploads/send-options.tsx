import { Button, FormControlLabel, Switch } from '@mui/material';
import { Columns, Row } from '../../../ui/layout';
import { OlderOption } from './older/older-option';
import { useUploadStore } from './upload-store';

/** What happens to rows with errors and to newer tasks, and the buttons that send the file. */
export function SendOptions({ isSendable = true }: { isSendable?: boolean }) {
  const { onError, setOnError, send } = useUploadStore();
  return (
    <Columns gap={2}>
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
      <OlderOption />
      <Row wrap align="stretch" gap={1.5}>
        <Button variant="contained" disabled={!isSendable} onClick={() => void send(true)}>
          Preview
        </Button>
        <Button variant="outlined" disabled={!isSendable} onClick={() => void send(false)}>
          Import without preview
        </Button>
      </Row>
    </Columns>
  );
}
