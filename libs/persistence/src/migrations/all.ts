import { Baseline1800000000045 } from './0043-baseline.js';
import { TransactionsOfSlots1800000000046 } from './0044-transactions-of-slots.js';
import { IndexesOfSlots1800000000047 } from './0045-indexes-of-slots.js';
import { SlotsOfLargeChanges1800000000048 } from './0046-slots-of-large-changes.js';
import { Code1800000000049 } from './0047-code.js';
import { ProjectsOfHistory1800000000050 } from './0048-projects-of-history.js';
import { RefreshesAgain1800000000051 } from './0049-refreshes-again.js';
import { GoogleAccounts1800000000052 } from './0050-google-accounts.js';
import { GrantsOfKeys1800000000053 } from './0051-grants-of-keys.js';
import { FileFormats1800000000054 } from './0052-file-formats.js';
import { TargetsThatRepeat1800000000055 } from './0053-targets-that-repeat.js';
import { SampleProject1800000000056 } from './0054-sample-project.js';
import { TaskFeedback1800000000057 } from './0055-task-feedback.js';
import { ReviewClaims1800000000058 } from './0056-review-claims.js';
import { ReviewReasons1800000000059 } from './0057-review-reasons.js';
import { ImportConflicts1800000000060 } from './0058-import-conflicts.js';
import { UseCounts1800000000061 } from './0059-use-counts.js';
import { Notifications1800000000062 } from './0060-notifications.js';
import { NotificationChannels1800000000063 } from './0061-notification-channels.js';
import { TaskRounds1800000000064 } from './0062-task-rounds.js';
import { RoundsOfMeanwhile1800000000065 } from './0063-rounds-of-meanwhile.js';
import { Webhooks1800000000066 } from './0064-webhooks.js';
import { Alerts1800000000068 } from './0066-alerts.js';
import { ReasonsOfReviews1800000000070 } from './0068-reasons-of-reviews.js';
import { Digests1800000000071 } from './0069-digests.js';
import { SlackChannelsOfAlerts1800000000072 } from './0070-slack-channels-of-alerts.js';
import { WaitingTasks1800000000073 } from './0071-waiting-tasks.js';
import { ParametersOfAlerts1800000000074 } from './0072-parameters-of-alerts.js';
import { Appeals1800000000076 } from './0074-appeals.js';
import { WhatRoundsAwait1800000000077 } from './0075-what-rounds-await.js';
import { FillWhatRoundsAwait1800000000078 } from './0076-fill-what-rounds-await.js';
import { AwaitsOfMeanwhile1800000000079 } from './0077-awaits-of-meanwhile.js';
import { ModelsOfCells1800000000080 } from './0078-models-of-cells.js';
import { FailingStatistics1800000000081 } from './0079-failing-statistics.js';
import { ReadReviews1800000000082 } from './0080-read-reviews.js';
import { IssueFields1800000000083 } from './0081-issue-fields.js';

/** Every migration, by number. */
export const MIGRATIONS = [
  Baseline1800000000045,
  TransactionsOfSlots1800000000046,
  IndexesOfSlots1800000000047,
  SlotsOfLargeChanges1800000000048,
  Code1800000000049,
  ProjectsOfHistory1800000000050,
  RefreshesAgain1800000000051,
  GoogleAccounts1800000000052,
  GrantsOfKeys1800000000053,
  FileFormats1800000000054,
  TargetsThatRepeat1800000000055,
  SampleProject1800000000056,
  TaskFeedback1800000000057,
  ReviewClaims1800000000058,
  ReviewReasons1800000000059,
  ImportConflicts1800000000060,
  UseCounts1800000000061,
  Notifications1800000000062,
  NotificationChannels1800000000063,
  TaskRounds1800000000064,
  RoundsOfMeanwhile1800000000065,
  Webhooks1800000000066,
  Alerts1800000000068,
  ReasonsOfReviews1800000000070,
  Digests1800000000071,
  SlackChannelsOfAlerts1800000000072,
  WaitingTasks1800000000073,
  ParametersOfAlerts1800000000074,
  Appeals1800000000076,
  WhatRoundsAwait1800000000077,
  FillWhatRoundsAwait1800000000078,
  AwaitsOfMeanwhile1800000000079,
  ModelsOfCells1800000000080,
  FailingStatistics1800000000081,
  ReadReviews1800000000082,
  IssueFields1800000000083,
];
