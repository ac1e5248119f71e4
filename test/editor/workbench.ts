/** The workbench in a browser: what a person sees, and how they get at it. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import type { CodeServer } from './code-server.ts';

/** Git does not see this folder. */
export const SCREENSHOTS = join(import.meta.dirname, '../artifacts/editor');

/** Milliseconds until something must have happened, on a machine that does much else. */
const PATIENCE = 90_000;

const SIZE = { width: 1400, height: 900 };

/** Of the browser's console only what is about our extension: the workbench itself complains of much here. */
const OURS = /spade|Content.Security.Policy|Refused to/i;

export interface OpenOptions {
  /** Absolute paths. */
  readonly folder?: string;
  readonly file?: string;
  /** An extension that is run from its folder rather than installed. */
  readonly development?: string;
}

export class Workbench {
  readonly page: Page;
  readonly server: CodeServer;
  /** What the browser's console says about us, and requests that left this machine. */
  readonly complaints: string[] = [];

  private constructor(page: Page, server: CodeServer) {
    this.page = page;
    this.server = server;
  }

  /** Opens a window and waits until the workbench stands. The extension may still be starting. */
  static async open(browser: Browser, server: CodeServer, options: OpenOptions = {}): Promise<Workbench> {
    const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
    const workbench = new Workbench(await context.newPage(), server);
    workbench.#listen();
    workbench.page.setDefaultTimeout(PATIENCE);
    await workbench.page.goto(address(server, options), { waitUntil: 'commit' });
    // The workbench's own driver for tests.
    await workbench.page.waitForFunction('"driver" in window');
    await workbench.page.evaluate('window.driver.whenWorkbenchRestored()');
    return workbench;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  /** A status bar item by a text in it. */
  status(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text });
  }

  /** A file's tab. */
  tab(name: string | RegExp): Locator {
    return this.page.locator('.tab').filter({ hasText: name });
  }

  get squiggles(): Locator {
    return this.page.locator('.squiggly-error, .squiggly-warning, .squiggly-info');
  }

  get hovers(): Locator {
    return this.page.locator('.monaco-hover:visible').filter({ hasText: /\S/ }).first();
  }

  /** Shows the messages that were told: with its driver for tests the workbench pops none up. */
  async notifications(): Promise<Locator> {
    await this.command('Notifications: Show Notifications');
    return this.page.locator('.notifications-center .notification-list-item');
  }

  /** A row of any list or tree, such as those of views. */
  row(text: string | RegExp): Locator {
    return this.page.locator('.monaco-list-row').filter({ hasText: text });
  }

  /** A row of the Test Explorer. */
  test(text: string | RegExp): Locator {
    return this.page.locator('.test-explorer .monaco-list-row').filter({ hasText: text });
  }

  /** Runs a command by its title, with its category. Others may have a title that begins alike. */
  async command(title: string): Promise<void> {
    await this.#quick('F1', `>${title}`, this.page.getByText(title, { exact: true }));
  }

  /** Runs a command that goes on with a list or a box of its own, by what stands in its empty field. */
  async ask(title: string, placeholder: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input[type=text]').first();
    const entry = this.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ has: this.page.getByText(title, { exact: true }) })
      .first();
    await this.#retry(async (timeout) => {
      // A page that has the focus hands keys on late.
      await this.page.locator('.part.sidebar > .title').click({ timeout });
      await this.page.keyboard.press('F1');
      await input.waitFor({ timeout });
      await input.fill(`>${title}`, { timeout });
      await entry.click({ timeout });
      await this.page.getByPlaceholder(placeholder).waitFor({ timeout });
    });
  }

  /** Picks an entry of the list that is open. */
  async pick(text: string | RegExp): Promise<void> {
    await this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }).first().click();
  }

  /** Answers the box that asks so. Keys that are typed before it is there are lost. */
  async answer(prompt: string, text: string): Promise<void> {
    const box = this.page.locator('.quick-input-widget').filter({ hasText: prompt });
    const input = box.locator('input[type=text]').first();
    await input.fill(text);
    await input.press('Enter');
    await box.waitFor({ state: 'hidden' });
  }

  /** Opens a file of the workspace by its name. */
  async openFile(name: string): Promise<void> {
    await this.#quick('Control+P', name, this.page.getByText(name, { exact: true }));
    await this.tab(name).first().waitFor();
  }

  /** Puts the caret at a line and column, both from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.#quick('Control+G', `:${line}:${column}`, this.page.getByText(`line ${line}`));
  }

  /** Rests the pointer on a place of the open file until a hover shows, and gives its text. */
  async hoverOn(place: Locator): Promise<string> {
    await place.waitFor();
    let text: string | null = null;
    await this.#retry(async (timeout) => {
      await this.page.mouse.move(0, 0);
      await place.hover({ force: true, timeout }); // the text lies above the line below it
      text = await this.hovers.textContent({ timeout });
    });
    return text ?? '';
  }

  /** Applies a code action at the caret, by its title. */
  async quickFix(title: string): Promise<void> {
    const entry = this.page.locator('.action-widget .monaco-list-row').filter({ hasText: title });
    await this.#retry(async (timeout) => {
      await this.page.keyboard.press('Control+.');
      await entry.click({ timeout });
    });
  }

  /** Presses the run button of a test in the Test Explorer, which must be shown. */
  async runTest(name: string): Promise<void> {
    const row = this.test(name);
    await row.hover();
    await row.getByRole('button', { name: 'Run Test', exact: true }).click();
  }

  /** The page of the webview that is shown, the first by default. */
  webview(index = 0): FrameLocator {
    return this.page
      .locator('iframe.webview')
      .filter({ visible: true })
      .nth(index)
      .contentFrame()
      .frameLocator('#active-frame');
  }

  async screenshot(name: string): Promise<string> {
    const path = join(SCREENSHOTS, `${name}.png`);
    mkdirSync(dirname(path), { recursive: true });
    await this.page.screenshot({ path });
    return path;
  }

  async #quick(key: string, text: string, label: Locator): Promise<void> {
    const input = this.page.locator('.quick-input-widget input[type=text]').first();
    const entry = this.page.locator('.quick-input-list .monaco-list-row').filter({ has: label }).first();
    await this.#retry(async (timeout) => {
      await this.page.keyboard.press(key);
      await input.waitFor({ timeout });
      await input.fill(text, { timeout });
      await entry.click({ timeout });
      await input.waitFor({ state: 'hidden', timeout });
    });
  }

  /**
   * The workbench takes the focus away while it settles, and hears no key before it has; so this is tried, with more
   * patience each time.
   */
  async #retry(attempt: (timeout: number) => Promise<void>): Promise<void> {
    const deadline = Date.now() + PATIENCE;
    for (let timeout = 2_000; ; timeout *= 1.5) {
      try {
        await attempt(timeout);
        return;
      } catch (problem) {
        if (Date.now() > deadline) throw problem;
        await this.page.keyboard.press('Escape');
      }
    }
  }

  #listen(): void {
    const note = (text: string) => this.complaints.push(text.slice(0, 500));
    this.page.on('console', (message) => {
      const loud = message.type() === 'error' || message.type() === 'warning';
      if (loud && OURS.test(message.text())) note(message.text());
    });
    this.page.on('pageerror', (error) => note(error.message));
    this.page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      // Resources of webviews have a name of their own, which the workbench answers itself.
      const here = hostname === '127.0.0.1' || hostname.endsWith('.vscode-resource.vscode-cdn.net');
      if (protocol.startsWith('http') && !here) note(`asked for ${request.url()}`);
    });
  }
}

export function address(server: CodeServer, { folder, file, development }: OpenOptions): string {
  const payload = [
    ...(file === undefined ? [] : [['openFile', server.resource(file)]]),
    ...(development === undefined ? [] : [['extensionDevelopmentPath', server.resource(development)]]),
    ['skipWelcome', 'true'],
  ];
  const place: Record<string, string> = folder === undefined ? { ew: 'true' } : { folder };
  return `${server.url}/?${new URLSearchParams({ ...place, payload: JSON.stringify(payload) })}`;
}
