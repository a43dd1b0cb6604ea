import { Typography } from '@mui/material';

/** Stands for the figures of a part that the server could not read. */
export function Unread() {
  return (
    <Typography variant="body2" color="textSecondary">
      These figures cannot be read now. The log of the server says why.
    </Typography>
  );
}
