import { type Problem, problemSchema } from '@portal/contracts/problem';

/** A GET request with an optional bearer token. */
export function get(url: string, token?: string): Promise<Response> {
  return fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
}

export function post(url: string, body: unknown, token?: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}

/** Any other request; without a body it has no content type. */
export function send(
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST',
  url: string,
  token: string,
  body?: unknown,
): Promise<Response> {
  return fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** The problem in an error response. */
export async function problemIn(response: Response): Promise<Problem> {
  return problemSchema.parse(await response.json());
}
