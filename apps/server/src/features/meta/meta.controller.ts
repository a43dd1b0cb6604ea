import { Controller, Get, Param } from '@nestjs/common';
import type { Meta } from '@portal/contracts/about';
import { Allow } from '../../http/access.js';
import { MetaService } from './meta.service.js';

@Controller('meta')
export class MetaController {
  constructor(private readonly meta: MetaService) {}

  @Get(':key')
  @Allow.signedIn()
  read(@Param('key') key: string): Promise<Meta> {
    return this.meta.read(key);
  }
}
