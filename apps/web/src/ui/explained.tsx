import { styled, Tooltip } from '@mui/material';

interface ExplainedProps {
  text: string;
  /** What the text counts or means here. */
  meaning: string | undefined;
}

/** A text whose meaning on this page is shown on hover, focus and touch. */
export function Explained({ text, meaning }: ExplainedProps) {
  if (meaning === undefined) return text;
  return (
    <Tooltip title={meaning} describeChild enterTouchDelay={0} leaveTouchDelay={6_000}>
      <Term tabIndex={0}>{text}</Term>
    </Tooltip>
  );
}

const Term = styled('span')({
  cursor: 'help',
  borderRadius: 2,
  textDecoration: 'underline dotted',
  textDecorationColor: 'var(--portal-palette-text-disabled)',
  textUnderlineOffset: '0.2em',
});
