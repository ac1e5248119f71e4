/** Starts the curriculum page. */
import { chooseRun } from '../shared/choose-run.ts';
import { start } from '../shared/start.ts';
import { CurriculumPage } from './page.ts';

start('curriculum', (context) => {
  const { run } = context.target;
  if (run === null) return chooseRun(context, 'curriculum');
  const page = new CurriculumPage(context, run);
  return () => page.dispose();
});
