import ExpandMoreIcon from '~icons/ic/baseline-expand-more';
import { Box, Button, ButtonBase, Chip, Typography } from '@mui/material';
import type { Batch } from '@portal/contracts/dashboard';
import { Suspense, useId, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../lib/format';
import { FilterHeading } from '../../ui/filter-heading';
import { Row } from '../../ui/layout';
import { isTicked, pickBatch, selectedCount, toggleBatch, type BatchSelection } from './filters';
import { lazyPart } from '../../ui/lazy-part';

interface BatchFilterProps {
  /** Every batch of the project, regardless of filters; undefined while loading. */
  batches: readonly Batch[] | undefined;
  selection: BatchSelection;
  /** Whether the filter is marked as active. */
  marked: boolean;
  onSelect: (selection: BatchSelection) => void;
  onClearAll: () => void;
}

/** It has a list of virtual rows, so it loads when it opens. */
const BatchMenu = lazyPart(async () => (await import('./batch-menu')).BatchMenu);

/** Number of chips before the rest is summarised. */
const SHOWN_CHIPS = 4;
const NO_BATCHES: readonly Batch[] = [];

/** Selects batches, as chips with a searchable menu. */
export function BatchFilter({
  batches: loaded,
  selection,
  marked,
  onSelect,
  onClearAll,
}: BatchFilterProps) {
  const labelId = useId();
  const menuId = useId();
  const field = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const batches = loaded ?? NO_BATCHES;
  const ids = useMemo(() => batches.map((batch) => batch.turing_batch_id), [batches]);
  const chips =
    selection.kind === 'off'
      ? NO_BATCHES
      : batches.filter((batch) => isTicked(selection, batch.turing_batch_id));
  const none = batches.length === 0;
  const toggle = (id: number) => onSelect(toggleBatch(selection, id, ids));

  return (
    <Box role="group" aria-labelledby={labelId} sx={{ minWidth: 0 }}>
      <FilterHeading id={labelId} label="Batches" marked={marked}>
        <Button size="small" disabled={none} onClick={() => onSelect({ kind: 'all' })}>
          Select All
        </Button>
        <Button size="small" disabled={none} onClick={onClearAll}>
          Clear All
        </Button>
      </FilterHeading>
      <Row
        ref={field}
        wrap
        gap={0.75}
        sx={(theme) => ({
          position: 'relative',
          minHeight: 40,
          px: 1,
          py: 0.75,
          pr: 5,
          borderRadius: 1,
          border: `1px solid ${theme.vars.palette.line.strong}`,
          opacity: none ? 0.6 : 1,
          '&:hover': none ? {} : { borderColor: theme.vars.palette.text.secondary },
        })}
      >
        <ButtonBase
          disabled={none}
          onClick={() => setOpen(true)}
          aria-label="Filter by batches"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={open ? menuId : undefined}
          sx={{
            position: 'absolute',
            inset: 0,
            justifyContent: 'flex-end',
            px: 1,
            borderRadius: 1,
          }}
        >
          <ExpandMoreIcon sx={{ color: 'text.secondary' }} />
        </ButtonBase>
        {chips.length === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ px: 0.5, pointerEvents: 'none' }}>
            {loaded === undefined
              ? 'Loading batches...'
              : none
                ? 'No batches available'
                : 'Select batches to filter...'}
          </Typography>
        )}
        {chips.slice(0, SHOWN_CHIPS).map((batch) => (
          <Chip
            key={batch.turing_batch_id}
            size="small"
            label={batch.name}
            onDelete={() => toggle(batch.turing_batch_id)}
            sx={{ maxWidth: 190 }}
          />
        ))}
        {chips.length > SHOWN_CHIPS && (
          <Typography variant="caption" color="textSecondary" sx={{ pointerEvents: 'none' }}>
            +{formatCount(chips.length - SHOWN_CHIPS)} more
          </Typography>
        )}
      </Row>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.75 }}>
        {formatCount(selectedCount(selection, batches.length))} of {formatCount(batches.length)}{' '}
        batches selected
      </Typography>
      <Suspense>
        {open && (
          <BatchMenu
            id={menuId}
            anchor={field}
            batches={batches}
            selection={selection}
            onToggle={toggle}
            onPick={(id) => onSelect(pickBatch(selection, id, ids))}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </Box>
  );
}
