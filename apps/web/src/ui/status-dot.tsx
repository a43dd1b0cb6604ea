import { styled } from '@mui/material';

/** A dot in the colour of the chart, beside its label. */
export const StatusDot = styled('span')({
  display: 'inline-block',
  width: 9,
  height: 9,
  borderRadius: 3,
  flexShrink: 0,
});
