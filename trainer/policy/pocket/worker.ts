/** The thread of a pocket policy: one call after the other, so that the thread that asks is never blocked. */
import { setImmediate as turn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { asFailure, PolicyFailure } from '../failure.ts';
import type { AnyAsk, CallName, Calls, FromThread, ToThread } from './channel.ts';
import { PocketEngine } from './engine.ts';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread.');

const say = (message: FromThread): void => port.postMessage(message);

let engine: PocketEngine | undefined;
const cancelled = new Set<number>();
let queue: Promise<void> = Promise.resolve();

port.on('message', (message: ToThread) => {
  if (message.call === 'cancel') cancelled.add(message.id);
  else queue = queue.then(() => serve(message));
});

async function serve(ask: AnyAsk): Promise<void> {
  try {
    say({ id: ask.id, answer: await answer(ask) });
  } catch (error) {
    const { kind, message } = asFailure(error);
    say({ id: ask.id, failure: { kind, message } });
  } finally {
    cancelled.delete(ask.id);
  }
  if (ask.call === 'close') port?.close();
}

async function answer(ask: AnyAsk): Promise<Calls[CallName]['answer']> {
  const proceed = async () => {
    // Lets a cancellation arrive.
    await turn();
    if (cancelled.has(ask.id)) throw new PolicyFailure('cancelled', 'The call was cancelled.');
  };
  await proceed();
  if (ask.call === 'open') {
    engine = await PocketEngine.open(ask.origin, ask.runtime);
    return engine.capabilities;
  }
  if (!engine) throw new PolicyFailure('closed', 'The policy is not open.');
  switch (ask.call) {
    case 'sample':
      return engine.sample(ask.requests, {
        proceed,
        onSample: (sample, index) => say({ id: ask.id, sample, index }),
      });
    case 'score':
      return engine.score(ask.sequences, proceed);
    case 'update':
      return engine.update(ask.trajectories, ask.settings, proceed);
    case 'save':
      await engine.save(ask.path, ask.options);
      return undefined;
    case 'load':
      await engine.load(ask.path);
      return undefined;
    case 'close':
      await engine.close();
      engine = undefined;
      return undefined;
  }
}
