import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from '@portal/platform/config';
import type { Logger } from 'pino';
import { ListsModule } from './lists/lists.module.js';
import { AboutModule } from './features/about/about.module.js';
import { AuditModule } from './features/audit/audit.module.js';
import { AuthModule } from './identity/sign-in/auth.module.js';
import {
  DemoIdentityModule,
  hasDemoIdentity,
} from './identity/sign-in/demo-identity/demo-identity.module.js';
import { CustomStatsModule } from './features/custom-stats/custom-stats.module.js';
import { DashboardModule } from './features/dashboard/dashboard.module.js';
import { DocsModule } from './features/api-docs/docs.module.js';
import { HealthModule } from './features/health/health.module.js';
import { ImportsModule } from './features/imports/imports.module.js';
import { MetaModule } from './features/meta/meta.module.js';
import { NotificationsModule } from './features/notifications/notifications.module.js';
import { PodsModule } from './features/pods/pods.module.js';
import { MetricsModule } from './features/metrics/metrics.module.js';
import { ProjectsModule } from './features/projects/projects.module.js';
import { RolesModule } from './features/roles/roles.module.js';
import { SystemModule } from './features/system/system.module.js';
import { TaskStatsModule } from './features/task-stats/task-stats.module.js';
import { TasksModule } from './features/tasks/tasks.module.js';
import { UsersModule } from './features/users/users.module.js';
import { WebhooksModule } from './features/webhooks/webhooks.module.js';
import { HttpModule } from './http.module.js';
import { ResponseCacheModule } from './response-cache/response-cache.module.js';
import { LiveModule } from './live/live.module.js';
import { UserDirectoryModule } from './identity/granting/user-directory.module.js';
import { PlatformModule } from './platform.module.js';
import { SandboxModule } from './sandbox/sandbox.module.js';

@Module({})
export class AppModule {
  static for(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.for(config, logger),
        HttpModule,
        ResponseCacheModule,
        SandboxModule,
        ListsModule,
        UserDirectoryModule,
        HealthModule,
        MetricsModule,
        SystemModule,
        DocsModule,
        AboutModule,
        AuthModule,
        ...(hasDemoIdentity(config) ? [DemoIdentityModule] : []),
        UsersModule,
        ProjectsModule,
        MetaModule,
        DashboardModule,
        CustomStatsModule,
        TasksModule,
        TaskStatsModule,
        ImportsModule,
        PodsModule,
        NotificationsModule,
        WebhooksModule,
        RolesModule,
        AuditModule,
        LiveModule,
      ],
    };
  }
}
