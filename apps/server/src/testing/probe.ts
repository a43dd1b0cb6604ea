import {
  Body,
  Controller,
  type DynamicModule,
  Get,
  Module,
  Param,
  Post,
  Query,
} from '@nestjs/common';
import { repeated, wholeNumberParam } from '@portal/contracts/scalars';
import type { Config } from '@portal/platform/config';
import { type Logger, pino } from 'pino';
import { z } from 'zod';
import { Allow } from '../http/routes/access.js';
import { ApiResponse } from '../http/routes/api-operation.js';
import { HttpModule } from '../http.module.js';
import { PlatformModule } from '../platform.module.js';
import { startTestServer, type TestServer } from './test-server.js';

const bodySchema = z.strictObject({ 'a/b': z.number().int(), list: z.array(z.string()) });
const querySchema = z.strictObject({
  size: wholeNumberParam({ minimum: 1, maximum: 100 }).prefault(10),
  ids: repeated(wholeNumberParam({ minimum: 1 })),
});
const idSchema = z.coerce.number().int();

@Controller('probe')
class ProbeController {
  @Post()
  @Allow.anyone()
  @ApiResponse('What the probe has', z.unknown())
  body(@Body({ schema: bodySchema }) body: z.infer<typeof bodySchema>): object {
    return body;
  }

  @Get('broken')
  @Allow.anyone()
  @ApiResponse('What the probe has', z.unknown())
  broken(): never {
    throw new Error('the password is hunter2');
  }

  @Get(':id')
  @Allow.anyone()
  @ApiResponse('What the probe has', z.unknown())
  query(
    @Param('id', { schema: idSchema }) id: number,
    @Query({ schema: querySchema }) query: z.infer<typeof querySchema>,
  ): object {
    return { id, ...query };
  }

  /** A route with a path parameter only. */
  @Post(':id/mark')
  @Allow.anyone()
  @ApiResponse('What the probe has', z.unknown())
  mark(@Param('id', { schema: idSchema }) id: number): object {
    return { id };
  }
}

@Module({})
class ProbeModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: ProbeModule,
      imports: [PlatformModule.for(config, logger), HttpModule],
      controllers: [ProbeController],
    };
  }
}

/** A server with only a few public routes at `/api/v1/probe`. */
export function startProbe(logger = pino({ enabled: false })): Promise<TestServer> {
  return startTestServer({ root: (config) => ProbeModule.with(config, logger), logger });
}
