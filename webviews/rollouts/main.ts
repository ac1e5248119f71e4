/** Starts the rollouts page. */
import { chooseRun } from '../shared/choose-run.ts';
import { start } from '../shared/start.ts';
import { RolloutsPage } from './page.ts';

start('rollouts', (context) => {
  const { run } = context.target;
  if (run === null) return chooseRun(context, 'rollouts');
  const page = new RolloutsPage(context, run);
  return () => page.dispose();
});
