import { styled } from '@mui/material/styles';

const Hidden = styled('div')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});

/** Tells screen readers a text when it changes; it is not visible. */
export function Announcement({ text }: { text: string }) {
  return <Hidden role="status">{text}</Hidden>;
}
