import { Module } from '@nestjs/common';
import { listController } from '../../lists/list.controller.js';
import { AUDIT } from './audit.list.js';
import { GroupsController } from './groups.controller.js';
import { GroupsService } from './groups.service.js';
import { UndoController } from './undo.controller.js';
import { UndoService } from './undo.service.js';

/** The audit log, and the undo of what it records. */
@Module({
  controllers: [listController(AUDIT, ['get']), GroupsController, UndoController],
  providers: [GroupsService, UndoService],
})
export class AuditModule {}
