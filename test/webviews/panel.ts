/** The play panel's page on a table that answers by rule. */
import type { Browser, Locator } from 'playwright-core';
import { play } from '../../server/protocol/finding.ts';
import type { Respond } from './environments.ts';
import { Host, type HostOptions, type Message } from './host.ts';

export interface PanelOptions extends Omit<HostOptions, 'answer'> {
  readonly environment: Respond;
  /** What `solution()` says, as a play; left out: it cannot be played. */
  readonly solution?: readonly string[];
}

/** What the editor tells a page that is ready. */
export const INTRODUCTION = {
  type: 'environment',
  uri: 'file:///pool/guess.py',
  name: 'guess.py',
  className: 'GuessEnv',
  profile: 'games',
  revision: 0,
} as const;

export class Panel {
  readonly host: Host;
  /** While true the editor says nothing. */
  silent = false;

  private constructor(host: Host) {
    this.host = host;
  }

  static async open(browser: Browser, { environment, solution, ...options }: PanelOptions): Promise<Panel> {
    let panel: Panel | undefined;
    const answer = (message: Message): object[] => {
      if (panel?.silent) return [];
      if (message.type === 'ready') return [INTRODUCTION];
      if (message.type === 'play')
        return [{ type: 'played', id: message.id, table: environment(play.parse(message.play)) }];
      if (message.type !== 'solve') return [];
      const { actions: _, after: __, ...conditions } = play.parse(message.play);
      const table = solution ? environment({ ...conditions, actions: [...solution] }) : null;
      return [{ type: 'solved', id: message.id, said: JSON.stringify(solution ?? null), table }];
    };
    panel = new Panel(await Host.open(browser, 'play', { ...options, answer }));
    await panel.turns.first().waitFor();
    return panel;
  }

  get turns(): Locator {
    return this.host.page.locator('.play .turn');
  }

  get ending(): Locator {
    return this.host.page.locator('.play .ending-text');
  }

  get status(): Locator {
    return this.host.page.getByRole('status');
  }

  button(name: string | RegExp): Locator {
    return this.host.page.getByRole('button', { name });
  }

  field(name: string | RegExp): Locator {
    return this.host.page.getByRole('textbox', { name });
  }

  /** The actions of the newest question. */
  get asked(): unknown {
    const last = this.host.of('play').at(-1);
    return last && play.parse(last.play).actions;
  }
}
