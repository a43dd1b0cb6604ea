import type { CustomStat, ParameterValues } from '@portal/contracts/custom-stats';
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
  /** Of the parameters of all statistics of the page. */
  values: ParameterValues;
  /** What the numbers are of by its parameters; empty without a filter. */
  label: string;
  onView: (stat: CustomStat, view: ChartType) => void;
  onRun: (stat: CustomStat) => void;
  onCancel: (stat: CustomStat) => void;
  /** Absent for users who do not manage the statistics. */
  onManage: ((dialog: OpenDialog) => void) | undefined;
  /** What other features show below the result. */
  below: (stat: CustomStat) => ReactNode;
}
