import { Module } from '@nestjs/common';
import { listController } from '../../lists/list.controller.js';
import { PERMISSIONS_LIST } from './permissions.list.js';
import { ROLES } from './roles.list.js';

/** The permissions, and the roles that give them. */
@Module({ controllers: [listController(PERMISSIONS_LIST), listController(ROLES)] })
export class RolesModule {}
