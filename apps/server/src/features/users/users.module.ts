import { Module } from '@nestjs/common';
import { crudController } from '../../crud/crud.controller.js';
import { USERS } from './users.resource.js';

/** People as records of the administration. */
@Module({ controllers: [crudController(USERS)] })
export class UsersModule {}
