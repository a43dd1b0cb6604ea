import { Controller, type DynamicModule, Get, Module } from '@nestjs/common';
import { crudListSchema } from '@portal/contracts/crud';
import type { Caller } from '@portal/domain/caller';
import type { Config } from '@portal/platform/config';
import { createLogger } from '@portal/platform/logging';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PlatformModule } from '../platform.module.js';
import { assignRole, createPerson, createProject, type TestPerson } from '../testing/person.js';
import { get } from '../testing/requests.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { Allow } from './access.js';
import { Answers } from './answers.js';
import { CallerDirectory } from './caller-directory.js';
import { CurrentCaller } from './current-caller.js';
import { HttpModule } from './http.module.js';
import { ProblemException } from './problem.js';

let runs = 0;

@Controller('probe')
class ProbeController {
  /** The projects one is in; refused to who is in none. */
  @Get()
  @Allow.signedIn({ readsAhead: true })
  @Answers('What the probe has', z.unknown())
  projects(@CurrentCaller() { grants }: Caller): number[] {
    runs += 1;
    if (grants.length === 0) throw new ProblemException('forbidden', 'Nothing for you');
    return grants.map(({ project_id }) => project_id);
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

describe('an answer made while its caller is looked up', () => {
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
  const findPerson = directory.findPerson.bind(directory);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const spy = vi.spyOn(directory, 'findPerson').mockImplementation(async (...asked) => {
    await released;
    return findPerson(...asked);
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
  beforeAll(async () => {
    server = await startTestServer();
    db = server.dataSource;
  });
  afterAll(() => server.stop());

  it('PERM-12 ends with the role it was seen by', async () => {
    const alpha = await createProject(db, 'Alpha');
    const person = await createPerson(db, 'person@example.com');
    await assignRole(db, person, alpha, 'project_admin');
    const pods = async (): Promise<number> => {
      const answer = await get(`${server.baseUrl}/api/v1/pods/`, person.token);
      return crudListSchema(z.looseObject({})).parse(await answer.json()).total;
    };
    await db.query("INSERT INTO core.pod (name, project_id) VALUES ('Orion', $1)", [alpha]);
    expect(await pods()).toBe(1);
    expect(await pods()).toBe(1);
    await assignRole(db, person, alpha, null);
    expect(await pods()).toBe(0);
  });
});
