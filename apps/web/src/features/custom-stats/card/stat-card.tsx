import Chip from '@mui/material/Chip';
import Box from '@mui/material/Box';
import { memo } from 'react';
import { SectionCard } from '../../../ui/section-card';
import { LeadsChip } from '../leads-chip';
import { cardColumns } from '../stats-grid';
import { CardActions } from './card-actions';
import type { StatCardProps } from './card-props';
import { StatBody } from './stat-body';
import { Updating } from './updating';

/** One statistic with its result. */
export const StatCard = memo(function StatCard(props: StatCardProps) {
  const { stat, state, view, onCancel } = props;
  return (
    <SectionCard
      title={stat.name}
      detail={
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {stat.audience === 'leads' && <LeadsChip />}
          {!stat.is_active && <Chip label="Inactive" size="small" />}
          {stat.description}
        </Box>
      }
      actions={<CardActions {...props} />}
      sx={{
        ...cardColumns(stat.default_chart_type),
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        minHeight: 200,
        overflowWrap: 'anywhere',
      }}
    >
      <StatBody {...props} view={view} />
      {state.running && state.outcome && <Updating onCancel={() => onCancel(stat)} />}
    </SectionCard>
  );
});
