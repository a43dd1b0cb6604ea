import { Controller, type DynamicModule, Get, Module, type Type } from '@nestjs/common';
import type { Caller } from '@portal/domain/caller';
import type { Config } from '@portal/platform/config';
import { createLogger } from '@portal/platform/logging';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PlatformModule } from '../platform.module.js';
import { assignRole, createUser, createProject, type TestUser } from '../testing/user.js';
import { get, problemIn } from '../testing/requests.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { Allow } from '../http/routes/access.js';
import { ApiResponse } from '../http/routes/api-operation.js';
import { CallerDirectory } from './caller-directory.js';
import { CurrentCaller } from './current-caller.js';
import { HttpModule } from '../http.module.js';
import { RouteAudit } from '../http/routes/route-audit.js';

@Controller('probe')
class ProbeController {
  @Get('anyone')
  @Allow.anyone()
  @ApiResponse('What the probe has', z.unknown())
  anyone(): string {
    return 'ok';
  }

  @Get('signed-in')
  @Allow.signedIn()
  @ApiResponse('What the probe has', z.unknown())
  signedIn(@CurrentCaller() caller: Caller): Pick<Caller, 'email' | 'via'> {
    return { email: caller.email, via: caller.via };
  }

  @Get('uploaders')
  @(Allow.with('data-upload').anywhere())
  @ApiResponse('What the probe has', z.unknown())
  uploaders(): string {
    return 'ok';
  }

  @Get(':projectId/members')
  @Allow.membersOf('projectId')
  @ApiResponse('What the probe has', z.unknown())
  members(): string {
    return 'ok';
  }

  @Get(':projectId/uploaders')
  @(Allow.with('data-upload').inProject('projectId'))
  @ApiResponse('What the probe has', z.unknown())
  projectUploaders(): string {
    return 'ok';
  }
}

@Controller('careless')
class CarelessController {
  @Get()
  open(): string {
    return 'ok';
  }
}

@Controller('silent')
class SilentController {
  @Get()
  @Allow.anyone()
  open(): string {
    return 'ok';
  }
}

@Module({})
class ProbeModule {
  static with(...controllers: Type<object>[]) {
    return (config: Config): DynamicModule => ({
      module: ProbeModule,
      imports: [PlatformModule.for(config, createLogger('probe', 'silent')), HttpModule],
      controllers,
    });
  }
}

describe('access', () => {
  let server: TestServer;
  let user: TestUser;
  let alpha: number;
  let beta: number;
  const status = async (path: string, token = user.token): Promise<number> =>
    (await get(`${server.baseUrl}/api/v1/probe/${path}`, token)).status;

  beforeAll(async () => {
    server = await startTestServer({ root: ProbeModule.with(ProbeController) });
    user = await createUser(server.db, 'user@example.com');
    alpha = await createProject(server.db, 'Alpha');
    beta = await createProject(server.db, 'Beta');
  });
  afterAll(() => server.stop());

  it('PERM-1 a route without an Allow stops the boot', async () => {
    const boot = startTestServer({
      root: ProbeModule.with(ProbeController, CarelessController),
      databaseUrl: server.config.databaseUrl,
    });
    await expect(boot).rejects.toThrow('CarelessController.open');
  });

  it('API-1 a route without an ApiResponse stops the boot', async () => {
    const boot = startTestServer({
      root: ProbeModule.with(ProbeController, SilentController),
      databaseUrl: server.config.databaseUrl,
    });
    await expect(boot).rejects.toThrow('SilentController.open');
  });

  it('PERM-1 every route of the application has an Allow', async () => {
    const whole = await startTestServer({ databaseUrl: server.config.databaseUrl });
    const routes = whole.app.get(RouteAudit).routes();
    expect(routes.length).toBeGreaterThan(10);
    expect(routes.filter((route) => route.access === undefined)).toEqual([]);
    const open = routes.filter((route) => route.access?.rule.kind === 'anyone');
    expect(open.map((route) => route.handler).sort()).toEqual([
      'AboutController.about',
      'AuthController.config',
      'AuthController.logout',
      'AuthController.token',
      'DemoIdentityController.authorize',
      'DemoIdentityController.token',
      'DemoIdentityController.userInfo',
      'DocsController.description',
      'DocsController.file',
      'DocsController.page',
      'HealthController.live',
      'HealthController.ready',
      'MetricsController.read',
      'RefreshController.refresh',
    ]);
    await whole.stop();
  });

  it('PERM-2 only public routes accept requests without a token', async () => {
    expect((await get(`${server.baseUrl}/api/v1/probe/anyone`)).status).toBe(200);
    const refused = await get(`${server.baseUrl}/api/v1/probe/signed-in`);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect((await problemIn(refused)).code).toBe('unauthenticated');
    const basic = await fetch(`${server.baseUrl}/api/v1/probe/signed-in`, {
      headers: { authorization: `Basic ${user.token}` },
    });
    expect(basic.status).toBe(401);
    expect(await status('signed-in')).toBe(200);
  });

  it('PERM-4 404 for a caller outside of the project, 403 for a member without the permission', async () => {
    expect(await status(`${alpha}/members`)).toBe(404);
    expect(await status(`${alpha}/uploaders`)).toBe(404);
    await assignRole(server.db, user, alpha, 'project_member');
    expect(await status(`${alpha}/members`)).toBe(200);
    expect(await status(`${alpha}/uploaders`)).toBe(403);
    expect(await status('uploaders')).toBe(403);
    await assignRole(server.db, user, alpha, 'project_admin');
    expect(await status(`${alpha}/uploaders`)).toBe(200);
    expect(await status('uploaders')).toBe(200);
    expect(await status(`${beta}/members`)).toBe(404);
    expect(await status('0/members')).toBe(404);
    await assignRole(server.db, user, alpha, null);
  });

  it('PERM-5 a change of roles takes effect with the next request', async () => {
    expect(await status('uploaders')).toBe(403);
    await assignRole(server.db, user, beta, 'project_admin');
    expect(await status('uploaders')).toBe(200);
    await server.db.query(
      `DELETE FROM core.role_permission USING core.role, core.permission
       WHERE role.id = role_id AND permission.id = permission_id
         AND role.name = 'project_admin' AND permission.name = 'data-upload'`,
    );
    expect(await status('uploaders')).toBe(403);
    await assignRole(server.db, user, beta, null);
    expect(await status(`${beta}/members`)).toBe(404);
  });

  it('PERM-14 a caller is cached until the access of any user changes', async () => {
    const lookUps = vi.spyOn(server.app.get(CallerDirectory), 'findUser');
    const asking = await createUser(server.db, 'asking@example.com');
    const ask = (): Promise<number> => status('signed-in', asking.token);
    lookUps.mockClear();
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200]);
    expect(lookUps).toHaveBeenCalledTimes(1);
    const other = await createUser(server.db, 'joining@example.com');
    await assignRole(server.db, other, alpha, 'project_member');
    expect([await ask(), await ask()]).toEqual([200, 200]);
    expect(lookUps).toHaveBeenCalledTimes(2);
    lookUps.mockRestore();
  });

  it('PERM-7 a deactivated user is refused immediately', async () => {
    const other = await createUser(server.db, 'leaving@example.com');
    expect(await status('signed-in', other.token)).toBe(200);
    await server.db.query('UPDATE core.app_user SET is_active = false WHERE id = $1', [other.id]);
    expect(await status('signed-in', other.token)).toBe(401);
  });

  it('PERM-10 a role in project 0 gives access to all projects that exist', async () => {
    await assignRole(server.db, user, 0, 'admin');
    expect(await status(`${beta}/uploaders`)).toBe(200);
    expect(await status('0/members')).toBe(200);
    expect(await status('999999/members')).toBe(404);
    const absurd = await get(`${server.baseUrl}/api/v1/probe/abc/members`, user.token);
    expect(absurd.status).toBe(400);
    expect((await problemIn(absurd)).errors).toEqual([
      { pointer: 'projectId', detail: 'must be a project id' },
    ]);
    await assignRole(server.db, user, 0, null);
  });
});
