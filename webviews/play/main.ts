/** Starts the play panel's page. */
import '../shared/without-eval.ts';

import { type FromPlayPanel, toPlayPanel } from '../../server/protocol/play-panel.ts';
import { Bridge } from '../shared/bridge.ts';
import { Page } from './page.ts';
import { type Kept, kept } from './state.ts';

const bridge = new Bridge<FromPlayPanel, Kept>(kept);
// Nothing arrives before this script has run to its end.
const page = new Page(bridge);
bridge.listen(toPlayPanel, (message) => page.hear(message));
