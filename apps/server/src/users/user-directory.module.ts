import { Global, Module } from '@nestjs/common';
import { UserDirectory } from './user-directory.js';
import { RoleAssignments } from './role-assignments.js';

/** What several features know of users and do about their access. */
@Global()
@Module({ providers: [UserDirectory, RoleAssignments], exports: [UserDirectory, RoleAssignments] })
export class UserDirectoryModule {}
