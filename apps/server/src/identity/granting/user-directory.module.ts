import { Global, Module } from '@nestjs/common';
import { UserDirectory } from './user-directory.js';
import { RoleAssignments } from './role-assignments.js';

/** Users and role assignments, shared by several features. */
@Global()
@Module({ providers: [UserDirectory, RoleAssignments], exports: [UserDirectory, RoleAssignments] })
export class UserDirectoryModule {}
