import { Box } from '@mui/material';
import { useEffect, useId, useMemo, useRef, type ReactNode } from 'react';
import { formatPercent } from '../lib/format';
import { numberLinkSx } from '../ui/number-link';
import { StatusDot } from '../ui/status-dot';
import { Doughnut } from './doughnut';
import { useChosenRow } from './use-chosen-row';
import { Columns, Row } from '../ui/layout';

export interface NamedValue {
  readonly key: string;
  readonly label: string;
  /** The value as text, exact. */
  readonly text: string;
  readonly value: number;
  /** Per cent of the whole; null if there is no whole. */
  readonly percentage: number | null;
  /** Any CSS colour. */
  readonly color: string;
}

interface LegendDoughnutProps<Slice extends NamedValue> {
  slices: readonly Slice[];
  /** Accessible description of the chart. */
  label: string;
  /** CSS pixels. */
  size: number;
  /** The text in the middle: of the highlighted slice, or of the whole. */
  renderCenter: (shown: Slice | undefined) => ReactNode;
  /** Opens what a slice counts: a click on it or on its legend, or Enter. */
  onOpen?: ((key: string) => void) | undefined;
}

/**
 * The doughnut with a legend of all figures. Pointing at a slice or its legend, or the arrow keys in
 * the legend, highlight both. For screen readers the legend is a list whose chosen option they read.
 */
export function LegendDoughnut<Slice extends NamedValue>(props: LegendDoughnutProps<Slice>) {
  const { slices, label, size, renderCenter, onOpen } = props;
  const id = useId();
  const legend = useRef<HTMLUListElement>(null);
  const keys = useMemo(() => slices.map(({ key }) => key), [slices]);
  const { active, setChosen, handlers } = useChosenRow(keys, onOpen);
  const shown = active === null ? undefined : slices[active];

  useEffect(() => {
    if (active === null || document.activeElement !== legend.current) return;
    legend.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <Row wrap justify="center" sx={{ columnGap: 3, rowGap: 2, flex: 1 }}>
      <Doughnut
        data={slices}
        size={size}
        label={label}
        highlighted={shown?.key ?? null}
        onHighlight={setChosen}
        onOpen={onOpen}
      >
        {renderCenter(shown)}
      </Doughnut>
      <Box
        component="ul"
        ref={legend}
        role="listbox"
        tabIndex={0}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        {...handlers}
        aria-label={`Legend of ${label}`}
        sx={{
          flex: '1 1 240px',
          minWidth: 0,
          maxWidth: 380,
          // Twelve rows.
          maxHeight: 380,
          overflowY: 'auto',
        }}
      >
        {slices.map(({ key, label: name, text, percentage, color }, index) => (
          <Columns
            key={key}
            component="li"
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerEnter={() => setChosen(key)}
            onPointerLeave={() => setChosen(null)}
            {...(onOpen && { onClick: () => onOpen(key), title: 'Show tasks' })}
            columns={['auto', 1, 'auto', '50px']}
            sx={{
              alignItems: 'center',
              columnGap: 1,
              px: 1,
              py: 0.625,
              borderRadius: 1,
              cursor: onOpen ? 'pointer' : 'default',
              typography: 'body2',
              '&:hover, &[aria-selected=true]': {
                bgcolor: 'surface.sunken',
              },
            }}
          >
            <StatusDot style={{ background: color }} />
            <Box component="span" title={name} sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </Box>
            <Box component="span" sx={{ fontWeight: 600, ...(onOpen && numberLinkSx) }}>
              {text}
            </Box>
            <Box component="span" sx={{ color: 'text.secondary', textAlign: 'right' }}>
              {percentage !== null && formatPercent(percentage)}
            </Box>
          </Columns>
        ))}
      </Box>
    </Row>
  );
}
