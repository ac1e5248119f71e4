"""Plays served environments with OpenEnv's own client, sync and async, and prints what came of it as JSON."""

import asyncio
import json
import sys

from openenv.core import GenericEnvClient


def told(result):
    return {"observation": result.observation, "reward": result.reward, "done": result.done}


def say(word):
    return {"message": "\\boxed{" + word + "}"}


def attempt(work):
    try:
        work()
    except Exception as problem:
        return str(problem)
    return None


def in_turn(url):
    with GenericEnvClient(base_url=url).sync() as env:
        first = told(env.reset(seed=3, episode_id="mine", environment="counter"))
        steps = [told(env.step(say(word))) for word in ("2", "draw")]
        fault = attempt(lambda: env.step(say("raise")))
        unknown = attempt(lambda: env.step({"text": "2"}))
        last = told(env.step(say("done")))
        return {"first": first, "steps": steps, "fault": fault, "unknown": unknown, "last": last, "state": env.state()}


async def at_once(url, count):
    """Each session adds up its own numbers; nobody's total is another's."""

    async def one(number):
        async with GenericEnvClient(base_url=url) as env:
            await env.reset(seed=number, environment="counter")
            messages = [(await env.step(say(str(number)))).observation["message"] for _ in range(3)]
            return messages + [(await env.step(say("done"))).reward]

    return await asyncio.gather(*(one(number) for number in range(count)))


async def beyond(url, capacity):
    """Sessions up to the capacity, one more, and again once one has ended."""
    clients = [GenericEnvClient(base_url=url) for _ in range(capacity + 1)]
    for client in clients[:capacity]:
        await client.reset(environment="counter")
    refusal = None
    try:
        await clients[capacity].reset(environment="counter")
    except Exception as problem:
        refusal = str(problem)
    await clients[0].close()
    after = None
    for _ in range(100):
        try:
            after = (await clients[capacity].reset(environment="counter")).observation["message"]
            break
        except RuntimeError:
            await asyncio.sleep(0.1)
    for client in clients[1:]:
        await client.close()
    return {"refusal": refusal, "after": after}


if __name__ == "__main__":
    url, capacity = sys.argv[1], int(sys.argv[2])
    print(
        json.dumps(
            {
                "sync": in_turn(url),
                "async": asyncio.run(at_once(url, capacity)),
                "beyond": asyncio.run(beyond(url, capacity)),
                "stranger": attempt(lambda: GenericEnvClient(base_url=url.rsplit("/", 1)[0] + "/wrong").sync().connect()),
            }
        )
    )
