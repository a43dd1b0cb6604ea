import { IDEMPOTENCY_KEY_HEADER } from '@portal/contracts/idempotency';
import type { RouteArgument, RouteFacts } from '../../http/routes/route-facts.js';
import type { DocumentSchemas, Json } from './document-schemas.js';

const KEY = {
  [IDEMPOTENCY_KEY_HEADER]:
    'A name of your choice for this request, at most 255 characters: sent again with it, the request ' +
    'gets the same answer for a day, and changes nothing',
};

/** @param names of the path parameters in the document */
export function parametersOf(
  route: RouteFacts,
  names: readonly string[],
  schemas: DocumentSchemas,
): Json[] {
  const pathSchemas = new Map(
    route.arguments
      .filter(({ from }) => from === 'path')
      .flatMap((argument) => parametersIn(argument, schemas))
      .map(({ name, schema }) => [name, schema]),
  );
  return [
    ...route.pathNames.map((name, index) => ({
      in: 'path',
      name: names[index] ?? name,
      ...(names[index] !== name && { description: `For this method, the ${name} of the item` }),
      required: true,
      schema: pathSchemas.get(name) ?? { type: 'string' },
    })),
    ...route.arguments
      .filter(({ from }) => from === 'query')
      .flatMap((argument) => parametersIn(argument, schemas))
      .map((parameter) => ({ in: 'query', ...parameter })),
    ...Object.entries({ ...(route.takesKey && KEY), ...route.extras.headers }).map(
      ([name, description]) => ({
        in: 'header',
        name,
        description,
        schema: { type: 'string' },
      }),
    ),
  ];
}

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: unknown;
}

/** A schema with a name is one parameter; without a name it has one property per parameter. */
function parametersIn({ name, schema }: RouteArgument, schemas: DocumentSchemas): Parameter[] {
  if (schema === undefined) return [];
  if (name !== undefined) return [{ name, required: true, schema: schemas.of(schema, 'input') }];
  const { properties, required } = schemas.propertiesOf(schema, 'input');
  return Object.entries(properties).map(([key, property]) => ({
    name: key,
    required: required.includes(key),
    schema: property,
  }));
}

export function requestBodyOf(route: RouteFacts, schemas: DocumentSchemas): Json | undefined {
  const { fileField, formFields = {} } = route.extras;
  if (fileField !== undefined) {
    const schema = {
      type: 'object',
      required: [fileField],
      properties: {
        ...Object.fromEntries(
          Object.entries(formFields).map(([name, field]) => [name, schemas.of(field, 'input')]),
        ),
        [fileField]: { type: 'string', contentMediaType: 'application/octet-stream' },
      },
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  const argument = route.arguments.find(({ from }) => from === 'body');
  if (!argument) return undefined;
  const taken = argument.schema ?? route.extras.body;
  const schema = taken ? schemas.of(taken, 'input') : {};
  return { required: true, content: { 'application/json': { schema } } };
}
