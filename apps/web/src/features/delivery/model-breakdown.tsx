import CategoryIcon from '~icons/ic/outline-category';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ModelStats } from '@portal/contracts/dashboard';
import type { DeliveryMetric } from '@portal/contracts/delivery-tasks';
import { MessagePanel } from '../../ui/message-panel';
import { ModelCard } from './model-card';

interface ModelBreakdownProps {
  models: readonly ModelStats[];
  /** Names of the models that are shown as a doughnut; '' for no model. */
  doughnuts: readonly string[];
  onDoughnuts: (models: readonly string[]) => void;
  /** Shows the tasks of a number of a model; absent if the user may not see them. */
  onTasks: ((metric: DeliveryMetric, model: string) => void) | undefined;
}

/** One card per target model. */
export function ModelBreakdown({ models, doughnuts, onDoughnuts, onTasks }: ModelBreakdownProps) {
  return (
    <Box component="section" aria-label="Model-wise Breakdown" sx={{ mt: 3 }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        Model-wise Breakdown
      </Typography>
      {models.every((model) => model.target_model === null) ? (
        <Card>
          <MessagePanel
            icon={CategoryIcon}
            title="No Model Data Available"
            detail="No task with these filters has a model."
          />
        </Card>
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          {models.map((model) => {
            const name = model.target_model ?? '';
            const others = doughnuts.filter((other) => other !== name);
            return (
              <ModelCard
                key={name}
                model={model}
                view={doughnuts.includes(name) ? 'doughnut' : 'table'}
                onView={(view) => onDoughnuts(view === 'doughnut' ? [...others, name] : others)}
                onTasks={onTasks && ((metric) => onTasks(metric, name))}
              />
            );
          })}
        </Box>
      )}
    </Box>
  );
}
