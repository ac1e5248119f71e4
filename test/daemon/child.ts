/** A daemon with the scripted job, as a process of its own that can be killed: `child.ts HOME PACE`. */
import { Daemon } from '../../trainer/daemon/daemon.ts';
import { scripted } from '../../trainer/daemon/testing.ts';

const [home = '', pace = '0'] = process.argv.slice(2);
const daemon = await Daemon.start({
  home,
  kinds: [scripted({ pace: Number(pace), logs: 3 })],
  rules: 'rules-1',
});
process.stdout.write(`${JSON.stringify({ url: daemon.url, token: daemon.token })}\n`);
