/** Starts the page of saved runs: files that `spade run export` wrote are looked at in the browser, and stay there. */
import { CurriculumPage } from '../curriculum/page.ts';
import { RolloutsPage } from '../rollouts/page.ts';
import { element } from '../shared/dom.ts';
import { type Context, startSaved } from '../shared/start.ts';
import { pieces } from '../shared/text.ts';

const withRun =
  (show: (context: Context, run: string) => { dispose(): void }) =>
  (context: Context): (() => void) => {
    const page = show(context, context.target.run ?? '');
    return () => page.dispose();
  };

startSaved(
  {
    curriculum: withRun((context, run) => new CurriculumPage(context, run)),
    rollouts: withRun((context, run) => new RolloutsPage(context, run)),
  },
  (opened) => {
    const said = element('p', { attributes: { role: 'status' } });
    const input = element('input', { id: 'files' });
    input.type = 'file';
    input.multiple = true;
    input.webkitdirectory = true;
    const take = async () => {
      const files = new Map([...(input.files ?? [])].map((file): [string, Blob] => [file.name, file]));
      said.textContent = 'Reading… Large runs take some seconds.';
      said.className = '';
      try {
        await opened(files);
      } catch (error) {
        said.className = 'failure';
        said.replaceChildren(...pieces(error instanceof Error ? error.message : String(error)));
      }
    };
    input.addEventListener('change', () => void take());
    const label = element('label', {}, 'The folder of the export: ', input);
    document.body.replaceChildren(
      element(
        'main',
        { class: 'choose-files' },
        element('h1', {}, 'A saved run'),
        element(
          'p',
          {},
          'Choose the folder that ',
          element('code', {}, 'spade run export RUN FOLDER'),
          ' wrote. Nothing of it leaves this browser.',
        ),
        label,
        said,
      ),
    );
  },
);
