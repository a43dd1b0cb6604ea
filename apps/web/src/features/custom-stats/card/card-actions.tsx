import BarChartIcon from '~icons/ic/baseline-bar-chart';
import DeleteIcon from '~icons/ic/outline-delete';
import DonutLargeIcon from '~icons/ic/baseline-donut-large';
import EditIcon from '~icons/ic/outline-edit';
import MoreIcon from '~icons/ic/baseline-more-vert';
import PlayIcon from '~icons/ic/baseline-play-arrow';
import ShowChartIcon from '~icons/ic/baseline-show-chart';
import TableRowsIcon from '~icons/ic/outline-table-rows';
import { Button, IconButton, ListItemIcon, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import DownloadIcon from '~icons/ic/outline-file-download';
import type { CustomStat, ExportQuery, ParameterValues } from '@portal/contracts/custom-stats';
import { ViewToggle } from '../../../ui/view-toggle';
import type { StatCardProps } from './card-props';
import { formatBytes } from '../../../lib/format';
import { useDownload } from '../../../session/use-download';
import { Row } from '../../../ui/layout';

const VIEWS = [
  { value: 'table', label: 'Table', icon: TableRowsIcon },
  { value: 'bar', label: 'Bar chart', icon: BarChartIcon },
  { value: 'line', label: 'Line chart', icon: ShowChartIcon },
  { value: 'doughnut', label: 'Doughnut chart', icon: DonutLargeIcon },
] as const;

/** Views, downloads and the menu of a card. */
export function CardActions(props: StatCardProps) {
  const { stat, state, view, values, onView } = props;
  const views = VIEWS.filter(({ value }) => stat.supported_chart_types.includes(value));
  const hasRows = state.outcome?.error === null && state.outcome.row_count > 0;
  return (
    <Row wrap gap={0.5} sx={{ ml: 'auto' }}>
      {view === 'table' && hasRows && (
        <>
          <DownloadButton stat={stat} values={values} format="csv" />
          <DownloadButton stat={stat} values={values} format="json" />
        </>
      )}
      {views.length > 1 && (
        <ViewToggle
          label={`View of ${stat.name}`}
          value={view}
          views={views}
          onChange={(value) => onView(stat, value)}
        />
      )}
      <CardMenu {...props} />
    </Row>
  );
}

function CardMenu({ stat, state, onRun, onManage }: StatCardProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (act: () => void) => () => {
    setAnchor(null);
    act();
  };
  return (
    <>
      <IconButton
        aria-label={`Actions for ${stat.name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ mr: -1 }}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem disabled={state.running} onClick={choose(() => onRun(stat))}>
          <ListItemIcon>
            <PlayIcon fontSize="small" />
          </ListItemIcon>
          Run
        </MenuItem>
        {onManage && (
          <MenuItem onClick={choose(() => onManage({ kind: 'edit', stat }))}>
            <ListItemIcon>
              <EditIcon fontSize="small" />
            </ListItemIcon>
            Edit
          </MenuItem>
        )}
        {onManage && (
          <MenuItem onClick={choose(() => onManage({ kind: 'delete', stat }))}>
            <ListItemIcon>
              <DeleteIcon fontSize="small" />
            </ListItemIcon>
            Delete
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

interface DownloadButtonProps {
  stat: CustomStat;
  values: ParameterValues;
  format: ExportQuery['format'];
}

const ACCEPT = { csv: 'text/csv', json: 'application/json' } as const;

/** Downloads all rows of a statistic, also those that a card does not show. */
function DownloadButton({ stat, values, format }: DownloadButtonProps) {
  const name = format.toUpperCase();
  const { start, isPending, received } = useDownload({
    path: `/projects/${stat.project_id}/custom-stats/${stat.id}/export`,
    query: { format, ...values },
    accept: ACCEPT[format],
    fileName: `${stat.name.replaceAll(/[^a-z0-9]/gi, '_')}.${format}`,
    failed: 'Failed to execute query',
  });
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<DownloadIcon />}
      aria-label={`Download ${name} of ${stat.name}`}
      disabled={isPending}
      onClick={start}
    >
      {isPending ? formatBytes(received) : name}
    </Button>
  );
}
