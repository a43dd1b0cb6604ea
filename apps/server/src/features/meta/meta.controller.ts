import { Controller, Get, Param } from '@nestjs/common';
import { type Meta, metaSchema } from '@portal/contracts/about';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse } from '../../http/routes/api-operation.js';
import { MetaService } from './meta.service.js';

@Controller('meta')
export class MetaController {
  constructor(private readonly meta: MetaService) {}

  @Get(':key')
  @Allow.signedIn()
  @ApiResponse('The time of the last task import, for the key `tasks_last_imported_at`', metaSchema)
  read(@Param('key') key: string): Promise<Meta> {
    return this.meta.read(key);
  }
}
