import { Module } from '@nestjs/common';
import { crudController } from '../../crud/crud.controller.js';
import { AUDIT } from './audit.resource.js';

/** The audit log. */
@Module({ controllers: [crudController(AUDIT, ['get'])] })
export class AuditModule {}
