"""The official Tinker SDK against an engine: `client.py URL`. Prints what came of it as one line of JSON."""

import json
import sys

import tinker
from tinker import types

PROMPT = [260, 264, 72, 105, 257]
END = 256

service = tinker.ServiceClient(base_url=sys.argv[1], api_key="tml-test")
served = [one.model_name for one in service.get_server_capabilities().supported_models]
training = service.create_lora_training_client(base_model=served[0], rank=8)
sampler = training.save_weights_and_get_sampling_client()
settings = types.SamplingParams(max_tokens=8, temperature=1.0, seed=7, stop=[END])
sampled = sampler.sample(types.ModelInput.from_ints(PROMPT), sampling_params=settings, num_samples=3).result()

data = []
for index, sequence in enumerate(sampled.sequences):
    tokens = PROMPT + sequence.tokens
    before = len(PROMPT) - 1
    data.append(
        types.Datum(
            model_input=types.ModelInput.from_ints(tokens[:-1]),
            loss_fn_inputs={
                "target_tokens": tokens[1:],
                "logprobs": [0.0] * before + list(sequence.logprobs),
                "advantages": [0.0] * before + [1.0 - index] * len(sequence.tokens),
            },
        )
    )
passed = training.forward_backward(data, "importance_sampling")
stepped = training.optim_step(types.AdamParams(learning_rate=1e-4))
output, step = passed.result(), stepped.result()
drift = max(
    abs(mine - theirs)
    for datum, sequence, one in zip(data, sampled.sequences, output.loss_fn_outputs)
    for mine, theirs in zip(sequence.logprobs, one["logprobs"].data[len(PROMPT) - 1 :])
)
saved = training.save_state("checkpoint").result()
restored = service.create_training_client_from_state_with_optimizer(saved.path)
again = restored.forward_backward(data, "importance_sampling").result()
print(
    json.dumps(
        {
            "version": tinker.__version__,
            "served": served,
            "tokens": [len(one.tokens) for one in sampled.sequences],
            "drift": drift,
            "metrics": step.metrics,
            "path": saved.path,
            "restored": len(again.loss_fn_outputs),
        }
    )
)
