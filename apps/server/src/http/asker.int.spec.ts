import { randomBytes, randomUUID } from 'node:crypto';
import { Controller, type DynamicModule, Get, Module } from '@nestjs/common';
import { crudListSchema } from '@portal/contracts/crud';
import type { Config } from '@portal/platform/config';
import { createLogger } from '@portal/platform/logging';
import { sql } from '@portal/persistence/sql';
import type { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PlatformModule } from '../platform.module.js';
import { assignRole, createPerson, createProject, type TestPerson } from '../testing/person.js';
import { get } from '../testing/requests.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { AccessTokens } from './access-token.js';
import { Allow } from './access.js';
import { Answers } from './answers.js';
import { type Asker, CurrentAsker } from './asker.js';
import { CallerDirectory } from './caller-directory.js';
import { HttpModule } from './http.module.js';
import { ProblemException } from './problem.js';

let runs = 0;

@Controller('probe')
class ProbeController {
  /** The projects one is in; refused to who is in none. */
  @Get()
  @Allow.signedIn({ readsAhead: true })
  @Answers('What the probe has', z.unknown())
  projects(@CurrentAsker() asker: Asker): Promise<number[]> {
    return asker.answer(async ({ grants }) => {
      runs += 1;
      if (grants.length === 0) throw new ProblemException('forbidden', 'Nothing for you');
      return grants.map(({ project_id }) => project_id);
    });
  }
}

@Module({})
class ProbeModule {
  static for(config: Config): DynamicModule {
    return {
      module: ProbeModule,
      imports: [PlatformModule.for(config, createLogger('probe', 'silent')), HttpModule],
      controllers: [ProbeController],
    };
  }
}

describe('an answer made for a caller as recalled', () => {
  let server: TestServer;
  let db: DataSource;
  let alpha: number;
  let beta: number;
  beforeAll(async () => {
    server = await startTestServer({ root: (config) => ProbeModule.for(config) });
    db = server.dataSource;
    [alpha, beta] = [await createProject(db, 'Alpha'), await createProject(db, 'Beta')];
  });
  afterAll(() => server.stop());

  const ask = ({ token }: TestPerson) => get(`${server.baseUrl}/api/v1/probe`, token);

  it('PERM-12 is the one for whom they are now, not for whom they were', async () => {
    const person = await createPerson(db, 'person@example.com');
    const answer = async () => {
      const response = await ask(person);
      return response.ok ? ((await response.json()) as unknown) : response.status;
    };
    expect(await answer()).toBe(403);
    await assignRole(db, person, alpha, 'trainer');
    expect(await answer()).toEqual([alpha]);
    expect(await answer()).toEqual([alpha]);
    await assignRole(db, person, beta, 'trainer');
    expect(await answer()).toEqual([alpha, beta]);
    await assignRole(db, person, alpha, null);
    await assignRole(db, person, beta, null);
    expect(await answer()).toBe(403);
    await assignRole(db, person, beta, 'trainer');
    expect(await answer()).toEqual([beta]);
    await db.query('UPDATE core.app_user SET is_active = false WHERE id = $1', [person.id]);
    expect(await answer()).toBe(401);
    // Nor is anything made for them any more.
    const before = runs;
    expect(await answer()).toBe(401);
    expect(runs).toBe(before);
  });

  it.each([
    ['is sent', 'are still the same', '', 200],
    ['is never sent', 'have left meanwhile', 'UPDATE core.app_user SET is_active = false', 401],
    ['is made again', 'have changed meanwhile', "UPDATE core.app_user SET name = 'X'", 200],
  ])('PERM-12 %s when they %s', async (what, _when, change, status) => {
    const person = await createPerson(db, `${what.replaceAll(' ', '-')}@example.com`);
    await assignRole(db, person, alpha, 'trainer');
    expect((await ask(person)).status).toBe(200);
    const before = runs;
    const lookUp = heldLookUps(server.app.get(CallerDirectory));
    let isAnswered = false;
    const answer = ask(person).finally(() => {
      isAnswered = true;
    });
    await vi.waitFor(() => expect(runs).toBe(before + 1));
    expect(isAnswered).toBe(false);
    if (change !== '') await db.query(`${change} WHERE id = $1`, [person.id]);
    lookUp.release();
    expect((await answer).status).toBe(status);
    expect(runs).toBe(before + (what === 'is made again' ? 2 : 1));
  });
});

/** Nobody is looked up until `release`. */
function heldLookUps(directory: CallerDirectory) {
  const findRevision = directory.findRevision.bind(directory);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const spy = vi.spyOn(directory, 'findRevision').mockImplementation(async (...asked) => {
    await released;
    return findRevision(...asked);
  });
  return {
    release() {
      spy.mockRestore();
      release();
    },
  };
}

describe('a list', () => {
  let server: TestServer;
  let db: DataSource;
  let alpha: number;
  beforeAll(async () => {
    server = await startTestServer();
    db = server.dataSource;
    alpha = await createProject(db, 'Alpha');
    await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Orion', $1)", [alpha]);
  });
  afterAll(() => server.stop());
  afterEach(() => vi.restoreAllMocks());

  let serial = 0;
  async function lead(): Promise<TestPerson> {
    serial += 1;
    const person = await createPerson(db, `lead-${serial}@example.com`);
    await assignRole(db, person, alpha, 'project_admin');
    return person;
  }

  /** How many pods somebody sees, or the status of the refusal. */
  async function pods(token: string): Promise<number | string> {
    const answer = await get(`${server.baseUrl}/api/v1/pods/`, token);
    if (!answer.ok) return `refused with ${answer.status}`;
    return crudListSchema(z.looseObject({})).parse(await answer.json()).total;
  }

  /** A token of a session that began just now. */
  async function signIn({ id }: TestPerson): Promise<{ token: string; family: string }> {
    const family = randomUUID();
    await db.query(
      sql`
        INSERT INTO core.refresh_token (user_id, family_id, token_hash, expires_at)
        VALUES ($1, $2, $3, now() + interval '1 day')`,
      [id, family, randomBytes(32)],
    );
    const claims = { sub: String(id), sid: family, projects_auth: [], pod_name: null };
    return { token: await server.app.get(AccessTokens).sign(claims), family };
  }

  it('PERM-12 proves by itself that its caller is the same, without looking them up', async () => {
    const person = await lead();
    const { token } = await signIn(person);
    for (const credential of [token, person.token]) {
      expect(await pods(credential)).toBe(1);
      const lookUps = vi.spyOn(server.app.get(CallerDirectory), 'findPerson');
      expect(await pods(credential)).toBe(1);
      expect(lookUps).not.toHaveBeenCalled();
      await db.query(`UPDATE core.app_user SET name = name || 'x' WHERE id = $1`, [person.id]);
      expect(await pods(credential)).toBe(1);
      expect(lookUps).toHaveBeenCalledOnce();
      vi.restoreAllMocks();
    }
  });

  it('PERM-12 of the tasks of a person proves it, and ends with the session, too', async () => {
    const person = await lead();
    const { token, family } = await signIn(person);
    const path = `${server.baseUrl}/api/v1/tasks/by-user/${person.email}`;
    expect((await get(path, token)).status).toBe(200);
    const lookUps = vi.spyOn(server.app.get(CallerDirectory), 'findPerson');
    expect((await get(path, token)).status).toBe(200);
    expect(lookUps).not.toHaveBeenCalled();
    await db.query('UPDATE core.refresh_token SET revoked_at = now() WHERE family_id = $1', [
      family,
    ]);
    expect((await get(path, token)).status).toBe(401);
  });

  it('PERM-14 does not look up whom nothing has happened to, on other routes either', async () => {
    const person = await lead();
    const { token, family } = await signIn(person);
    const statusOfPod = async () =>
      (await get(`${server.baseUrl}/api/v1/pods/Orion`, token)).status;
    expect(await statusOfPod()).toBe(200);
    const lookUps = vi.spyOn(server.app.get(CallerDirectory), 'findPerson');
    expect(await statusOfPod()).toBe(200);
    expect(lookUps).not.toHaveBeenCalled();
    await assignRole(db, person, alpha, null);
    expect(await statusOfPod()).toBe(404);
    await assignRole(db, person, alpha, 'project_admin');
    expect(await statusOfPod()).toBe(200);
    expect(lookUps).toHaveBeenCalledTimes(2);
    await db.query('UPDATE core.refresh_token SET revoked_at = now() WHERE family_id = $1', [
      family,
    ]);
    expect(await statusOfPod()).toBe(401);
  });

  it('PERM-12 is refused to who has left, also where the query is refused', async () => {
    const person = await lead();
    const ask = () => get(`${server.baseUrl}/api/v1/pods/?size=none`, person.token);
    expect(await pods(person.token)).toBe(1);
    expect((await ask()).status).toBe(400);
    await db.query('UPDATE core.app_user SET is_active = false WHERE id = $1', [person.id]);
    expect((await ask()).status).toBe(401);
  });

  it('PERM-12 ends with the role it was seen by', async () => {
    const person = await lead();
    expect(await pods(person.token)).toBe(1);
    expect(await pods(person.token)).toBe(1);
    await assignRole(db, person, alpha, null);
    expect(await pods(person.token)).toBe(0);
    // Nothing is proven by a list without rows.
    await assignRole(db, person, alpha, 'project_admin');
    expect(await pods(person.token)).toBe(1);
  });

  it('PERM-12 ends with the session it was seen in', async () => {
    const person = await lead();
    const [kept, left] = [await signIn(person), await signIn(person)];
    expect([await pods(kept.token), await pods(left.token)]).toEqual([1, 1]);
    await db.query('UPDATE core.refresh_token SET revoked_at = now() WHERE family_id = $1', [
      left.family,
    ]);
    expect([await pods(kept.token), await pods(left.token)]).toEqual([1, 'refused with 401']);
  });

  it.each([
    ['is deactivated', 'UPDATE core.api_token SET is_active = false'],
    ['has expired', 'UPDATE core.api_token SET expires_at = now()'],
    ['is deleted', 'DELETE FROM core.api_token'],
  ])('PERM-12 ends with the API token when that %s', async (_what, change) => {
    const person = await lead();
    expect(await pods(person.token)).toBe(1);
    await db.query(`${change} WHERE user_id = $1`, [person.id]);
    expect(await pods(person.token)).toBe('refused with 401');
  });

  it('PERM-12 ends with an API token that ended while its person was looked up', async () => {
    const person = await lead();
    const directory = server.app.get(CallerDirectory);
    const findPerson = directory.findPerson.bind(directory);
    vi.spyOn(directory, 'findPerson').mockImplementationOnce(async (...asked) => {
      await db.query('DELETE FROM core.api_token WHERE user_id = $1', [person.id]);
      return findPerson(...asked);
    });
    expect(await pods(person.token)).toBe(1);
    expect(await pods(person.token)).toBe('refused with 401');
  });

  it('PERM-12 is not made for a caller recalled by a token that has run out', async () => {
    const { token } = await signIn(await lead());
    expect(await pods(token)).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
    try {
      expect(await pods(token)).toBe('refused with 401');
    } finally {
      vi.useRealTimers();
    }
  });
});
