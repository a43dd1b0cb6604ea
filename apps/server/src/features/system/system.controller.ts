import { Controller, Get } from '@nestjs/common';
import { type System, systemSchema } from '@portal/contracts/system';
import { ApiResponse } from '../../http/routes/api-operation.js';
import { Allow } from '../../http/routes/access.js';
import { SystemService } from './system.service.js';

@Controller('system')
export class SystemController {
  constructor(private readonly system: SystemService) {}

  @Get()
  @(Allow.with('full-access').inAllProjects())
  @ApiResponse(
    'The health, versions, connections, sizes and upkeep of the portal; null is what cannot be read within 2 s',
    systemSchema,
  )
  read(): Promise<System> {
    return this.system.read();
  }
}
