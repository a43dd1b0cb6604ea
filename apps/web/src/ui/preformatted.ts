import { styled } from '@mui/material';

/** Text with its own lines; long ones break. */
export const Preformatted = styled('pre')(({ theme }) => ({
  margin: 0,
  padding: theme.spacing(1.5),
  overflow: 'auto',
  borderRadius: theme.shape.borderRadius,
  fontSize: '0.8125rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  backgroundColor: theme.vars.palette.surface.sunken,
}));
