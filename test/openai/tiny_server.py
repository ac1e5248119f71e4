"""llama.cpp's own server with a model that this file writes: two random layers over bytes. It says nonsense, in the
server's own protocol. Prints its address, and ends with its standard input.

    python tiny_server.py FOLDER
"""

import random
import struct
import sys
from pathlib import Path

WIDTH, HEADS, LAYERS, INNER, CONTEXT = 32, 2, 2, 64, 2048
TEMPLATE = (
    "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}"
    "{% if add_generation_prompt %}assistant: {% endif %}"
)
UINT32, INT32, FLOAT32, STRING, ARRAY = 4, 5, 6, 8, 9
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6


def text(value):
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def one(kind, value):
    if kind == STRING:
        return text(value)
    return struct.pack({UINT32: "<I", INT32: "<i", FLOAT32: "<f"}[kind], value)


def entry(key, kind, value):
    if isinstance(value, list):
        head = struct.pack("<IIQ", ARRAY, kind, len(value))
        return text(key) + head + b"".join(one(kind, each) for each in value)
    return text(key) + struct.pack("<I", kind) + one(kind, value)


def vocabulary():
    """SentencePiece's way: three tokens of its own, a token for each byte, and the printable characters."""
    tokens = [("<unk>", UNKNOWN), ("<s>", CONTROL), ("</s>", CONTROL)]
    tokens += [(f"<0x{byte:02X}>", BYTE) for byte in range(256)]
    tokens += [(chr(code), NORMAL) for code in range(33, 127)] + [("\u2581", NORMAL)]
    return tokens


def write(path):
    tokens = vocabulary()
    size = len(tokens)
    entries = [
        entry("general.architecture", STRING, "llama"),
        entry("general.name", STRING, "tiny"),
        entry("general.file_type", UINT32, 0),
        entry("llama.context_length", UINT32, CONTEXT),
        entry("llama.embedding_length", UINT32, WIDTH),
        entry("llama.block_count", UINT32, LAYERS),
        entry("llama.feed_forward_length", UINT32, INNER),
        entry("llama.attention.head_count", UINT32, HEADS),
        entry("llama.attention.head_count_kv", UINT32, HEADS),
        entry("llama.attention.layer_norm_rms_epsilon", FLOAT32, 1e-5),
        entry("llama.rope.dimension_count", UINT32, WIDTH // HEADS),
        entry("llama.vocab_size", UINT32, size),
        entry("tokenizer.ggml.model", STRING, "llama"),
        entry("tokenizer.ggml.tokens", STRING, [token for token, _ in tokens]),
        entry("tokenizer.ggml.scores", FLOAT32, [-float(place) for place in range(size)]),
        entry("tokenizer.ggml.token_type", INT32, [kind for _, kind in tokens]),
        entry("tokenizer.ggml.bos_token_id", UINT32, 1),
        entry("tokenizer.ggml.eos_token_id", UINT32, 2),
        entry("tokenizer.ggml.unknown_token_id", UINT32, 0),
        entry("tokenizer.chat_template", STRING, TEMPLATE),
    ]
    shapes = {"token_embd.weight": [WIDTH, size], "output_norm.weight": [WIDTH], "output.weight": [WIDTH, size]}
    for layer in range(LAYERS):
        for name, shape in {
            "attn_norm": [WIDTH],
            "attn_q": [WIDTH, WIDTH],
            "attn_k": [WIDTH, WIDTH],
            "attn_v": [WIDTH, WIDTH],
            "attn_output": [WIDTH, WIDTH],
            "ffn_norm": [WIDTH],
            "ffn_gate": [WIDTH, INNER],
            "ffn_up": [WIDTH, INNER],
            "ffn_down": [INNER, WIDTH],
        }.items():
            shapes[f"blk.{layer}.{name}.weight"] = shape

    chance = random.Random(7)
    infos, data = b"", b""
    for name, shape in shapes.items():
        count = 1
        for length in shape:
            count *= length
        norm = "norm" in name
        values = [1.0 if norm else chance.gauss(0, 0.3) for _ in range(count)]
        infos += text(name) + struct.pack("<I", len(shape)) + struct.pack(f"<{len(shape)}Q", *shape)
        infos += struct.pack("<IQ", 0, len(data))
        data += struct.pack(f"<{count}f", *values)
        data += b"\0" * (-len(data) % 32)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(shapes), len(entries)) + b"".join(entries) + infos
    path.write_bytes(head + b"\0" * (-len(head) % 32) + data)


def main():
    import xllamacpp

    model = Path(sys.argv[1]) / "tiny.gguf"
    write(model)
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(model)
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 2
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    parameters.warmup = False
    server = xllamacpp.Server(parameters)
    print(f"listening {server.listening_address}", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
