/** Colours of charts come from the page's style sheet, where each theme has its own. */

/** Lines of different colours that the style sheet knows. */
export const SERIES_COLOURS = 8;

/** Dashes for lines beyond the colours, and for those of a second run. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3]];

export interface Ink {
  readonly text: string;
  readonly soft: string;
  readonly grid: string;
  readonly background: string;
  readonly shade: string;
  series(index: number): string;
}

export function inkOf(element: Element): Ink {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: style.color,
    soft: read('--chart-text') || style.color,
    grid: read('--chart-grid'),
    background: getComputedStyle(document.body).backgroundColor,
    shade: read('--chart-shade'),
    series: (index) => read(`--series-${(index % SERIES_COLOURS) + 1}`),
  };
}

export const dashOf = (index: number, second: boolean): number[] => [
  ...(second ? [3, 4] : (DASHES[Math.floor(index / SERIES_COLOURS) % DASHES.length] ?? [])),
];

/** Calls back when the editor or the system changes to another theme. @returns what ends it. */
export function onTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'];
  const media = queries.map((query) => matchMedia(query));
  for (const one of media) one.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const one of media) one.removeEventListener('change', changed);
  };
}
