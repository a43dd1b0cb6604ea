import { z } from 'zod';
import { NAMED_SCHEMAS } from './named-schemas.js';

export type Json = Record<string, unknown>;

/** `input`: the accepted values. `output`: the returned values, without further properties. */
type Direction = 'input' | 'output';

const DEFINITION = /"#\/\$defs\/([^"]+)"/g;
const jsonSchema = z.record(z.string(), z.unknown());

/**
 * Converts the contract's schemas to JSON Schema; a schema with an id becomes a shared component.
 */
export class DocumentSchemas {
  readonly components: Record<string, Json> = {};
  private nameless = 0;

  of(schema: z.ZodType, direction: Direction): Json {
    const { $schema: _, $defs, ...root } = toJsonSchema(schema, direction);
    const definitions = z.record(z.string(), jsonSchema).parse($defs ?? {});
    const names = new Map(Object.keys(definitions).map((id) => [id, this.nameOf(id, direction)]));
    for (const [id, definition] of Object.entries(definitions)) {
      this.components[names.get(id) ?? id] = withNames(definition, names);
    }
    return withNames(root, names);
  }

  /** Like `of`, but inlines an object even if it has a name, for its properties. */
  propertiesOf(schema: z.ZodType, direction: Direction): { properties: Json; required: string[] } {
    const given = this.of(schema, direction);
    const [, name] = /^#\/components\/schemas\/(.+)$/.exec(String(given['$ref'])) ?? [];
    return objectSchema.parse(name === undefined ? given : this.components[name]);
  }

  /** A contract may have different input and output schemas; recursive parts have no id. */
  private nameOf(id: string, direction: Direction): string {
    if (id.startsWith('__')) return `Part${++this.nameless}`;
    return direction === 'input' ? `${id}Input` : id;
  }
}

const objectSchema = z.object({
  properties: jsonSchema.default({}),
  required: z.array(z.string()).default([]),
});

function withNames(schema: Json, names: ReadonlyMap<string, string>): Json {
  const text = JSON.stringify(schema).replaceAll(
    DEFINITION,
    (_reference, id: string) => `"#/components/schemas/${names.get(id) ?? id}"`,
  );
  return jsonSchema.parse(JSON.parse(text));
}

function toJsonSchema(schema: z.core.$ZodType, io: Direction): Json {
  return z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    metadata: NAMED_SCHEMAS,
    io,
    // A rule in code has no JSON Schema.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'input' && zodSchema instanceof z.ZodPipe && jsonSchema.type === 'string') {
        // Text is normalized and then validated: the validation is what matters to a client.
        const { $schema: _, ...checked } = toJsonSchema(zodSchema.def.out, io);
        if (checked['type'] === 'string') Object.assign(jsonSchema, checked);
      }
      tidy(jsonSchema);
    },
  });
}

/** Removes redundant keywords: patterns of a format, and the bounds of safe integers. */
function tidy(schema: Json): void {
  if (schema['format'] !== undefined) delete schema['pattern'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
}
