import type { CustomStat } from '@portal/contracts/custom-stats';
import type { ReactNode } from 'react';
import type { RunState } from '../run-api';
import type { OpenDialog } from '../stat-dialogs';
import type { ChartType } from '../use-views';

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
  /** What other features show below the result. */
  below: (stat: CustomStat) => ReactNode;
}
