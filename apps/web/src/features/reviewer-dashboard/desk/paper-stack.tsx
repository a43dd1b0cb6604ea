import { memo } from 'react';
import { LANDING_MS, RISE, SHEET, STAGGER_MS } from './scene';
import { MAX_SHEETS, posesOf } from './sheets';

interface PaperStackProps {
  kind: 'pending' | 'done';
  /** Middle of the lowest sheet in the scene. */
  x: number;
  y: number;
  sheets: number;
  /** New sheets from this one on appear as they land; undefined if none travels. */
  landingFrom?: number | undefined;
}

/**
 * A stack of paper on the desk. All sheets always exist and only change their opacity, so that an
 * update neither adds nor removes nodes.
 */
export const PaperStack = memo(function PaperStack({
  kind,
  x,
  y,
  sheets,
  landingFrom,
}: PaperStackProps) {
  const delay = (index: number) =>
    landingFrom === undefined || index < landingFrom
      ? 0
      : LANDING_MS + (index - landingFrom) * STAGGER_MS;
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse cx={6} cy={14} rx={156} ry={78} fill="url(#desk-shadow)" />
      <g
        className="desk-slot"
        style={{ opacity: sheets === 0 ? 1 : 0, transitionDelay: `${delay(0)}ms` }}
        transform={SHEET.projection}
      >
        <rect {...SHEET.outline} className="desk-tray" />
      </g>
      {POSES[kind].map((pose, index) => (
        <g
          key={index}
          className="desk-slot"
          style={{ opacity: index < sheets ? 1 : 0, transitionDelay: `${delay(index)}ms` }}
          transform={`translate(${pose.x} ${-index * RISE})`}
        >
          <Sheet kind={kind} tilt={pose.tilt} />
        </g>
      ))}
    </g>
  );
});

const POSES = { pending: posesOf(1), done: posesOf(1 + MAX_SHEETS) };

interface SheetProps {
  kind: 'pending' | 'done';
  /** Degrees. */
  tilt: number;
}

/** One sheet as seen from above the desk, with its lower edge. */
export const Sheet = memo(function Sheet({ kind, tilt }: SheetProps) {
  return (
    <>
      <g transform={`translate(0 2.6) ${SHEET.projection} rotate(${tilt})`}>
        <rect {...SHEET.outline} className="desk-edge" />
      </g>
      <g transform={`${SHEET.projection} rotate(${tilt})`}>
        <rect {...SHEET.outline} className="desk-paper" />
        <path d={SHEET.lines} className="desk-lines" />
        <rect {...SHEET.label} className={`desk-label-${kind}`} />
        {kind === 'done' && <path d={SHEET.check} className="desk-check" />}
      </g>
    </>
  );
});
