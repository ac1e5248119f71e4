/** OpenEnv's own client and validator. Their web interface (gradio, pandas) is left out: nothing here shows pages. */
import { pythonEnvironment } from '../python.ts';

export const VERSION = '0.10.0';

export const openEnvPython = () =>
  pythonEnvironment(
    'openenv',
    [
      ...[
        'fastapi==0.165.0',
        'fastmcp>=3,<4',
        'httpx==0.28.1',
        'huggingface_hub==2.4.0',
        'jsonschema==4.26.0',
      ],
      ...[
        'openai==3.57.0',
        'packaging==26.4',
        'pydantic==2.14.4',
        'pyyaml==6.0.4',
        'requests==2.34.2',
        'rich==15.0.0',
      ],
      ...['tomli==2.5.0', 'tomli_w==1.2.0', 'typer==0.29.2', 'uvicorn==0.54.0', 'websockets>=15.0.1'],
    ],
    { min: [3, 11], max: [3, 13], alone: [`openenv==${VERSION}`] },
  );
