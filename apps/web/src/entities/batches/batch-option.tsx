import CheckBoxIcon from '~icons/ic/baseline-check-box';
import CheckBoxOutlineBlankIcon from '~icons/ic/baseline-check-box-outline-blank';
import { Typography } from '@mui/material';
import type { Batch } from '@portal/contracts/dashboard';
import type { CSSProperties } from 'react';
import { formatCount } from '../../lib/format';
import { Row } from '../../ui/layout';
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
    <Row
      id={id}
      role="option"
      aria-selected={ticked}
      aria-posinset={position}
      aria-setsize={total}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      style={style}
      gap={1.25}
      sx={{
        position: 'absolute',
        left: 8,
        right: 8,
        px: 1,
        borderRadius: 1,
        cursor: 'pointer',
        bgcolor: active ? 'action.hover' : 'transparent',
        '&:hover': { bgcolor: 'action.hover' },
      }}
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
      <Typography component="span" variant="body2" noWrap sx={{ flex: 1 }}>
        {batch.name}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {formatCount(batch.total_tasks)}
      </Typography>
    </Row>
  );
}
