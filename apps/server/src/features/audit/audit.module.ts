import { Module } from '@nestjs/common';
import { crudController } from '../../crud/crud.controller.js';
import { AUDIT } from './audit.resource.js';
import { UndoController } from './undo.controller.js';
import { UndoService } from './undo.service.js';

/** The audit log, and the undo of what it records. */
@Module({
  controllers: [crudController(AUDIT, ['get']), UndoController],
  providers: [UndoService],
})
export class AuditModule {}
