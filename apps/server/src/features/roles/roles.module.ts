import { Module } from '@nestjs/common';
import { crudController } from '../../crud/crud.controller.js';
import { PERMISSIONS_LIST } from './permissions.resource.js';
import { ROLES } from './roles.resource.js';

/** What there is to hold, and the roles by which users hold it. */
@Module({ controllers: [crudController(PERMISSIONS_LIST), crudController(ROLES)] })
export class RolesModule {}
