import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

/** A response to compare with the API description. */
export interface SeenAnswer {
  method: string;
  /** With or without a query. */
  path: string;
  status: number;
  contentType: string | undefined;
  body: unknown;
}

const responseSchema = z.looseObject({
  content: z.record(z.string(), z.unknown()).optional(),
});
const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), responseSchema) })),
  ),
});
type Document = z.infer<typeof documentSchema>;

const PROBLEM = 'application/problem+json';
const ROOT = 'portal.json';

/** The portal's API description, and a check of responses against it. */
export class ApiContract {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly paths: { pattern: RegExp; template: string }[];
  private readonly checks = new Map<string, ValidateFunction>();

  constructor(private readonly document: Document) {
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, ROOT);
    // A literal segment comes before a parameter: `/imports/errors` is not the import named
    // `errors`.
    this.paths = Object.keys(document.paths)
      .sort((a, b) => parametersOf(a) - parametersOf(b))
      .map((template) => ({ template, pattern: patternOf(template) }));
  }

  static async of(baseUrl: string): Promise<ApiContract> {
    const answer = await fetch(new URL('/api/openapi.json', baseUrl));
    return new ApiContract(documentSchema.parse(await answer.json()));
  }

  /** @throws {Error} naming what the description does not allow in the response */
  check(answer: SeenAnswer): void {
    const called = `${answer.method} ${answer.path} → ${answer.status}`;
    const pathname = answer.path.replace(/\?.*$/, '').replace(/(?<=.)\/$/, '');
    const template = this.paths.find(({ pattern }) => pattern.test(pathname))?.template ?? '';
    const method = answer.method.toLowerCase();
    const operation = this.document.paths[template]?.[method];
    if (!operation) {
      const expected = template === '' ? 404 : 405;
      if (answer.status !== expected) throw new Error(`${called}: there is no such operation`);
      this.hold(answer, called, ['components', 'schemas', 'Problem']);
      return;
    }
    const described = operation.responses[answer.status];
    if (!described) throw new Error(`${called}: the status is not described`);
    const steps = ['paths', template, method, 'responses', String(answer.status), 'content'];
    const mediaType = answer.contentType?.split(';')[0]?.trim();
    if (described.content === undefined) {
      if (answer.body !== '') throw new Error(`${called}: a body where none is described`);
      return;
    }
    if (mediaType === undefined || !(mediaType in described.content)) {
      if ('*/*' in described.content) return;
      throw new Error(`${called}: ${mediaType} is not described`);
    }
    if (/[/+]json$/.test(mediaType)) this.hold(answer, called, [...steps, mediaType, 'schema']);
  }

  private hold({ body, contentType }: SeenAnswer, called: string, steps: string[]): void {
    if (steps[0] === 'components' && !contentType?.startsWith(PROBLEM)) {
      throw new Error(`${called}: ${contentType} is no problem`);
    }
    const pointer = steps.map((step) => encodeURIComponent(escapePointer(step))).join('/');
    const check = this.checks.get(pointer) ?? this.ajv.compile({ $ref: `${ROOT}#/${pointer}` });
    this.checks.set(pointer, check);
    if (!check(body)) throw new Error(`${called}: ${this.ajv.errorsText(check.errors)}`);
  }
}

function parametersOf(template: string): number {
  return template.split('{').length;
}

function patternOf(template: string): RegExp {
  const pieces = template
    .split(/\{\w+\}/)
    .map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join('[^/]+')}$`);
}

/** RFC 6901 */
function escapePointer(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
