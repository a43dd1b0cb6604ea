import { Controller, Get, Query } from '@nestjs/common';
import {
  type ChangeGroups,
  type ChangeGroupsQuery,
  changeGroupsQuerySchema,
  changeGroupsSchema,
} from '@portal/contracts/audit';
import type { Caller } from '@portal/domain/caller';
import { Allow } from '../../http/routes/access.js';
import { CurrentCaller } from '../../identity/current-caller.js';
import { ApiErrors, ApiResponse } from '../../http/routes/api-operation.js';
import { GroupsService } from './groups.service.js';

@Controller('audit')
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @Get('groups')
  @Allow.signedIn()
  @ApiResponse('Changes visible to the caller, one item for each transaction', changeGroupsSchema)
  @ApiErrors('too-broad', 'too-many-requests')
  list(
    @Query({ schema: changeGroupsQuerySchema }) query: ChangeGroupsQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<ChangeGroups> {
    return this.groups.list(caller, query);
  }
}
