import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { IMPORT_STATES, type ImportSummary } from '@portal/contracts/imports';
import { statusTitle } from '@portal/domain/statuses';

interface StatusFilterProps {
  status: ImportSummary['status'] | null;
  onChange: (status: ImportSummary['status'] | null) => void;
}

/** Chooses the imports of one state. */
export function StatusFilter({ status, onChange }: StatusFilterProps) {
  return (
    <Select
      size="small"
      displayEmpty
      value={status ?? ''}
      inputProps={{ 'aria-label': 'State of the imports' }}
      onChange={({ target }) => onChange(IMPORT_STATES.find((one) => one === target.value) ?? null)}
    >
      <MenuItem value="">All states</MenuItem>
      {IMPORT_STATES.map((one) => (
        <MenuItem key={one} value={one}>
          {statusTitle(one)}
        </MenuItem>
      ))}
    </Select>
  );
}
