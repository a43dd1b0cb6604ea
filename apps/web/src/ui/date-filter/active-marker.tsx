import Chip from '@mui/material/Chip';

/** Marks the filter that narrows the numbers of the page. */
export function ActiveMarker() {
  return (
    <Chip size="small" color="primary" label="Filters active" sx={{ ml: { xs: 0.75, sm: 0 } }} />
  );
}
