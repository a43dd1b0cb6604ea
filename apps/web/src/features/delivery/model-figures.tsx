import { Box, ButtonBase, Tooltip, Typography } from '@mui/material';
import type { ModelStats } from '@portal/contracts/dashboard';
import type { DeliveryMetric } from '@portal/contracts/delivery-tasks';
import { formatCount } from '../../lib/format';
import { Columns } from '../../ui/layout';

interface FiguresProps {
  model: ModelStats;
  /** Name of the model. */
  title: string;
  /** Shows the tasks of a number; absent if the user may not see them. */
  onTasks: ((metric: DeliveryMetric) => void) | undefined;
}

/** The numbers of a model; each opens its tasks. */
export function Figures({ model, title, onTasks }: FiguresProps) {
  const figures = [
    ['delivered', 'Delivered', model.total_delivered],
    ['ready', 'Ready', model.ready_for_delivery],
    ['reviewed', 'Reviewed', model.reviewed_count],
    ['rework', 'Rework', model.rework_count],
  ] as const;
  return (
    <Columns
      component="dl"
      columns={4}
      gap={1}
      sx={(theme) => ({
        m: 0,
        mb: 2,
        p: 1.5,
        borderRadius: 2,
        backgroundColor: theme.vars.palette.surface.sunken,
      })}
    >
      {figures.map(([metric, name, count]) => (
        <Box key={name} sx={{ minWidth: 0 }}>
          <Typography variant="caption" component="dt" color="textSecondary" noWrap>
            {name}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontWeight: 650, fontSize: '1.0625rem' }}>
            {onTasks && count > 0 ? (
              <Tooltip title="Show tasks">
                <ButtonBase
                  aria-label={`Show tasks: ${name}, ${title}, ${formatCount(count)}`}
                  onClick={() => onTasks(metric)}
                  sx={figureSx}
                >
                  {formatCount(count)}
                </ButtonBase>
              </Tooltip>
            ) : (
              formatCount(count)
            )}
          </Typography>
        </Box>
      ))}
    </Columns>
  );
}

const figureSx = {
  font: 'inherit',
  color: 'primary.main',
  borderRadius: 0.5,
  textDecoration: 'underline',
  textDecorationThickness: 1,
  textUnderlineOffset: 3,
  '&:hover': { textDecorationThickness: 2 },
} as const;
