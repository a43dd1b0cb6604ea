import { z } from 'zod';
import { POD_ROLES } from './constants.js';
import { ALL_PROJECTS_ID } from './permissions.js';
import { podNameSchema } from './pods.js';
import { emailSchema, textSchema } from './scalars.js';

/** Maximum number of people in one request. */
export const MAX_ONBOARDED = 1_000;

export const onboardedNameSchema = textSchema(200);
export const onboardedRoleSchema = textSchema(100);

const personSchema = z.strictObject({
  email: emailSchema,
  /** The name of a new account; an existing one keeps its name. */
  name: onboardedNameSchema.optional(),
  /** The role of this person, instead of the role for all. */
  role: onboardedRoleSchema.optional(),
});

/**
 * `POST /api/v1/auth/users/onboarding`: accounts for people, with a role in a project (project 0: in
 * all projects) and a pod of the project. A dry run does the same, rolls back, and reports the people
 * that would be refused.
 */
export const onboardingSchema = z
  .strictObject({
    people: z.array(personSchema).min(1).max(MAX_ONBOARDED),
    project_id: z.number().int().min(0).max(2_147_483_647).optional(),
    /** The role of everybody without a role of their own. */
    role: onboardedRoleSchema.optional(),
    pod: z
      .strictObject({ name: podNameSchema, role: z.enum(POD_ROLES).default('trainer') })
      .optional(),
    dry_run: z.boolean().optional(),
  })
  .check(({ value, issues }) => {
    const { people, project_id, role, pod } = value;
    const refuse = (path: (string | number)[], message: string): void => {
      issues.push({ code: 'custom', path, message, input: value });
    };
    const hasRole = role !== undefined || people.some((person) => person.role !== undefined);
    if (project_id === undefined && (hasRole || pod)) {
      refuse(['project_id'], 'is required with a role or a pod');
    }
    if (project_id !== undefined && !hasRole && !pod) {
      refuse(['project_id'], 'must be combined with a role or a pod');
    }
    if (project_id === ALL_PROJECTS_ID && pod)
      refuse(['pod'], 'must not be given for all projects');
    const first = new Map<string, number>();
    for (const [at, { email }] of people.entries()) {
      const earlier = first.get(email);
      if (earlier === undefined) first.set(email, at);
      else refuse(['people', at, 'email'], `is also the email of /people/${earlier}`);
    }
  });
export type Onboarding = z.output<typeof onboardingSchema>;

/** What a person has afterwards, and whether it is new. */
function heldSchema<T extends z.ZodType>(name: T) {
  return z.object({ name, is_new: z.boolean() }).nullable();
}

const onboardedSchema = z.object({
  email: z.string(),
  is_new: z.boolean(),
  /** The role in the project. A person keeps an earlier one. */
  role: heldSchema(z.string()),
  /** The role in the pod. A member keeps an earlier one. */
  pod_role: heldSchema(z.enum(POD_ROLES)),
  /** Of a dry run: why this person would be refused. */
  refusal: z.string().nullable(),
});
export type Onboarded = z.infer<typeof onboardedSchema>;

/** The result, or that of a dry run, with the people in the order of the request. */
export const onboardingResultSchema = z.object({
  dry_run: z.boolean(),
  people: z.array(onboardedSchema),
  /** The group of the audit records; null for a dry run and if nothing changed. */
  group_id: z.number().int().nullable(),
});
export type OnboardingResult = z.infer<typeof onboardingResultSchema>;
