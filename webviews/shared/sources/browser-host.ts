/** What a browser does for a page. */
import type { HostAction, HostActionName } from '../../../server/protocol/run-page.ts';
import type { PageHost, SavedFile } from '../run-source.ts';

export class BrowserHost implements PageHost {
  readonly can: ReadonlySet<HostActionName> = new Set(['open-page']);
  readonly #open: (search: string, page: string) => void;

  /** @param open goes to a page of the same origin. */
  constructor(open: (search: string, page: string) => void) {
    this.#open = open;
  }

  perform(action: HostAction): void {
    if (action.action !== 'open-page') return;
    const { page, run, episode, environment } = action;
    const search = new URLSearchParams({ run });
    if (episode !== undefined) search.set('episode', String(episode));
    if (environment !== undefined) search.set('environment', String(environment));
    this.#open(`?${search}`, page);
  }

  save({ name, content, type }: SavedFile): void {
    const url = URL.createObjectURL(new Blob([content], { type }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  copy(text: string): void {
    navigator.clipboard.writeText(text).catch((error: unknown) => console.error('Not copied:', error));
  }
}
