/** Starts the launch form. */
import '../shared/without-eval.ts';

import { type FromLaunchForm, toLaunchForm } from '../../server/protocol/launch-form.ts';
import { Bridge } from '../shared/bridge.ts';
import { Page } from './page.ts';
import { type Kept, kept } from './state.ts';

const bridge = new Bridge<FromLaunchForm, Kept>(kept);
const page = new Page(bridge);
bridge.listen(toLaunchForm, (message) => page.hear(message));
