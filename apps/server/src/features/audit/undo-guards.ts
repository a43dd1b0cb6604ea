import type { Caller } from '@portal/domain/caller';
import { mayChangeRecord, type RecordRule } from '@portal/domain/records';
import { z } from 'zod';
import { ProblemException } from '../../problems/problem.js';

const projectSchema = z.number().nullish();

/** @throws {ProblemException} `forbidden` if the caller may not change records of the project */
export function requireRecord(caller: Caller, rule: RecordRule, project: unknown): void {
  if (!mayChangeRecord(caller, rule, projectSchema.parse(project) ?? null)) throw forbidden();
}

export function forbidden(): ProblemException {
  return new ProblemException('forbidden', 'You do not have the permission for this');
}
