/** Where a browser finds the runs, in words. */
import { pageAddress } from '../client/ticket.ts';

export const pagesLine = (url: string, token: string): string =>
  `In a browser, within a quarter of an hour: ${pageAddress(url, token)}`;
