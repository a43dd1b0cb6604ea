import { Box, Button, Popover, TextField } from '@mui/material';
import { useState, type FormEvent, type RefObject } from 'react';
import { Columns, Row } from '../layout';

interface CustomRangePopoverProps {
  anchor: RefObject<HTMLElement | null>;
  range: { readonly start: string | null; readonly end: string | null };
  onApply: (range: { start: string; end: string }) => void;
  onClose: () => void;
}

/** A custom date range. Both dates are applied together, once they are in order. */
export function CustomRangePopover({ anchor, range, onApply, onClose }: CustomRangePopoverProps) {
  const [start, setStart] = useState(range.start ?? '');
  const [end, setEnd] = useState(range.end ?? '');
  const complete = start !== '' && end !== '';
  const reversed = complete && start > end;
  const applicable = complete && !reversed;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (applicable) onApply({ start, end });
  };
  return (
    <Popover
      open
      anchorEl={() => anchor.current ?? document.body}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-label': 'Custom date range', sx: { mt: 0.5 } } }}
    >
      <Box component="form" noValidate onSubmit={submit} sx={{ p: 2.5, width: 300 }}>
        <Columns gap={2.25}>
          <TextField
            inputRef={focusAtOpening}
            size="small"
            type="date"
            label="Start Date"
            value={start}
            onChange={(event) => setStart(event.target.value)}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <TextField
            size="small"
            type="date"
            label="End Date"
            value={end}
            onChange={(event) => setEnd(event.target.value)}
            error={reversed}
            helperText={reversed && 'The end lies before the start'}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        </Columns>
        <Row align="stretch" justify="flex-end" gap={1} sx={{ mt: 2.5 }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={!applicable}>
            Apply
          </Button>
        </Row>
      </Box>
    </Popover>
  );
}

/** The user opens the popover to enter dates: focuses the first field. */
function focusAtOpening(input: HTMLInputElement | null): void {
  input?.focus();
}
