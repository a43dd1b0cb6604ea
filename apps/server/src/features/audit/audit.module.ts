import { Module } from '@nestjs/common';
import { crudController } from '../../lists/crud.controller.js';
import { AUDIT } from './audit.resource.js';
import { GroupsController } from './groups.controller.js';
import { GroupsService } from './groups.service.js';
import { UndoController } from './undo.controller.js';
import { UndoService } from './undo.service.js';

/** The audit log, and the undo of what it records. */
@Module({
  controllers: [crudController(AUDIT, ['get']), GroupsController, UndoController],
  providers: [GroupsService, UndoService],
})
export class AuditModule {}
