import { Baseline1800000000003 } from './0001-baseline.js';
import { Epoch1800000000004 } from './0002-epoch.js';
import { AudienceOfStatistics1800000000006 } from './0004-audience-of-statistics.js';
import { Housekeeping1800000000014 } from './0012-housekeeping.js';
import { AnnouncedRecords1800000000020 } from './0018-announced-records.js';
import { WaitingImports1800000000021 } from './0019-waiting-imports.js';
import { NamesOfPermissions1800000000022 } from './0020-names-of-permissions.js';
import { RecordsOfManyTasks1800000000023 } from './0021-records-of-many-tasks.js';
import { NextExtremes1800000000024 } from './0022-next-extremes.js';
import { TaskHistory1800000000025 } from './0023-task-history.js';
import { IndexOfChanges1800000000026 } from './0024-index-of-changes.js';
import { TaskFilesAsCsv1800000000029 } from './0027-task-files-as-csv.js';
import { MovedImports1800000000030 } from './0028-moved-imports.js';
import { IdempotencyKeys1800000000031 } from './0029-idempotency-keys.js';
import { ImportRules1800000000033 } from './0031-import-rules.js';
import { MergesByProject1800000000036 } from './0034-merges-by-project.js';
import { Watching1800000000037 } from './0035-watching.js';
import { KeptFiles1800000000038 } from './0036-kept-files.js';
import { AnonymisedUsers1800000000039 } from './0037-anonymised-users.js';
import { ArchivedProjects1800000000040 } from './0038-archived-projects.js';
import { ProjectsOfImports1800000000041 } from './0039-projects-of-imports.js';
import { WaitsOfEdits1800000000042 } from './0040-waits-of-edits.js';
import { Sessions1800000000044 } from './0042-sessions.js';
import { StartsOfImports1800000000045 } from './0043-starts-of-imports.js';
import { TransactionsOfSlots1800000000046 } from './0044-transactions-of-slots.js';
import { IndexesOfSlots1800000000047 } from './0045-indexes-of-slots.js';
import { SlotsOfLargeChanges1800000000048 } from './0046-slots-of-large-changes.js';
import { ExtremesInOneStatement1800000000049 } from './0047-extremes-in-one-statement.js';
import { ProjectsOfHistory1800000000050 } from './0048-projects-of-history.js';
import { RefreshesAgain1800000000051 } from './0049-refreshes-again.js';
import { GoogleAccounts1800000000052 } from './0050-google-accounts.js';

/** Every migration, by number. */
export const MIGRATIONS = [
  Baseline1800000000003,
  Epoch1800000000004,
  AudienceOfStatistics1800000000006,
  Housekeeping1800000000014,
  AnnouncedRecords1800000000020,
  WaitingImports1800000000021,
  NamesOfPermissions1800000000022,
  RecordsOfManyTasks1800000000023,
  NextExtremes1800000000024,
  TaskHistory1800000000025,
  IndexOfChanges1800000000026,
  TaskFilesAsCsv1800000000029,
  MovedImports1800000000030,
  IdempotencyKeys1800000000031,
  ImportRules1800000000033,
  MergesByProject1800000000036,
  Watching1800000000037,
  KeptFiles1800000000038,
  AnonymisedUsers1800000000039,
  ArchivedProjects1800000000040,
  ProjectsOfImports1800000000041,
  WaitsOfEdits1800000000042,
  Sessions1800000000044,
  StartsOfImports1800000000045,
  TransactionsOfSlots1800000000046,
  IndexesOfSlots1800000000047,
  SlotsOfLargeChanges1800000000048,
  ExtremesInOneStatement1800000000049,
  ProjectsOfHistory1800000000050,
  RefreshesAgain1800000000051,
  GoogleAccounts1800000000052,
];
