import { Injectable } from '@nestjs/common';
import type { Meta } from '@portal/contracts/about';
import { META_TASKS_LAST_IMPORTED_AT } from '@portal/contracts/constants';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { readSyncTime } from '@portal/persistence/dashboards/live-state';
import { Reads } from '../../db/pools.js';
import { ProblemException } from '../../problems/problem.js';

@Injectable()
export class MetaService {
  constructor(private readonly reads: Reads) {}

  /** @throws {ProblemException} `not-found` for an unknown key */
  async read(key: string): Promise<Meta> {
    if (key !== META_TASKS_LAST_IMPORTED_AT) {
      throw new ProblemException('not-found', `Invalid Key ${key}`);
    }
    const { value } = await readSyncTime(this.reads, ALL_PROJECTS_ID);
    return { value };
  }
}
