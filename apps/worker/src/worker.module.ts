import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import type { Logger } from 'pino';
import { Housekeeping } from './housekeeping/housekeeping.js';
import { SlotMerger } from './housekeeping/slot-merger.js';
import { PlatformModule } from './platform.module.js';
import { TaskImportModule } from './imports/task-import.module.js';
import { MetricsPort } from './monitoring/metrics-port.js';
import { Presence } from './monitoring/presence.js';
import { BehindTeller } from './telling/behind-teller.js';
import { DigestTeller } from './telling/digest-teller.js';
import { Messenger } from './telling/messenger.js';
import { WebhookSender } from './webhooks/webhook-sender.js';

/** Composition only: what the worker consists of. */
@Module({})
export class WorkerModule {
  static for(config: Config, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.for(config, logger), TaskImportModule],
      providers: [
        BehindTeller,
        DigestTeller,
        Housekeeping,
        Messenger,
        MetricsPort,
        Presence,
        SlotMerger,
        WebhookSender,
      ],
    };
  }
}
