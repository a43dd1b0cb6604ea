import { AppUser } from './app-user.js';
import { Audit } from './audit.js';
import { Batch } from './batch.js';
import { FileFormat } from './file-format.js';
import { ReviewReason } from './review-reason.js';
import { Permission } from './permission.js';
import { Pod } from './pod.js';
import { PodMember } from './pod-member.js';
import { PodWeeklyTarget } from './pod-weekly-target.js';
import { Project } from './project.js';
import { Role } from './role.js';
import { Task } from './task.js';
import { TaskReview } from './task-review.js';

/** The tables of the lists. */
export const ENTITIES = [
  AppUser,
  Audit,
  Batch,
  FileFormat,
  ReviewReason,
  Permission,
  Pod,
  PodMember,
  PodWeeklyTarget,
  Project,
  Role,
  Task,
  TaskReview,
];
