import { Controller, Get } from '@nestjs/common';
import { type ReportingSchema, reportingSchemaSchema } from '@portal/contracts/custom-stats';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse } from '../../http/routes/api-operation.js';
import { ReportingSchemaService } from './reporting-schema.service.js';

@Controller('custom-stats')
export class ReportingSchemaController {
  constructor(private readonly schema: ReportingSchemaService) {}

  @Get('schema')
  @Allow.signedIn()
  @ApiResponse(
    'The views, functions and placeholders of custom SQL, with examples',
    reportingSchemaSchema,
  )
  get(): Promise<ReportingSchema> {
    return this.schema.get();
  }
}
