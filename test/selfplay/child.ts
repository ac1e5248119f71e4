/** The daemon with the engines of the command line, as a process of its own that can be killed: `child.ts HOME`. */
import { JOB_KINDS } from '../../trainer/cli/kinds.ts';
import { Daemon } from '../../trainer/daemon/daemon.ts';

const [home = ''] = process.argv.slice(2);
const daemon = await Daemon.start({ home, kinds: JOB_KINDS, rules: 'rules-1' });
process.stdout.write(`${JSON.stringify({ url: daemon.url, token: daemon.token })}\n`);
