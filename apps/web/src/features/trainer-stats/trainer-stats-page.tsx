import { useParams } from 'react-router';
import { TrainerStats } from './trainer-stats';

/** The statistics of the user in the URL. */
export function TrainerStatsPage() {
  const email = useParams()['email'] ?? '';
  return <TrainerStats key={email} email={email} />;
}
