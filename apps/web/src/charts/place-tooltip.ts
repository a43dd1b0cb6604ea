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
