import { styled } from '@mui/material';

interface ChartTooltipProps {
  title: string;
  rows: readonly { key: string; label: string; color: string; text: string }[];
  /** Position of the day or category, in pixels from the left of the chart. */
  anchor: number;
  chartWidth: number;
  /** Pixels. */
  width?: number;
}

const WIDTH = 176;

/** The values of one day or category. Hidden from screen readers, which read them from the slider. */
export function ChartTooltip({
  title,
  rows,
  anchor,
  chartWidth,
  width = WIDTH,
}: ChartTooltipProps) {
  return (
    <Panel
      aria-hidden
      style={{ left: placeTooltip({ anchor, chartWidth, tooltipWidth: width }), width }}
    >
      <strong>{title}</strong>
      {rows.map((row) => (
        <Row key={row.key}>
          <Dot style={{ background: row.color }} />
          <span>{row.label}</span>
          <b>{row.text}</b>
        </Row>
      ))}
    </Panel>
  );
}

const Panel = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 8,
  boxSizing: 'border-box',
  padding: '10px 12px',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line.strong}`,
  background: theme.vars.palette.surface.raised,
  boxShadow: '0 10px 28px rgb(0 0 0 / 0.22)',
  fontSize: '0.78rem',
  lineHeight: 1.6,
  pointerEvents: 'none',
  zIndex: 1,
  overflowWrap: 'anywhere',
}));

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  color: theme.vars.palette.text.secondary,
  '& b': {
    marginLeft: 'auto',
    textAlign: 'right',
    fontWeight: 600,
    color: theme.vars.palette.text.primary,
  },
}));

const Dot = styled('span')({ width: 8, height: 8, borderRadius: 3, flexShrink: 0 });

interface Placement {
  /** Position of the pointed-at item, in pixels from the left of the chart. */
  readonly anchor: number;
  readonly chartWidth: number;
  readonly tooltipWidth: number;
}

const GAP = 12;

/** Left edge of a tooltip beside its anchor, on the side with room, never outside the chart. */
export function placeTooltip({ anchor, chartWidth, tooltipWidth }: Placement): number {
  const right = anchor + GAP;
  const left = right + tooltipWidth <= chartWidth ? right : anchor - GAP - tooltipWidth;
  return Math.max(0, Math.min(left, chartWidth - tooltipWidth));
}
