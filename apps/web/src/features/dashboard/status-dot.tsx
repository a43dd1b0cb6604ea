import { styled } from '@mui/material/styles';

/** The colour that a chart gives to the words beside it. */
export const StatusDot = styled('span')({
  display: 'inline-block',
  width: 9,
  height: 9,
  borderRadius: 3,
  flexShrink: 0,
});
