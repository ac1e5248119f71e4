/** SkyRL's own server on this machine's processor, with a tiny random model that is made on the spot. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeTinyChatModel } from '../../../trainer/policy/tinker/chat/testing.ts';
import { pythonEnvironment } from '../../python.ts';

const HERE = import.meta.dirname;

/**
 * All that SkyRL's JAX engine and its API import, and nothing else: its wheel asks for much more, PyTorch among it.
 * What is not worth a gigabyte stands in `stand-ins`.
 */
const PACKAGES = [
  '--no-deps',
  '--no-compile',
  ...'absl-py==2.5.1 aiofiles==25.1.0 aiohappyeyeballs==2.7.1 aiohttp==3.14.5 aiosignal==1.4.0 aiosqlite==0.22.1 annotated-doc==0.0.7 annotated-types==0.8.0 anyio==4.16.0 attrs==26.1.0 certifi==2026.10.19.post1 click==8.5.1 cloudpathlib==0.26.0 distro==1.9.0 etils==1.15.0 fastapi==0.165.0 filelock==4.3.1 flax==0.12.12 frozenlist==1.8.0 fsspec==2026.9.0 greenlet==3.5.6 h11==0.16.0 h2==4.4.1 hf-xet==1.8.0 hpack==4.2.0 httpcore==1.0.9 httpx==0.28.1 huggingface_hub==1.33.0 humanize==4.17.0 hyperframe==6.1.0 idna==3.20 jax==0.12.0.1 jaxlib==0.12.0.1 markdown-it-py==4.3.0 mdurl==0.1.2 ml_dtypes==0.6.0 msgpack==1.2.4 multidict==7.2.1 numpy==2.5.5 opentelemetry-api==1.45.2 opt_einsum==3.4.0 optax==0.2.8 orbax-checkpoint==0.12.8 orjson==3.13.0 packaging==26.4 pillow==13.0.0 prometheus_client==0.26.0 propcache==0.5.4 protobuf==7.36.2 psutil==7.2.2 pydantic==2.14.4 pydantic_core==2.50.5 Pygments==2.21.0 pyqwest==0.12.0 PyYAML==6.0.4 regex==2026.11.19 rich==15.0.0 safetensors==0.8.0 scipy==1.18.1 shellingham==1.5.4 simplejson==4.3.0 skyrl==0.4.0 sniffio==1.3.1 SQLAlchemy==2.1.9 sqlmodel==0.0.50 starlette==1.10.0 tensorstore==0.1.86 tinker==0.25.0 tokenizers==0.23.3 tqdm==4.70.1 transformers==5.16.1 treescope==0.1.10 typer==0.29.2 typing-inspection==0.4.5 typing_extensions==4.16.0 uvicorn==0.54.0 uvloop==0.23.0 xxhash==4.1.0 yarl==1.25.1 zipp==4.1.2 zstandard==0.25.0'.split(
    ' ',
  ),
];

/** Every shape of a batch is compiled for seconds: as few as can be. */
const SETTINGS = {
  max_lora_adapters: 6,
  max_lora_rank: 8,
  train_micro_batch_size: 1,
  sample_max_num_sequences: 8,
};

/** Python with SkyRL, or why it cannot be had. */
export const skyrlPython = () => pythonEnvironment('skyrl', PACKAGES, { min: [3, 12], max: [3, 13] });

export interface SkyRL {
  readonly url: string;
  /** The folder of the model's files, which is also its name. */
  readonly model: string;
  stop(): Promise<void>;
}

export async function startSkyRL(python: string, folder: string): Promise<SkyRL> {
  const model = join(folder, 'model');
  writeTinyChatModel(model);
  const made = spawnSync(python, [join(HERE, 'weights.py'), model], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`the weights could not be made: ${made.stderr}`);
  const port = await freePort();
  const child = spawn(
    python,
    [
      join(HERE, 'start.py'),
      ...['--base-model', model, '--backend', 'jax', '--backend-config', JSON.stringify(SETTINGS)],
      ...[
        '--database-url',
        `sqlite:///${join(folder, 'tinker.db')}`,
        '--checkpoints-base',
        join(folder, 'checkpoints'),
      ],
      ...['--port', String(port)],
    ],
    {
      // A process group: the API's engine outlives it otherwise.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, JAX_PLATFORMS: 'cpu', PYTHONPATH: join(HERE, 'stand-ins'), HF_HUB_OFFLINE: '1' },
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said = (said + String(part)).slice(-4_000);
    });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => end(child);
  try {
    await answering(url, child);
  } catch (error) {
    await stop();
    throw new Error(`SkyRL did not start: ${said}`, { cause: error });
  }
  return { url, model, stop };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const found = await fetch(`${url}/api/v1/healthz`).catch(() => undefined);
    if (found?.ok) return;
    await sleep(250);
  }
  throw new Error('it does not answer');
}

async function end(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group is gone already.
  }
  await exited;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
