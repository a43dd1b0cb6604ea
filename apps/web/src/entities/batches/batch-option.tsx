import CheckBoxIcon from '~icons/ic/baseline-check-box';
import CheckBoxOutlineBlankIcon from '~icons/ic/baseline-check-box-outline-blank';
import { Box } from '@mui/material';
import type { Batch } from '@portal/contracts/dashboard';
import type { CSSProperties } from 'react';
import { formatCount } from '../../lib/format';
import { batchStatusColor } from './batch-status-color';
import { StatusDot } from '../../ui/status-dot';

interface BatchOptionProps {
  id: string;
  batch: Batch;
  /** Position in the whole list, from 1; only a part of the list is rendered. */
  position: number;
  total: number;
  ticked: boolean;
  /** Whether the keyboard focus is here. */
  active: boolean;
  style: CSSProperties;
  onToggle: () => void;
  onPick: () => void;
}

/** One batch in the menu of the batch filter. The focus stays in the search box. */
export function BatchOption({
  id,
  batch,
  position,
  total,
  ticked,
  active,
  style,
  onToggle,
  onPick,
}: BatchOptionProps) {
  const Tick = ticked ? CheckBoxIcon : CheckBoxOutlineBlankIcon;
  return (
    <Box
      id={id}
      role="option"
      aria-selected={ticked}
      aria-posinset={position}
      aria-setsize={total}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      style={style}
      sx={(theme) => ({
        position: 'absolute',
        left: 8,
        right: 8,
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        px: 1,
        borderRadius: 1,
        cursor: 'pointer',
        typography: 'body2',
        backgroundColor: active ? theme.vars.palette.action.hover : 'transparent',
        '&:hover': { backgroundColor: theme.vars.palette.action.hover },
      })}
    >
      <Tick
        onClick={(event) => {
          event.stopPropagation();
          onToggle();
        }}
        data-testid="tick"
        sx={{ fontSize: 19, color: ticked ? 'primary.main' : 'text.disabled' }}
      />
      <StatusDot style={{ background: batchStatusColor(batch.status) }} />
      <Box
        component="span"
        sx={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {batch.name}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', typography: 'caption' }}>
        {formatCount(batch.total_tasks)}
      </Box>
    </Box>
  );
}
