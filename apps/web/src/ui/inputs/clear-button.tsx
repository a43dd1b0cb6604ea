import ClearIcon from '~icons/ic/baseline-clear';
import { IconButton, InputAdornment } from '@mui/material';

interface ClearButtonProps {
  /** Label of the field. */
  label: string;
  onClear: () => void;
  /** CSS margin, where the field has an arrow at its end. */
  marginRight?: number;
}

/** Empties a field. */
export function ClearButton({ label, onClear, marginRight = 0 }: ClearButtonProps) {
  return (
    <InputAdornment position="end" sx={{ marginRight }}>
      <IconButton aria-label={`Clear ${label}`} size="small" edge="end" onClick={onClear}>
        <ClearIcon fontSize="small" />
      </IconButton>
    </InputAdornment>
  );
}
