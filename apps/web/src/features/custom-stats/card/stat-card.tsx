import { Box, Chip, LinearProgress, Typography } from '@mui/material';
import { memo, useState } from 'react';
import { SectionCard } from '../../../ui/section-card';
import { VanishingButton } from '../../../ui/vanishing-button';
import { LeadsChip } from '../leads-chip';
import { cardColumns } from '../stats-grid';
import { CardActions } from './card-actions';
import type { StatCardProps } from './card-props';
import { StatBody } from './stat-body';
import { formatDuration } from '../../../lib/format';
import { browserNow, useNow } from '../../../lib/use-now';
import { Row } from '../../../ui/layout';

/** One statistic with its result. */
export const StatCard = memo(function StatCard(props: StatCardProps) {
  const { stat, state, view, label, onCancel, below } = props;
  return (
    <SectionCard
      title={stat.name}
      detail={
        <Row component="span" gap={1}>
          {stat.audience === 'leads' && <LeadsChip />}
          {label !== '' && <Chip label={label} size="small" />}
          {!stat.is_active && <Chip label="Inactive" size="small" />}
          {stat.description}
        </Row>
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
      {below(stat)}
      {state.running && state.outcome && <Updating onCancel={() => onCancel(stat)} />}
    </SectionCard>
  );
});

/** A shorter update shows nothing, so that frequent ones do not flicker. */
const QUIET_MS = 1_000;

/** A result runs again while the last one is shown. Over the corner of the card, so that nothing moves. */
function Updating({ onCancel }: { onCancel: () => void }) {
  const [startedAt] = useState(browserNow);
  const elapsed = useNow(1_000) - startedAt;
  if (elapsed < QUIET_MS) return null;
  return (
    <>
      <Row
        gap={1}
        sx={{
          position: 'absolute',
          right: 12,
          bottom: 6,
          pl: 1,
          borderRadius: 1,
          bgcolor: 'background.paper',
        }}
      >
        <Typography variant="caption" color="textSecondary">
          Updating · {formatDuration(elapsed / 1000)}
        </Typography>
        <VanishingButton size="small" onClick={onCancel}>
          Cancel
        </VanishingButton>
      </Row>
      <Box sx={{ position: 'absolute', left: 0, right: 0, bottom: 0 }}>
        <LinearProgress aria-label="Updating" sx={{ height: 2, borderRadius: 0 }} />
      </Box>
    </>
  );
}
