"""Random weights for the Qwen3 model whose config.json lies in the folder: `weights.py FOLDER`."""

import json
import sys
from pathlib import Path

import numpy
from safetensors.numpy import save_file

folder = Path(sys.argv[1])
config = json.loads((folder / "config.json").read_text())
random = numpy.random.default_rng(1)
width, inner, vocabulary = config["hidden_size"], config["intermediate_size"], config["vocab_size"]
heads = config["num_attention_heads"] * config["head_dim"]
weights = {}


def draw(name, *shape):
    weights[f"{name}.weight"] = random.normal(0, 0.05, shape).astype(numpy.float32)


def ones(name, length):
    weights[f"{name}.weight"] = numpy.ones(length, numpy.float32)


draw("model.embed_tokens", vocabulary, width)
draw("lm_head", vocabulary, width)
ones("model.norm", width)
for layer in range(config["num_hidden_layers"]):
    at = f"model.layers.{layer}"
    for name in ("q", "k", "v"):
        draw(f"{at}.self_attn.{name}_proj", heads, width)
    draw(f"{at}.self_attn.o_proj", width, heads)
    for name in ("q_norm", "k_norm"):
        ones(f"{at}.self_attn.{name}", config["head_dim"])
    draw(f"{at}.mlp.gate_proj", inner, width)
    draw(f"{at}.mlp.up_proj", inner, width)
    draw(f"{at}.mlp.down_proj", width, inner)
    for name in ("input_layernorm", "post_attention_layernorm"):
        ones(f"{at}.{name}", width)
save_file(weights, folder / "model.safetensors")
