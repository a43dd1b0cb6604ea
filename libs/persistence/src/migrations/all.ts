import { Core1790000000001 } from './0001-core.js';
import { Aggregates1790000000002 } from './0002-aggregates.js';
import { Access1790000000003 } from './0003-access.js';
import { Live1790000000004 } from './0004-live.js';
import { Audit1790000000005 } from './0005-audit.js';
import { AuditByPerson1790000000006 } from './0006-audit-by-person.js';
import { RequestAccess1790000000007 } from './0007-request-access.js';
import { AccessAndDeletion1790000000008 } from './0008-access-and-deletion.js';
import { Reporting1790000000010 } from './0010-reporting.js';
import { TaskLists1790000000011 } from './0011-task-lists.js';
import { PeopleReads1790000000012 } from './0012-people-reads.js';
import { AbsentSlackIds1790000000013 } from './0013-absent-slack-ids.js';
import { PersonTasksInOrder1790000000014 } from './0014-person-tasks-in-order.js';
import { DaysOfPeople1790000000015 } from './0015-days-of-people.js';
import { AccessChanges1790000000016 } from './0016-access-changes.js';
import { ReviewsOfPeople1790000000017 } from './0017-reviews-of-people.js';
  TokenDeactivator1790000000018,
