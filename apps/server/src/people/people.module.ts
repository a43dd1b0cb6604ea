import { Global, Module } from '@nestjs/common';
import { People } from './people.js';
import { RoleAssignments } from './role-assignments.js';

/** What several features know of people and do about their access. */
@Global()
@Module({ providers: [People, RoleAssignments], exports: [People, RoleAssignments] })
export class PeopleModule {}
