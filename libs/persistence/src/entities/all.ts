import { ApiToken } from './api-token.js';
import { AppUser } from './app-user.js';
import { Audit } from './audit.js';
import { Batch } from './batch.js';
import { Chore } from './chore.js';
import { CustomStat } from './custom-stat.js';
import { Meta } from './meta.js';
import { Permission } from './permission.js';
import { Pod } from './pod.js';
import { PodMember } from './pod-member.js';
import { PodWeeklyTarget } from './pod-weekly-target.js';
import { Project } from './project.js';
import { RefreshToken } from './refresh-token.js';
import { Role } from './role.js';
import { RolePermission } from './role-permission.js';
import { Task } from './task.js';
import { TaskImport } from './task-import.js';
import { TaskImportError } from './task-import-error.js';
import { TaskUser } from './task-user.js';
import { TaskReview } from './task-review.js';
import { UserRole } from './user-role.js';

/** Every table of the schema `core`. */
export const ENTITIES = [
  ApiToken,
  AppUser,
  Audit,
  Batch,
  Chore,
  CustomStat,
  Meta,
  Permission,
  Pod,
  PodMember,
  PodWeeklyTarget,
  Project,
  RefreshToken,
  Role,
  RolePermission,
  Task,
  TaskImport,
  TaskImportError,
  TaskUser,
  TaskReview,
  UserRole,
];
