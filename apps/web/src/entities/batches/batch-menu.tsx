import SearchIcon from '~icons/ic/baseline-search';
import { Box, InputAdornment, OutlinedInput, Popover, Typography } from '@mui/material';
import type { Batch } from '@portal/contracts/dashboard';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useState, type KeyboardEvent, type RefObject } from 'react';
import { arrangeBatches } from './batch-order';
import { BatchOption } from './batch-option';
import { isTicked, type BatchSelection } from './filters';

interface BatchMenuProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  batches: readonly Batch[];
  selection: BatchSelection;
  /** Ticks or unticks one batch. */
  onToggle: (id: number) => void;
  /** The same, but begins a filter with this batch alone while all are ticked. */
  onPick: (id: number) => void;
  onClose: () => void;
}

const MAX_HEIGHT = 400;
const OPTION_HEIGHT = 38;
const PAGE = 8;

/**
 * The menu of the batch filter: a search box over a virtual list, fast with hundreds of batches.
 */
export function BatchMenu({
  id,
  anchor,
  batches,
  selection,
  onToggle,
  onPick,
  onClose,
}: BatchMenuProps) {
  const listId = useId();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const [list, setList] = useState<HTMLElement | null>(null);
  const found = useMemo(() => arrangeBatches(batches, 'newest', search), [batches, search]);
  const options = useVirtualizer({
    count: found.length,
    getScrollElement: () => list,
    estimateSize: () => OPTION_HEIGHT,
    initialRect: { width: 0, height: MAX_HEIGHT },
    overscan: 6,
  });

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(found.length - 1, index));
    setActive(next);
    options.scrollToIndex(next);
  };
  const onKey = (event: KeyboardEvent) => {
    const target = indexAfterKey(event.key, active, found.length);
    if (target !== undefined) moveTo(target);
    else if (event.key === 'Enter') {
      const chosen = found[active];
      if (chosen) (event.shiftKey ? onToggle : onPick)(chosen.turing_batch_id);
    } else return;
    event.preventDefault();
  };

  return (
    <Popover
      open
      anchorEl={() => anchor.current ?? document.body}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      onClose={onClose}
      slotProps={{
        paper: {
          id,
          role: 'dialog',
          'aria-label': 'Batches',
          sx: {
            display: 'flex',
            flexDirection: 'column',
            width: anchor.current?.offsetWidth ?? 'auto',
            minWidth: 280,
            maxHeight: MAX_HEIGHT,
            mt: 0.5,
          },
        },
      }}
    >
      <OutlinedInput
        inputRef={focusAtOpening}
        size="small"
        placeholder="Search batches"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKey}
        startAdornment={
          <InputAdornment position="start">
            <SearchIcon fontSize="small" />
          </InputAdornment>
        }
        inputProps={{
          role: 'combobox',
          'aria-label': 'Search batches',
          'aria-expanded': true,
          'aria-controls': listId,
          'aria-activedescendant': found[active] && optionId(listId, active),
        }}
        sx={{ m: 1, flexShrink: 0 }}
      />
      <Box ref={setList} sx={{ overflowY: 'auto', pb: 1, minHeight: 0 }}>
        {found.length === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ px: 2, py: 1.5 }}>
            No batch matches
          </Typography>
        )}
        <Box
          id={listId}
          role="listbox"
          aria-label="Batches"
          aria-multiselectable
          sx={{ position: 'relative', height: options.getTotalSize() }}
        >
          {options.getVirtualItems().map(({ index, start }) => {
            const batch = found[index];
            return (
              batch && (
                <BatchOption
                  key={batch.turing_batch_id}
                  id={optionId(listId, index)}
                  batch={batch}
                  position={index + 1}
                  total={found.length}
                  ticked={isTicked(selection, batch.turing_batch_id)}
                  active={index === active}
                  style={{ top: start, height: OPTION_HEIGHT }}
                  onToggle={() => {
                    setActive(index);
                    onToggle(batch.turing_batch_id);
                  }}
                  onPick={() => {
                    setActive(index);
                    onPick(batch.turing_batch_id);
                  }}
                />
              )
            );
          })}
        </Box>
      </Box>
    </Popover>
  );
}

/** The user opens the menu to search: focuses the search box. */
function focusAtOpening(input: HTMLInputElement | null): void {
  input?.focus();
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** The index that a key selects; undefined for other keys. */
function indexAfterKey(key: string, active: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active - 1;
    case 'PageDown':
      return active + PAGE;
    case 'PageUp':
      return active - PAGE;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
