"""The pocket model's training step in PyTorch, eager on the CPU: the yardstick of scripts/bench/pocket.ts.

Reads the sizes as JSON from the first line of standard input; then, for each further line, takes that many steps and
prints the milliseconds of each, by the clock and of the processor, as JSON.
"""

import json
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

sizes = json.loads(sys.stdin.readline())
torch.set_num_threads(sizes["threads"])
torch.manual_seed(1)

WIDTH, HEADS, LAYERS = sizes["width"], sizes["heads"], sizes["layers"]
NARROW = WIDTH // HEADS
ROWS, LENGTH = sizes["rows"], sizes["length"]

angles = torch.arange(LENGTH)[:, None] / 10_000 ** (torch.arange(NARROW // 2) / (NARROW // 2))
COS, SIN = torch.cos(angles), torch.sin(angles)


def rotate(x):
    a, b = x.chunk(2, dim=-1)
    return torch.cat((a * COS - b * SIN, b * COS + a * SIN), dim=-1)


def norm(x):
    return F.rms_norm(x, (WIDTH,), eps=1e-5)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, WIDTH + 2 * NARROW, bias=False)
        self.out = nn.Linear(WIDTH, WIDTH, bias=False)
        self.feed_in = nn.Linear(WIDTH, sizes["feedForward"], bias=False)
        self.feed_out = nn.Linear(sizes["feedForward"], WIDTH, bias=False)

    def forward(self, x):
        q, k, v = self.qkv(norm(x)).split((WIDTH, NARROW, NARROW), dim=-1)
        q = rotate(q.view(ROWS, LENGTH, HEADS, NARROW).transpose(1, 2))
        k = rotate(k.view(ROWS, 1, LENGTH, NARROW)).expand(-1, HEADS, -1, -1)
        v = v.view(ROWS, 1, LENGTH, NARROW).expand(-1, HEADS, -1, -1)
        attended = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(attended.transpose(1, 2).reshape(ROWS, LENGTH, WIDTH))
        return x + self.feed_out(F.relu(self.feed_in(norm(x))).square())


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(sizes["vocabulary"], WIDTH)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.head = nn.Linear(WIDTH, sizes["vocabulary"], bias=False)

    def forward(self, tokens):
        x = self.embedding(tokens)
        for layer in self.layers:
            x = layer(x)
        return self.head(norm(x))


model = Model()
adam = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.98), weight_decay=0.1, fused=True)
tokens = torch.randint(0, 256, (ROWS, LENGTH))
targets = torch.randint(0, 256, (ROWS * LENGTH,))
advantages = torch.randn(ROWS * LENGTH)
old = torch.full((ROWS * LENGTH,), -5.6)


def step():
    logits = model(tokens).view(ROWS * LENGTH, -1)
    ratio = torch.exp(-F.cross_entropy(logits, targets, reduction="none") - old)
    loss = -torch.minimum(ratio * advantages, ratio.clamp(0.8, 1.28) * advantages).mean()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    adam.step()
    adam.zero_grad()


print(json.dumps({"version": torch.__version__, "parameters": sum(p.numel() for p in model.parameters())}), flush=True)
for line in sys.stdin:
    taken = []
    for _ in range(int(line)):
        clock, processor = time.perf_counter(), time.process_time()
        step()
        taken.append([1000 * (time.perf_counter() - clock), 1000 * (time.process_time() - processor)])
    print(json.dumps(taken), flush=True)
