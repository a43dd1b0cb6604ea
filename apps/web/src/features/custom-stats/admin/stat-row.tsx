import { useSortable } from '@dnd-kit/sortable';
import CopyIcon from '~icons/ic/outline-content-copy';
import DeleteIcon from '~icons/ic/outline-delete';
import DragIcon from '~icons/ic/baseline-drag-indicator';
import EditIcon from '~icons/ic/outline-edit';
import {
  Box,
  IconButton,
  ListItem,
  type SvgIcon,
  Switch,
  Tooltip,
  Typography,
} from '@mui/material';
import type { CustomStat } from '@portal/contracts/custom-stats';
import { HistoryButton } from '../../../lists/list/history-button';
import { chartTypeLabel } from '../editor/labels';
import { LeadsChip } from '../leads-chip';
import type { OpenDialog } from '../stat-dialogs';
import { Row } from '../../../ui/layout';

interface StatRowProps {
  stat: CustomStat;
  onOpen: (dialog: OpenDialog) => void;
  onActivate: (active: boolean) => void;
}

/** One statistic with its handle, its switch and its actions. */
export function StatRow({ stat, onOpen, onActivate }: StatRowProps) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: stat.id });
  return (
    <ListItem
      ref={setNodeRef}
      divider
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition,
      }}
      sx={(theme) => ({
        display: 'flex',
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        columnGap: 1,
        '&:last-of-type': { borderBottom: 0 },
        py: 1.25,
        px: { xs: 1, sm: 2 },
        bgcolor: 'background.paper',
        position: 'relative',
        zIndex: isDragging ? 1 : 0,
        boxShadow: isDragging ? theme.shadows[8] : 'none',
        '@media (prefers-reduced-motion: reduce)': { transition: 'none !important' },
      })}
    >
      <IconButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Move ${stat.name}`}
        size="small"
        sx={{ cursor: isDragging ? 'grabbing' : 'grab', touchAction: 'none' }}
      >
        <DragIcon fontSize="small" />
      </IconButton>
      <Box
        sx={{
          flex: { xs: '1 0 calc(100% - 48px)', sm: 1 },
          minWidth: 0,
          opacity: stat.is_active ? 1 : 0.65,
        }}
      >
        <Row wrap sx={{ columnGap: 1 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{stat.name}</Typography>
          {stat.audience === 'leads' && <LeadsChip />}
        </Row>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {[stat.description, stat.supported_chart_types.map(chartTypeLabel).join(', ')]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      <Row gap={0.5} sx={{ ml: 'auto' }}>
        <Tooltip title={stat.is_active ? 'Active' : 'Inactive'}>
          <Switch
            checked={stat.is_active}
            onChange={(_event, active) => onActivate(active)}
            slotProps={{ input: { 'aria-label': `${stat.name} is active` } }}
          />
        </Tooltip>
        <RowAction
          label={`Edit ${stat.name}`}
          icon={EditIcon}
          run={() => onOpen({ kind: 'edit', stat })}
        />
        <RowAction
          label={`Duplicate ${stat.name}`}
          icon={CopyIcon}
          run={() => onOpen({ kind: 'create', copyOf: stat })}
        />
        <HistoryButton entity="custom_stat" id={String(stat.id)} name={stat.name} />
        <RowAction
          label={`Delete ${stat.name}`}
          icon={DeleteIcon}
          run={() => onOpen({ kind: 'delete', stat })}
        />
      </Row>
    </ListItem>
  );
}

interface RowActionProps {
  label: string;
  icon: typeof SvgIcon;
  run: () => void;
}

function RowAction({ label, icon: Icon, run }: RowActionProps) {
  return (
    <Tooltip title={label.split(' ')[0]}>
      <IconButton aria-label={label} size="small" onClick={run}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
