"""Stands where PEFT would, which needs PyTorch: SkyRL writes an adapter's settings with it, beside the weights."""
import json
from pathlib import Path


class LoraConfig:
    def __init__(self, **settings):
        self.settings = {"peft_type": "LORA", **settings}

    def save_pretrained(self, folder):
        Path(folder, "adapter_config.json").write_text(json.dumps(self.settings))
