import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Box from '@mui/material/Box';
import type { CustomStat } from '@portal/contracts/custom-stats';
import { memo, useId } from 'react';
import { CardHeader } from '../../../ui/card-header';
import type { RunState } from '../requests/results';
import type { OpenDialog } from '../stat-dialogs';
import { cardSpan } from '../stats-grid';
import type { ChartType } from '../use-views';
import { CardActions } from './card-actions';
import { StatBody } from './stat-body';
import { Updating } from './updating';

export interface StatCardProps {
  stat: CustomStat;
  state: RunState;
  /** The user cancelled its run; it does not update. */
  paused: boolean;
  view: ChartType;
  onView: (stat: CustomStat, view: ChartType) => void;
  onRun: (stat: CustomStat) => void;
  onCancel: (stat: CustomStat) => void;
  /** Absent for users who do not manage the statistics. */
  onManage: ((dialog: OpenDialog) => void) | undefined;
}

/** One statistic with its result. */
export const StatCard = memo(function StatCard(props: StatCardProps) {
  const { stat, state, view, onCancel } = props;
  const titleId = useId();
  return (
    <Card
      component="section"
      aria-labelledby={titleId}
      sx={{
        gridColumn: cardSpan(stat.default_chart_type),
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
        minHeight: 200,
        p: 2.5,
        overflowWrap: 'anywhere',
      }}
    >
      <CardHeader
        title={stat.name}
        titleId={titleId}
        detail={
          <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            {!stat.is_active && <Chip label="Inactive" size="small" />}
            {stat.description}
          </Box>
        }
        actions={<CardActions {...props} />}
      />
      <StatBody {...props} view={view} />
      {state.running && state.outcome && <Updating onCancel={() => onCancel(stat)} />}
    </Card>
  );
});
