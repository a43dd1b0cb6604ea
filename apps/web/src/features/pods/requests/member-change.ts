import { useQueryClient, type MutationKey } from '@tanstack/react-query';
import { memberChangesKey } from '../members/pending-changes';
import { candidatesKey } from './candidates';
import { membersKey } from './members';

interface ChangeOptions {
  readonly mutationKey: MutationKey;
  readonly onSettled: () => Promise<void>;
}

/**
 * Options of each mutation of the members. It stays pending until the list is fetched again, so
 * that its optimistic row does not flicker.
 */
export function useChangeOptions(podName: string): ChangeOptions {
  const client = useQueryClient();
  return {
    mutationKey: memberChangesKey(podName),
    onSettled: async () => {
      client.removeQueries({ queryKey: candidatesKey(podName), type: 'inactive' });
      await client.invalidateQueries({ queryKey: candidatesKey(podName) });
      await client.invalidateQueries({ queryKey: membersKey(podName) });
    },
  };
}
