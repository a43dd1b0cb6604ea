import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Box from '@mui/material/Box';
import { memo, useId } from 'react';
import { CardHeader } from '../../../ui/card-header';
import { cardSpan } from '../stats-grid';
import { CardActions } from './card-actions';
import type { StatCardProps } from './card-props';
import { StatBody } from './stat-body';
import { Updating } from './updating';

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
