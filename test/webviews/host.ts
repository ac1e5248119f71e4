/** Shows a built page in a browser as the editor would: its policy, its colours, its bridge. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { THEMES, type ThemeName } from './themes.ts';

const PAGES = join(import.meta.dirname, '../../dist/webviews');
const ORIGIN = 'http://page.test';
const NONCE = 'nonceoftest';

/** Git does not see this folder. */
export const SCREENSHOTS = join(import.meta.dirname, '../artifacts/webviews');

/** What the page sent, as it came. */
export type Message = { readonly type: string } & Readonly<Record<string, unknown>>;

export interface HostOptions {
  readonly theme?: ThemeName;
  readonly size?: { readonly width: number; readonly height: number };
  /** Answers a message; what it gives is sent back in order. */
  readonly answer: (message: Message) => readonly object[];
}

export class Host {
  readonly page: Page;
  readonly sent: Message[] = [];
  /** Complaints of the console: breaches of the policy and errors. */
  readonly complaints: string[] = [];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
  }

  static async open(browser: Browser, name: string, options: HostOptions): Promise<Host> {
    const { theme = 'dark', size = { width: 900, height: 900 }, answer } = options;
    const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const host = new Host(context, page);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) host.complaints.push(message.text());
    });
    page.on('pageerror', (error) => host.complaints.push(error.message));
    await page.exposeFunction('hostHears', (message: Message) => {
      host.sent.push(message);
      for (const reply of answer(message)) void host.send(reply);
    });
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/')
        await route.fulfill({ contentType: 'text/html', body: pageDocument(name, theme) });
      else if (/^\/[\w-]+\.(js|css)$/.test(pathname))
        await route.fulfill({ path: join(PAGES, pathname.slice(1)) });
      else if (pathname === '/theme') await route.fulfill({ contentType: 'text/css', body: styleOf(theme) });
      else await route.abort();
    });
    await page.goto(`${ORIGIN}/`);
    return host;
  }

  async send(message: object): Promise<void> {
    await this.page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
  }

  /** Messages of one type, oldest first. */
  of(type: string): Message[] {
    return this.sent.filter((message) => message.type === type);
  }

  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}

/** The policy is that of extension/panels/page.ts. The bridge keeps state across reloads, as the editor does. */
function pageDocument(name: string, theme: ThemeName): string {
  const policy = `default-src 'none'; script-src 'nonce-${NONCE}'; style-src ${ORIGIN} 'nonce-${NONCE}'; font-src ${ORIGIN}`;
  const bridge = `
    window.acquireVsCodeApi = () => ({
      postMessage: (message) => void window.hostHears(message),
      getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
      setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
    });`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="${NONCE}">
<title>Page</title>
<link rel="stylesheet" href="/theme">
<link rel="stylesheet" href="/${name}.css">
</head>
<body class="vscode-${theme}">
<script nonce="${NONCE}">${bridge}</script>
<script nonce="${NONCE}" src="/${name}.js"></script>
</body>
</html>`;
}

function styleOf(theme: ThemeName): string {
  const variables = Object.entries(THEMES[theme]).map(([name, value]) => `--vscode-${name}: ${value};`);
  return `:root { ${variables.join(' ')} } body { background: var(--vscode-editor-background); }`;
}

/** The built page, to see that it is there and how large it is. */
export const builtPage = (file: string): Buffer => readFileSync(join(PAGES, file));
