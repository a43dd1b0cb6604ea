import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { type Undone, undoneSchema } from '@portal/contracts/audit';
import { wholeNumberParam } from '@portal/contracts/scalars';
import type { Caller } from '@portal/domain/caller';
import { Allow } from '../../http/routes/access.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { type Actor, CurrentActor } from '../../db/actor.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { RequestSignal } from '../../http/request-signal.js';
import { UndoService } from './undo.service.js';

@Controller('audit')
export class UndoController {
  constructor(private readonly undos: UndoService) {}

  @Post(':group/undo')
  @HttpCode(200)
  @Allow.signedIn()
  @ApiResponse('The undo of all changes of a group', undoneSchema)
  @ApiErrors('forbidden', 'conflict')
  undo(
    @Param('group', { schema: wholeNumberParam({ minimum: 1 }) }) group: number,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @RequestSignal() signal: AbortSignal,
  ): Promise<Undone> {
    return this.undos.undo(group, caller, actor, signal);
  }
}
