"""Starts SkyRL's Tinker API with its own engine, without `uv`: the engine is a module of this Python."""

import argparse
import sys

import uvicorn
from skyrl.tinker import api, config

api._build_uv_run_cmd_engine = lambda parent, settings: [
    sys.executable,
    "-m",
    "skyrl.tinker.engine",
    *config.config_to_argv(settings),
]

parser = argparse.ArgumentParser()
config.add_model(parser, config.EngineConfig)
parser.add_argument("--port", type=int, required=True)
given = vars(parser.parse_args())
fields = {name: value for name, value in given.items() if name in config.EngineConfig.model_fields}
api.app.state.engine_config = config.EngineConfig.model_validate(fields)
uvicorn.run(api.app, host="127.0.0.1", port=given["port"], log_level="warning")
