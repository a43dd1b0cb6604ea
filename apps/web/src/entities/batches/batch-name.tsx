/** The name of a batch with its number as a detail; the number alone if there is no name. */
export function BatchName({ id, name }: { id: string; name: string | null | undefined }) {
  if (name === null || name === undefined) return <>{id}</>;
  return <span title={`Batch number ${id}`}>{name}</span>;
}
