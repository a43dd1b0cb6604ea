import { Global, Module } from '@nestjs/common';
import { RoleAssignments } from './role-assignments.js';

/** What several features know of people and do about their access. */
@Global()
@Module({ providers: [RoleAssignments], exports: [RoleAssignments] })
export class PeopleModule {}
