import { Module } from '@nestjs/common';
import { crudController } from '../../crud/crud.controller.js';
import { AUDIT } from './audit.resource.js';

/** Who changed what, to look through. */
@Module({ controllers: [crudController(AUDIT, ['get'])] })
export class AuditModule {}
