import { Module } from '@nestjs/common';
import { crudController } from '../../lists/crud.controller.js';
import { PERMISSIONS_LIST } from './permissions.resource.js';
import { ROLES } from './roles.resource.js';

/** The permissions, and the roles that give them. */
@Module({ controllers: [crudController(PERMISSIONS_LIST), crudController(ROLES)] })
export class RolesModule {}
