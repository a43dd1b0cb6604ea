import { Box, Typography } from '@mui/material';
import type { ModelStats } from '@portal/contracts/dashboard';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { Columns } from '../../ui/layout';

interface FiguresProps {
  model: ModelStats;
  /** Name of the model. */
  title: string;
}

/** The numbers of a model; each opens its tasks. */
export function Figures({ model, title }: FiguresProps) {
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
      {figures.map(([number, name, count]) => (
        <Box key={name} sx={{ minWidth: 0 }}>
          <Typography variant="caption" component="dt" color="textSecondary" noWrap>
            {name}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontWeight: 650, fontSize: '1.0625rem' }}>
            <TaskCount
              of={{ number, target_model: model.target_model ?? '' }}
              name={`${name}, ${title}`}
              count={count}
            />
          </Typography>
        </Box>
      ))}
    </Columns>
  );
}
